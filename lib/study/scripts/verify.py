#!/usr/bin/env python3
"""Checks a frozen study against its manifest, with nothing but Python's standard library.

    python3 scripts/verify.py [FOLDER]

FOLDER is the unpacked archive; that of this script unless said otherwise. Ends with 0 when everything is what
the manifest says, with 1 otherwise. Parts named in erased.json were changed because a person was erased: they are
counted, and cannot be checked.
"""

import hashlib
import json
import os
import posixpath
import re
import sys
import unicodedata

FILES = ("design", "study", "drafting", "answers", "tables", "card", "public-labels")
# What one person said, and what is rewritten without it: nothing else changes when somebody is erased.
ERASABLE = ("labels", "answers", "public_labels", "tables")
# What a spreadsheet may take for a formula gets an apostrophe: at the beginning of a cell, of each of its lines, and
# after each semicolon.
FORMULA = "=+\\-@\t\0\uff1d\uff0b\uff0d\uff20"
SKIPPED = "' \v\f\x85\xa0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff"
DANGEROUS = re.compile(
    "|".join(
        "%s(?=[%s]*[%s])" % (before, SKIPPED + quote, FORMULA + breaks)
        for before, quote, breaks in (("^", "", "\r\n"), ("(?<=[\r\n])", '"', ""), ("(?<=;)", '"', ""))
    )
)


class Number(str):
    """A number as it is written: nothing is rounded on the way from one file to the other."""


def lines_of(path):
    if not os.path.exists(path):
        return
    with open(path, "rb") as file:
        for line in file:
            yield line[:-1] if line.endswith(b"\n") else line


def hash_of_set(digests):
    return hashlib.sha256(b"".join(sorted(digests))).hexdigest()


def hash_of_parts(parts, kinds):
    return hash_of_set(bytes.fromhex(part["sha256"]) for part in parts if part["kind"] in kinds)


def no_number(word):
    raise ValueError(word)


def record_in(line):
    """The record on a line; None for what is none."""
    try:
        record = json.loads(
            line.decode("utf-8"), parse_float=Number, parse_int=Number, parse_constant=no_number
        )
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def owner_of(file, record):
    if file in ("design", "drafting", "tables", "card"):
        return file, None
    rater = record.get("rater")
    said = record.get("type") in ("judgement", "decision")
    if file == "study" and not (said and record.get("raterKind") in ("human", "adjudicator")):
        return "material", None
    if not isinstance(rater, str) or isinstance(rater, Number):
        return None
    return "labels" if file == "study" else "answers", rater


def folder_of(batch):
    return "%s-%d" % ("study" if batch.get("imported") else "batch", batch["batch"])


def csv_cell(value):
    if value is None:
        return '""'
    text = value if isinstance(value, Number) else DANGEROUS.sub("'", value)
    return '"%s"' % text.replace('"', '""')


def width_of(column):
    """How many cells an interval takes: its ends and, in tables that say so, how many tasks it was drawn from."""
    if column["type"] != "interval":
        return 0
    return 3 if column.get("tasks") is True else 2


def csv_of(table):
    """A table as it is written for spreadsheets: its name, and its bytes. None for what is no table."""
    if not isinstance(table, dict):
        return None
    name, columns, rows = table.get("name"), table.get("columns"), table.get("rows")
    if not (isinstance(name, str) and re.fullmatch("[a-z-]{1,40}", name)):
        return None
    if not (isinstance(columns, list) and isinstance(rows, list)):
        return None
    for column in columns:
        if not (isinstance(column, dict) and isinstance(column.get("id"), str) and isinstance(column.get("type"), str)):
            return None
    header = []
    for column in columns:
        ends = ("_low", "_high", "_tasks")[: width_of(column)]
        header += [column["id"] + end for end in ends] if ends else [column["id"]]
    written = [header + ["undefined"]]
    for row in rows:
        if not isinstance(row, dict):
            return None
        cells, why = [], []
        for column in columns:
            cell = row.get(column["id"])
            if column["type"] == "interval":
                width = width_of(column)
                cells += ((cell if isinstance(cell, list) else []) + [None] * width)[:width]
            else:
                cells.append(cell if isinstance(cell, str) else None)
            if isinstance(cell, dict) and "undefined" in cell:
                why.append("%s: %s" % (column["id"], cell["undefined"]))
        written.append(cells + ["; ".join(why)])
    text = "".join(",".join(csv_cell(cell) for cell in cells) + "\r\n" for cells in written)
    return name, text.encode("utf-8")


def found_in(folder, batch, tables, problems):
    """The parts that the files have, hashed anew."""
    found = {}
    place = folder_of(batch)
    for file in FILES:
        person = 0
        for number, line in enumerate(lines_of(os.path.join(folder, place, file + ".jsonl")), 1):
            if line == b"":
                person += 1
                continue
            table = None
            if file == "public-labels":
                owner = "public_labels", person
            else:
                record = record_in(line)
                owner = record and owner_of(file, record)
                table = csv_of(record) if file == "tables" else None
            if table:
                tables["%s/tables/%s.csv" % (place, table[0])] = table[1]
            if not owner or (file == "tables" and not table):
                what = "table" if file == "tables" else "record"
                problems.append("%s/%s.jsonl: line %d is no %s" % (place, file, number, what))
                continue
            found.setdefault(owner, []).append(hashlib.sha256(line).digest())
    return [(batch["batch"], kind, len(digests), hash_of_set(digests)) for (kind, _), digests in found.items()]


def bytes_of(path):
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return file.read()


def other_files(folder, batches, tables):
    """What is wrong with the files that no part is read from, and which of them nothing vouches for."""
    parts = ["%s/%s.jsonl" % (folder_of(batch), file) for batch in batches for file in FILES]
    known = set(parts) | set(tables) | {"manifest.json", "erased.json"}
    alike = {name.lower() for name in known}
    problems = [
        "%s is not the table that was frozen" % name
        for name, text in tables.items()
        if bytes_of(os.path.join(folder, name)) != text
    ]
    unchecked = []
    names = [
        os.path.relpath(os.path.join(place, file), folder).replace(os.sep, "/")
        for place, _, files in os.walk(folder)
        for file in files
    ]
    for name in sorted(set(names) - known):
        place = posixpath.normpath(name.replace("\\", "/")).lower()
        if re.match(r"(batch|study)-\d+(/|$)", place) or place in alike:
            problems.append("%s is not of this version" % name)
        else:
            unchecked.append(name)
    return problems, unchecked


def plain(text):
    """Without what a terminal obeys instead of showing it."""
    return "".join("?" if unicodedata.category(letter) == "Cc" else letter for letter in text)


def main(folder):
    with open(os.path.join(folder, "manifest.json"), "rb") as file:
        text = file.read()
    manifest = json.loads(text)
    problems = []
    parts = manifest["parts"]
    if hash_of_parts(parts, ("design",)) != manifest["configuration"]:
        problems.append("the hash of the configuration is not that of its parts")
    if hash_of_parts(parts, ("material", "drafting", "labels", "answers")) != manifest["data"]:
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
    # Tables change with somebody's labels, and never without.
    with_people = [name[0] for name in gone if name[1] != "tables"]
    gone = [name for name in gone if name[1] != "tables" or name[0] in with_people]
    rewritten = [name[0] for name in gone if name[1] == "tables"]
    tables = {}
    found = [part for batch in manifest["batches"] for part in found_in(folder, batch, tables, problems)]
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
    wrong, unchecked = other_files(folder, manifest["batches"], tables)
    problems += wrong

    said = ["version %d of \u201c%s\u201d" % (manifest["version"], manifest["title"])]
    said.append("SHA-256 %s" % hashlib.sha256(text).hexdigest())
    said.append("%d of %d parts are what they were" % (intact, len(parts)))
    if erased:
        names = ", ".join("%s %s" % (places.get(part["batch"], "nowhere"), part["kind"]) for part in erased)
        said.append("%d parts were changed because a person was erased: %s" % (len(erased), names))
    if unchecked:
        said.append("not checked: %s" % ", ".join(unchecked))
    said += ["WRONG: %s" % problem for problem in problems]
    for line in said:
        print(plain(line))
    return 1 if problems else 0


if __name__ == "__main__":
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else home))
