"""Create what Piperoll wants of a Prefect server, besides its deployments: global limits and automations.

    python deployments/apply.py

Run it after each change of automations.yaml. Limits that are there keep the slots they have.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from prefect.automations import Automation
from prefect.blocks.core import Block
from prefect.blocks.webhook import Webhook
from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.client.schemas.actions import GlobalConcurrencyLimitCreate
from prefect.exceptions import ObjectNotFound

from piperoll import settings
from tasks.limits import LIMITS

AUTOMATIONS = Path(__file__).with_name("automations.yaml")


def limits(client: SyncPrefectClient) -> None:
    """Create the global limits that are not there."""
    for name, slots in LIMITS.items():
        try:
            found = client.read_global_concurrency_limit_by_name(name)
            print(f"limit {name}: {found.limit} slots, as it was")
        except ObjectNotFound:
            client.create_global_concurrency_limit(GlobalConcurrencyLimitCreate(name=name, limit=slots))
            print(f"limit {name}: {slots} slots, created")


def automations(wanted: list[dict[str, Any]], notify: str | None) -> None:
    """Create or update the automations; those that can tell nobody are left out."""
    block = Block.load(notify) if notify else None
    for one in wanted:
        if any(action["type"] == "send-notification" for action in one["actions"]):
            if block is None:
                print(f"automation {one['name']}: left out, PIPEROLL_NOTIFY names no block")
                continue
            one["actions"] = [told_by(block, action) for action in one["actions"]]
        automation = Automation.model_validate(one)
        try:
            automation.id = Automation.read(name=automation.name).id
            automation.update()
        except ValueError:  # there is none of this name
            automation.create()
        print(f"automation {automation.name}: on")


def told_by(block: Block, action: Mapping[str, str]) -> dict[str, Any]:
    """The action of a notification, by a block of either kind."""
    to = {"block_document_id": block._block_document_id}
    if isinstance(block, Webhook):
        message = {name: action[name] for name in ("subject", "body")}
        return to | {"type": "call-webhook", "payload": json.dumps(message)}
    return to | dict(action)


if __name__ == "__main__":
    with get_client(sync_client=True) as client:
        limits(client)
    automations(yaml.safe_load(AUTOMATIONS.read_text(encoding="utf-8"))["automations"], settings.load().notify)
