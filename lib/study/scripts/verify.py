#!/usr/bin/env python3
"""Checks a frozen study against its manifest, with nothing but Python's standard library.

    python3 scripts/verify.py [FOLDER]

FOLDER is the unpacked archive; that of this script unless said otherwise. Ends with 0 when everything is what
the manifest says, with 1 otherwise. Parts named in erased.json were changed because somebody was erased: they are
counted, and cannot be checked.
"""

import hashlib
import json
import os
import sys

FILES = ("design", "study", "answers", "tables", "card", "public-labels")
# What one person said, and what is rewritten without it: nothing else changes when somebody is erased.
ERASABLE = ("labels", "answers", "public_labels", "tables")


def lines_of(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            yield line[:-1] if line.endswith("\n") else line


def hash_of_set(digests):
    return hashlib.sha256(b"".join(sorted(digests))).hexdigest()


def hash_of_parts(parts, kinds):
    return hash_of_set(bytes.fromhex(part["sha256"]) for part in parts if part["kind"] in kinds)


def owner_of(file, line, person):
    if file in ("design", "tables", "card"):
        return file, None
    if file == "public-labels":
        return "public_labels", person
    record = json.loads(line)
    if file == "answers":
        return "answers", record["rater"]
    said = record["type"] in ("judgement", "decision")
    if said and record.get("raterKind", "human") in ("human", "adjudicator"):
        return "labels", record["rater"]
    return "material", None


def folder_of(batch):
    return "%s-%d" % ("study" if batch.get("imported") else "batch", batch["batch"])


def parts_in(folder, batch):
    found = {}
    for file in FILES:
        path = os.path.join(folder, folder_of(batch), file + ".jsonl")
        if not os.path.exists(path):
            continue
        person = 0
        for line in lines_of(path):
            if line == "":
                person += 1
                continue
            digest = hashlib.sha256(line.encode("utf-8")).digest()
            found.setdefault(owner_of(file, line, person), []).append(digest)
    for (kind, _), digests in found.items():
        yield batch["batch"], kind, len(digests), hash_of_set(digests)


def main(folder):
    with open(os.path.join(folder, "manifest.json"), "rb") as file:
        text = file.read()
    manifest = json.loads(text)
    problems = []
    parts = manifest["parts"]
    if hash_of_parts(parts, ("design",)) != manifest["configuration"]:
        problems.append("the hash of the configuration is not that of its parts")
    if hash_of_parts(parts, ("material", "labels", "answers")) != manifest["data"]:
        problems.append("the hash of the data is not that of their parts")

    erased = []
    if os.path.exists(os.path.join(folder, "erased.json")):
        with open(os.path.join(folder, "erased.json"), encoding="utf-8") as file:
            erased = json.load(file)
    # What they said is gone, and tables are there without their rows; nothing else is missing, and nothing has come.
    gone = [
        (part["batch"], part["kind"], part["records"], part["sha256"])
        for part in erased
        if part["kind"] in ERASABLE
    ]
    rewritten = [name[0] for name in gone if name[1] == "tables"]
    found = [part for batch in manifest["batches"] for part in parts_in(folder, batch)]
    places = {batch["batch"]: folder_of(batch) for batch in manifest["batches"]}
    intact = 0
    for part in parts:
        name = (part["batch"], part["kind"], part["records"], part["sha256"])
        if name in found:
            found.remove(name)
            intact += 1
        elif name in gone:
            gone.remove(name)
        else:
            problems.append("%s: a part of kind %s with %d records is not here as it was" % (places.get(name[0], "nowhere"), *name[1:3]))
    for batch, kind, records, _ in found:
        if kind == "tables" and batch in rewritten:
            rewritten.remove(batch)
        else:
            problems.append("%s: %d records of kind %s are not in the manifest" % (places[batch], records, kind))

    print("version %d of “%s”" % (manifest["version"], manifest["title"]))
    print("SHA-256 %s" % hashlib.sha256(text).hexdigest())
    print("%d of %d parts are what they were" % (intact, len(parts)))
    if erased:
        print("%d parts were changed because somebody was erased" % len(erased))
    for problem in problems:
        print("WRONG: %s" % problem)
    return 1 if problems else 0


if __name__ == "__main__":
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else home))
