"""The Croissant file of a data set, with the fields on responsible use: JSON-LD after mlcommons.org/croissant 1.0."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Mapping

from novphy._engine import engine
from novphy.dataset_files import EPISODES, METADATA, PLAN, RECORDS, ROWS, Credits

CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}

FILES = {
    ROWS: ("application/x-hdf5", "The episodes in Minari's layout: observations, actions, rewards, ends, infos."),
    METADATA: ("application/json", "Minari's metadata: spaces, environment, agent, counts."),
    EPISODES: ("text/csv", "A row for each episode: its task, its trial, how it ended."),
    RECORDS: ("application/jsonlines", "The records of the run, which novphy measures: a line for each task."),
    PLAN: ("application/json", "The plan of the trials, from which novphy makes every task."),
}

COLUMNS = {
    "id": ("sc:Integer", "Number of the episode, as in Minari."),
    "steps": ("sc:Integer", "Number of shots."),
    "seed": ("sc:Integer", "The number that the agent is told in the trial."),
    "plan_task": ("sc:Integer", "Number of the task in the plan; the environment's option task."),
    "novelty": ("sc:Text", "The level of the trial's novelty."),
    "scenario": ("sc:Text", "The scenario of the trial's tasks."),
    "trial": ("sc:Integer", "Number of the trial within novelty and scenario."),
    "phase": ("sc:Text", "training, calibration, normal (before the novelty) or novel."),
    "task": ("sc:Integer", "Number of the task within its trial."),
    "template": ("sc:Text", "The template that the task is a variation of."),
    "variation": ("sc:Integer", "Number of the variation."),
    "control": ("sc:Boolean", "Whether the trial's novel tasks are normal ones."),
    "informed": ("sc:Boolean", "Whether the agent was told of the novelty."),
    "passed": ("sc:Boolean", "Whether all pigs are gone."),
    "score": ("sc:Integer", "Points."),
    "end": ("sc:Text", "Why the play ended."),
    "digest": ("sc:Text", "Hash of the exact final state."),
    "time_s": ("sc:Float", "Simulated seconds."),
    "line": ("sc:Integer", "The record's line in records.jsonl."),
}

RESPONSIBLE_USE = {
    "rai:dataCollectionType": ["Simulation", "Software collection"],
    "rai:dataCollectionRawData": "The shots of the agent in records.jsonl and the tasks of plan.json. All else is computed from them.",
    "rai:dataCollectionMissingData": (
        "Tasks in which no bird was thrown, and those that the agent could not finish, are in records.jsonl only."
    ),
    "rai:dataPreprocessingProtocol": [
        "Pulls of more than 1 m are shortened to the 1 m that the simulator takes.",
        "Observations are computed from the simulated world; nothing is filtered or balanced.",
    ],
    "rai:dataAnnotationProtocol": ["There are no annotations by people. Rewards, phases and novelties come from the simulator and the plan."],
    "rai:machineAnnotationTools": [f"novphy {engine.__version__}"],
    "rai:dataUseCases": [
        "Offline reinforcement learning and imitation on tasks of physical reasoning.",
        "Study of agents in worlds that change: detection of novelties and adaptation to them.",
    ],
    "rai:dataLimitations": [
        "One agent's plays: states that it does not reach are missing, so that scores of policies learnt from them say little about other agents.",
        "A simplified, two-dimensional simulation; not validated for physical systems.",
    ],
    "rai:dataBiases": ["The distribution of shots is the agent's, and that of tasks is the plan's."],
    "rai:personalSensitiveInformation": ["None: programs played, and no person is described."],
    "rai:dataSocialImpact": "No person, group or place is described. The tasks are levels of a game.",
    "rai:dataReleaseMaintenancePlan": (
        "Every row can be checked: python -m novphy dataset --check DIR plays it again with the version of novphy in metadata.json."
    ),
}  # fmt: skip


def sha256_of(file: Path) -> str:
    """The hash of a file's bytes."""
    hasher = hashlib.sha256()
    with open(file, "rb") as bytes_of:
        while block := bytes_of.read(1 << 20):
            hasher.update(block)
    return hasher.hexdigest()


def _file(folder: Path, name: str) -> dict[str, Any]:
    kind, description = FILES[name]
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "description": description,
        "contentUrl": name,
        "contentSize": f"{(folder / name).stat().st_size} B",
        "encodingFormat": kind,
        "sha256": sha256_of(folder / name),
    }


def _field(column: str) -> dict[str, Any]:
    kind, description = COLUMNS[column]
    return {
        "@type": "cr:Field",
        "@id": f"episodes/{column}",
        "name": column,
        "description": description,
        "dataType": kind,
        "source": {"fileObject": {"@id": EPISODES}, "extract": {"column": column}},
    }


def _creators(credits: Credits) -> dict[str, Any]:
    emails = [*credits.author_email, *[""] * len(credits.author)]
    people = [{"@type": "sc:Person", "name": name, "email": email} for name, email in zip(credits.author, emails)]
    return {"creator": [{key: value for key, value in person.items() if value} for person in people]} if people else {}


def _citation(name: str, credits: Credits) -> str:
    year = f", year = {{{credits.date_published[:4]}}}" if credits.date_published else ""
    people = " and ".join(credits.author) or "The novphy authors"
    return f"@misc{{{name.replace('/', '-')}, title = {{{name}}}, author = {{{people}}}{year}, note = {{made with novphy {engine.__version__}}}}}"


def croissant_of(folder: Path, metadata: Mapping[str, Any], credits: Credits) -> dict[str, Any]:
    """The description of the data set whose files are in this folder."""
    name = metadata["dataset_id"]
    about = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "name": name.replace("/", "-"),
        "description": metadata["description"],
        "conformsTo": ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"],
        "citeAs": _citation(name, credits),
        "license": credits.license,
        "version": f"{name.rsplit('-v', 1)[1]}.0.0",
        **({"url": credits.url} if credits.url else {}),
        **({"datePublished": credits.date_published} if credits.date_published else {}),
        **_creators(credits),
        "keywords": ["physical reasoning", "novelty", "offline reinforcement learning"],
        "isLiveDataset": False,
        "rai:dataCollection": f"The agent {metadata['algorithm_name']} played the tasks of plan.json in the simulator novphy.",
        **RESPONSIBLE_USE,
        "distribution": [_file(folder, each) for each in FILES],
    }
    episodes = {"@type": "cr:RecordSet", "@id": "episodes", "name": "episodes", "key": {"@id": "episodes/id"}}
    return {**about, "recordSet": [{**episodes, "field": [_field(column) for column in COLUMNS]}]}
