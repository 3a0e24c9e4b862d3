"""Measure searches: gold sets, metrics, comparisons, the gate and tuning."""
