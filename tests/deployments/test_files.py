"""What stands in deployments/ is valid, and names what there is."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from prefect.automations import Automation
from prefect.client.schemas.schedules import CronSchedule
from prefect.events.actions import ActionTypes
from prefect.flows import load_flow_from_entrypoint
from prefect.utilities.callables import parameter_schema
from prefect.workers.process import ProcessJobConfiguration
from pydantic import TypeAdapter

from piperoll import settings
from piperoll.cli.commands import app
from piperoll.serve.options import ServeOptions
from piperoll.serve.state import ALWAYS

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deployments"
SPEC = yaml.safe_load((FOLDER / "prefect.yaml").read_text(encoding="utf-8"))
AUTOMATIONS = yaml.safe_load((FOLDER / "automations.yaml").read_text(encoding="utf-8"))["automations"]
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("spec", SPEC["deployments"], ids=lambda spec: spec["name"])
def test_a_deployment_names_a_flow_and_parameters_that_exist(spec: dict[str, Any], monkeypatch: Any) -> None:
    monkeypatch.chdir(ROOT)
    flow = load_flow_from_entrypoint(spec["entrypoint"])
    schema = parameter_schema(flow).model_dump()
    assert set(spec.get("parameters", {})) <= set(schema["properties"])
    for name, shown in schema["properties"].items():
        assert shown.get("description"), f"{name} is not described in the form"
    for schedule in spec.get("schedules", []):
        CronSchedule(cron=schedule["cron"], timezone=schedule["timezone"])
        flow.validate_parameters(spec["parameters"])


def test_a_nightly_deployment_is_of_a_configured_corpus_and_runs_once_at_a_time() -> None:
    nightly = [spec for spec in SPEC["deployments"] if "nightly" in spec["tags"]]
    assert nightly
    for spec in nightly:
        corpus = spec["parameters"]["corpus"]
        assert spec["name"] == f"nightly-{corpus}"
        assert corpus in settings.load().corpus
        assert spec["concurrency_limit"] == {"limit": 1, "collision_strategy": "CANCEL_NEW"}
    times = [schedule["cron"] for spec in nightly for schedule in spec["schedules"]]
    assert len(times) == len(set(times)), "two corpora begin at once"


@pytest.mark.parametrize("spec", AUTOMATIONS, ids=lambda spec: spec["name"])
def test_an_automation_is_one(spec: dict[str, Any]) -> None:
    block = {"block_document_id": "00000000-0000-0000-0000-000000000000"}
    actions = [block | action if action["type"] == "send-notification" else action for action in spec["actions"]]
    made = Automation.model_validate(spec | {"actions": actions})
    known: TypeAdapter[ActionTypes] = TypeAdapter(ActionTypes)
    for action in actions:
        assert set(action) <= set(type(known.validate_python(action)).model_fields), "an unknown key is ignored"
    assert set(spec["trigger"]) <= set(type(made.trigger).model_fields)


@pytest.mark.parametrize("name", ["process", "docker", "kubernetes"])
def test_a_job_template_uses_what_it_declares(name: str) -> None:
    template = json.loads((FOLDER / "pools" / f"{name}.json").read_text(encoding="utf-8"))
    used = set(re.findall(r"{{ (\w+) }}", json.dumps(template["job_configuration"])))
    assert used == set(template["variables"]["properties"])
    if name == "process":
        assert set(template["job_configuration"]) <= set(ProcessJobConfiguration.model_fields)


def test_the_composition_listens_on_this_machine_only_and_holds_no_secret() -> None:
    for name, service in COMPOSE["services"].items():
        for port in service.get("ports", []):
            assert port.startswith("127.0.0.1:"), f"{name} is open to the network"
        for variable, value in service.get("environment", {}).items():
            if "PASSWORD" in variable:
                assert value.startswith("${"), f"{name} has a password in the file"
    leases = COMPOSE["services"]["server"]["environment"]["PREFECT_SERVER_CONCURRENCY_LEASE_STORAGE"]
    assert leases.endswith("filesystem")


def test_the_image_does_not_run_as_root() -> None:
    lines = (FOLDER / "Dockerfile").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("USER")] == ["USER piperoll"]


KUBERNETES = list(yaml.safe_load_all((FOLDER / "kubernetes" / "service.yaml").read_text(encoding="utf-8")))
UNIT = (FOLDER / "piperoll.service").read_text(encoding="utf-8")
CONTAINER = KUBERNETES[0]["spec"]["template"]["spec"]["containers"][0]
STARTED = {
    "compose": COMPOSE["services"]["service"]["command"].split(),
    "systemd": re.findall(r"^ExecStart=/opt/piperoll/bin/(.*)$", UNIT, re.MULTILINE)[0].split(),
    "kubernetes": CONTAINER["command"],
}


@pytest.mark.parametrize("words", STARTED.values(), ids=STARTED)
def test_the_service_is_started_by_a_command_that_needs_keys(words: list[str]) -> None:
    group: Any = typer.main.get_command(app)
    assert words[:2] == ["piperoll", "serve"]
    given = group.load("serve").make_context("serve", words[2:]).params
    assert ServeOptions(given["host"], given["port"], given["with_keys"]).needs_keys
    assert given["port"] == 8321


def test_what_asks_the_service_asks_paths_and_ports_that_it_has() -> None:
    ports = {port["name"]: port["containerPort"] for port in CONTAINER["ports"]}
    probes = [CONTAINER[name]["httpGet"] for name in ("startupProbe", "readinessProbe", "livenessProbe")]
    assert {ports[probe["port"]] for probe in probes} == {8321}
    assert {probe["path"] for probe in probes} == set(ALWAYS)
    service = COMPOSE["services"]["service"]
    assert service["ports"] == ["127.0.0.1:8321:8321"]
    assert "http://127.0.0.1:8321/readyz" in service["healthcheck"]["test"]
    assert KUBERNETES[1]["spec"]["selector"] == KUBERNETES[0]["spec"]["selector"]["matchLabels"]
    assert KUBERNETES[1]["spec"]["ports"][0]["targetPort"] in ports


def test_the_service_has_no_more_rights_than_it_needs() -> None:
    pod = KUBERNETES[0]["spec"]["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"] and not pod["automountServiceAccountToken"]
    assert CONTAINER["securityContext"] == {
        "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
    }  # fmt: skip
    assert "secretKeyRef" in CONTAINER["env"][0]["valueFrom"]
    service = COMPOSE["services"]["service"]
    assert service["read_only"] and service["cap_drop"] == ["ALL"]


def test_the_unit_is_understood_and_hardened(tmp_path: Path) -> None:
    systemd = shutil.which("systemd-analyze")
    if not systemd:
        pytest.skip("systemd-analyze is not installed: it comes with systemd, which containers lack")
    program = tmp_path / "piperoll"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "piperoll.service"
    unit.write_text(UNIT.replace("/opt/piperoll/bin/piperoll", str(program)))
    checked = subprocess.run([systemd, "verify", "--man=no", str(unit)], capture_output=True, text=True)
    assert [line for line in checked.stderr.splitlines() if "piperoll.service" in line] == []
    scored = subprocess.run(
        [systemd, "security", "--offline=true", "--threshold=25", str(unit)], capture_output=True, text=True
    )
    assert scored.returncode == 0, scored.stdout[-300:]


def test_the_manifests_fit_the_schemas_of_kubernetes() -> None:
    validate = pytest.importorskip("kubernetes_validate", reason="pip install kubernetes-validate, of 111 MB")
    for one in KUBERNETES:
        validate.validate(one, validate.latest_version(), strict=True)
