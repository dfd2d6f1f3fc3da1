"""Lets every other made-up id be that of something that is there, so that the tester gets past "There is no such job"."""
import os

import schemathesis

FOUND = {name: os.environ[name] for name in ("documentId", "jobId", "quoteId", "artifactId", "receiptId")}


def with_found(values):
    return {name: FOUND[name] if name in FOUND and len(str(value)) % 2 else value for name, value in values.items()}


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return with_found(path_parameters) if isinstance(path_parameters, dict) else path_parameters


@schemathesis.hook
def map_query(context, query):
    return with_found(query) if isinstance(query, dict) else query


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict) and isinstance(body.get("source"), dict):
        return {**body, "source": with_found(body["source"])}
    return body
