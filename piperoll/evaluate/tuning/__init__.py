"""Tune the fusion of a corpus: choose it by some questions of a gold set, and judge it by the others.

The candidates of a question are gathered once and fused in every way that is tried. Scorers come in one after another,
as long as the next one helps (forward selection): first the best one alone, then each time the one that gains most,
with the share that serves best. The gain is measured on questions that did not choose the share (cross-validation); all
questions about one document are on one side. A scorer comes in only if a paired bootstrap says that the gain is no
chance. So a scorer that does not help is off, and few questions choose few weights.
"""
