"""Offer the paths that tell how the service is."""

import psycopg
from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import Response

from piperoll.errors import PiperollError
from piperoll.serve.access import Watcher, forbidden
from piperoll.serve.answers import JSON, Health, Readiness, answer, as_json
from piperoll.serve.service import Service, service_of

router = APIRouter(tags=["state"])
ALWAYS = ("/healthz", "/readyz")
"""Answered however busy the service is."""


@router.get("/healthz", response_model=Health)
async def health() -> Response:
    """Tell that the process answers."""
    return answer(Health(status="ok"))


@router.get("/readyz", response_model=Readiness, responses={503: {"model": Readiness}})
def readiness(request: Request) -> Response:
    """Tell whether models and indexes are in memory and the database answers; status 503 until then."""
    ready = _ready(service_of(request))
    return Response(as_json({"ready": ready}), 200 if ready else 503, media_type=JSON)


def _ready(service: Service) -> bool:
    if not service.warm.is_set():
        return False
    try:
        with service.base.connect() as connection:
            connection.execute("SELECT 1")
    except (psycopg.Error, PiperollError):
        return False
    return True


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def metrics(access: Watcher) -> Response:
    """Tell the state of corpora, runs and the database, and count requests, for Prometheus; all corpora are named."""
    if access.corpora is not None:
        raise forbidden()
    return Response(generate_latest(access.service.counts.registry), media_type=CONTENT_TYPE_LATEST)
