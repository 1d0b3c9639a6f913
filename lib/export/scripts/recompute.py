#!/usr/bin/env python3
"""Recomputes the headline numbers of this bundle from its tables, with Python's standard library alone.

    python3 scripts/recompute.py [--json]

Reads units.csv, raters.csv, items.csv, decisions.csv and study.jsonl beside this folder, computes agreement, people
against LLMs, verdicts against gold, shares of decisions and pass rates from their definitions, and holds each against
agreement.json. Exit code 0 when every number agrees to 1e-12. Needs Python 3.8 or newer.

An empty cell is a missing value, and so is "na": n/a was said, and counts in no statistic.
"""

import csv
import json
import math
import os
import re
import sys
from urllib.parse import quote

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
TOLERANCE = 1e-12
WORDS = {"yes": 1.0, "no": 0.0, "A": 1.0, "tie": 0.0, "B": -1.0}
csv.field_size_limit(2**31 - 1)


FORMULA = "[=+\\-@\\t\\0\uff1d\uff0b\uff0d\uff20%s]"
SKIPPED = "' \\v\\f\\x85\\xa0\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u2064\\u3000\\ufeff"
APOSTROPHE = re.compile(
    "|".join(
        "%s'(?=[%s]*%s)" % (before, SKIPPED + quote, FORMULA % breaks)
        for before, quote, breaks in (("^", "", "\\r\\n"), ("(?<=[\\r\\n])", '"', ""), ("(?<=;)", '"', ""))
    )
)


def table(name):
    """The rows of a CSV file, without the apostrophes that keep spreadsheets from calculating texts."""
    with open(os.path.join(FOLDER, name), encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        header = [APOSTROPHE.sub("", name) for name in next(rows)]
        return [dict(zip(header, (APOSTROPHE.sub("", cell) for cell in row))) for row in rows]


def value_of(cell):
    """A number, a word, or None where nothing comparable was said."""
    if cell is None or cell == "" or cell == "na":
        return None
    try:
        return float(cell)
    except ValueError:
        return cell


def total(numbers):
    """From left to right, as agreement.json was summed."""
    sum_ = 0.0
    for number in numbers:
        sum_ += number
    return sum_


# ---------------------------------------------------------------- agreement


def counts_by_value(ratings):
    counts = {}
    for rating in ratings:
        counts[rating] = counts.get(rating, 0) + 1
    return counts


def krippendorff_alpha(units, level):
    """1 - D_o / D_e over units with two or more values; None when undefined. Krippendorff (2011)."""
    pairable = [counts_by_value(unit) for unit in units if len(unit) > 1]
    pool = {}
    for counts in pairable:
        for value, count in counts.items():
            pool[value] = pool.get(value, 0) + count
    n = sum(pool.values())
    if n == 0:
        return None
    if level == "nominal":
        position = None
    elif level == "ordinal":
        # The ordinal distance is the interval distance of midranks in the pool.
        position, below = {}, 0.0
        for value in sorted(pool):
            position[value] = below + pool[value] / 2
            below += pool[value]
    else:
        low, high = min(pool), max(pool)
        spread = (high - low) or 1.0
        position = {value: (value - low) / spread for value in pool}

    def disagreement(counts):
        """The distances of all ordered pairs of a bag of values, over its size - 1."""
        m = sum(counts.values())
        if position is None:
            return (m * m - sum(count * count for count in counts.values())) / (m - 1)
        middle = total(count * position[value] for value, count in counts.items()) / m
        squares = total(count * (position[value] - middle) ** 2 for value, count in counts.items())
        return 2 * m * squares / (m - 1)

    expected = disagreement(pool)
    if len(pool) < 2:
        return None
    return 1 - total(disagreement(counts) for counts in pairable) / expected


def percent_agreement(units):
    """Mean over units of the share of pairs that agree."""
    shares = []
    for unit in units:
        m = len(unit)
        if m > 1:
            same = sum(count * (count - 1) for count in counts_by_value(unit).values())
            shares.append(same / (m * (m - 1)))
    return total(shares) / len(shares) if shares else None


def gwet_ac1(units, categories):
    """Gwet (2008); chance agreement over the declared categories, used or not."""
    observed = percent_agreement(units)
    q = len(categories)
    if observed is None or q < 2:
        return None
    rated = [unit for unit in units if unit]
    doubt = 0.0
    for category in categories:
        share = total(unit.count(category) / len(unit) for unit in rated) / len(rated)
        doubt += share * (1 - share)
    chance = doubt / (q - 1)
    return (observed - chance) / (1 - chance)


def credit_for(level, q):
    """Credit for near misses among q declared categories: Gwet's ordinal weights, or by squared distance."""

    def miss(i, j):
        steps = abs(i - j)
        return steps * (steps + 1) / 2 if level == "ordinal" else steps**2

    widest = miss(0, q - 1)
    return lambda i, j: 1 - miss(i, j) / widest


def weighted_percent(units, categories, level):
    """Mean over units of the credit that pairs of ratings get."""
    if len(categories) < 2:
        return None
    credit = credit_for(level, len(categories))
    shares = []
    for unit in units:
        m = len(unit)
        places = [categories.index(value) for value in unit]
        if m > 1:
            pairs = total(credit(a, b) for i, a in enumerate(places) for j, b in enumerate(places) if i != j)
            shares.append(pairs / (m * (m - 1)))
    return total(shares) / len(shares) if shares else None


def gwet_ac2(units, categories, level):
    """Gwet (2014): AC1 with credit for near misses."""
    observed = weighted_percent(units, categories, level)
    if observed is None:
        return None
    q = len(categories)
    credit = credit_for(level, q)
    weights = total(credit(i, j) for i in range(q) for j in range(q))
    rated = [unit for unit in units if unit]
    doubt = 0.0
    for category in categories:
        share = total(unit.count(category) / len(unit) for unit in rated) / len(rated)
        doubt += share * (1 - share)
    chance = weights / (q * (q - 1)) * doubt
    return (observed - chance) / (1 - chance)


# ---------------------------------------------------------------- correlation


def pearson(x, y):
    if len(x) < 2 or min(x) == max(x) or min(y) == max(y):
        return None

    def centred(numbers):
        low, high = min(numbers), max(numbers)
        scaled = [(number - low) / (high - low) for number in numbers]
        middle = total(scaled) / len(scaled)
        return [number - middle for number in scaled]

    dx, dy = centred(x), centred(y)
    xy = total(a * b for a, b in zip(dx, dy))
    r = xy / math.sqrt(total(a * a for a in dx) * total(b * b for b in dy))
    return max(-1.0, min(1.0, r))


def midranks(numbers):
    counts, ranks, below = counts_by_value(numbers), {}, 0
    for number in sorted(counts):
        ranks[number] = below + counts[number] / 2
        below += counts[number]
    return [ranks[number] for number in numbers]


def spearman(x, y):
    if len(x) < 2:
        return None
    return pearson(midranks(x), midranks(y))


def kendall_tau_b(x, y):
    """From the distinct pairs of values, so that many units on a short scale cost little."""
    n = len(x)
    if n < 2:
        return None
    cells = list(counts_by_value(zip(x, y)).items())
    excess = 0
    for i, ((a, b), count) in enumerate(cells):
        for (c, d), other in cells[i + 1 :]:
            if a != c and b != d:
                excess += count * other if (a > c) == (b > d) else -count * other
    pairs = n * (n - 1) // 2
    tied = [sum(c * (c - 1) // 2 for c in counts_by_value(side).values()) for side in (x, y)]
    if pairs in tied:
        return None
    return excess / math.sqrt((pairs - tied[0]) * (pairs - tied[1]))


# ---------------------------------------------------------------- verdicts against gold


def records():
    """The tasks, drafts and judgements of the study file."""
    with open(os.path.join(FOLDER, "study.jsonl"), encoding="utf-8") as file:
        for line in file:
            if line.startswith(('{"type":"task"', '{"type":"draft"', '{"type":"judgement"')):
                yield json.loads(line)


def alphabetical(text):
    """The key texts are sorted by: UTF-16, as in every JavaScript program."""
    return text.encode("utf-16-be", "surrogatepass")


def unit_of(record):
    """The name of a record's unit in units.csv."""
    pair = record.get("pair")
    subject = sorted(pair, key=alphabetical) if pair else [record["response"]]
    return "%s/%s" % (",".join(quote(id, safe="!*'()") for id in subject), quote(record["item"], safe="!*'()"))


def is_turned(record):
    """True if the pair is named with its alphabetically last response first."""
    pair = record.get("pair")
    return bool(pair) and alphabetical(pair[0]) > alphabetical(pair[1])


def plain(record, value):
    """A verdict: of a preference the side, seen from the alphabetically first response."""
    if record["item"] != "preference" or value is None:
        return float(value) if isinstance(value, (int, float)) else value
    if not isinstance(value, str):
        value = "tie" if value == 3 else "A" if value < 3 else "B"
    return {"A": "B", "B": "A"}.get(value, value) if is_turned(record) else value


def most_frequent(values):
    """None when two are equally frequent, or there are none."""
    ranked = sorted(counts_by_value(values).values())
    if not ranked or ranked[-2:-1] == ranked[-1:]:
        return None
    return max(counts_by_value(values).items(), key=lambda entry: entry[1])[0]


def together(item, samples):
    """What several samples of one verdict say; None if none could be read."""
    read = [value for value in samples if value is not None]
    if len(read) > 1 and all(isinstance(value, float) for value in read):
        return total(sorted(read)) / len(read)
    found = most_frequent(read)
    return "tie" if found is None and item == "preference" and len(read) > 1 else found


def share(part, whole):
    return part / whole if whole else None


class Verdicts:
    """What is known to be right, and what each machine said in which order, by the names of units."""

    def __init__(self):
        self.tags, judged, drafted = {}, {}, {}
        for record in records():
            if record["type"] == "task":
                self.tags[record["id"]] = record.get("tags", [])
            elif record["raterKind"] in ("gold", "llm", "rules"):
                self.note(record, drafted if record["type"] == "draft" else judged)
        golds, self.said = {}, {}
        for (who, unit), entries in judged.items():
            values = [value for _, value in sorted(entries, key=lambda entry: entry[0]) if value is not None]
            if values and who[0] == "gold":
                golds.setdefault(unit, []).append(values[0])
            elif values:
                self.said.setdefault(who, {})[unit] = [values[0]]
        answers = {unit: most_frequent(values) for unit, values in golds.items()}
        self.gold = {unit: answer for unit, answer in answers.items() if answer is not None}
        for (who, unit), orders in drafted.items():
            asked = [order for order in ("AB", "BA") if order in orders] or [None]
            own = [together(orders["item"], orders[order]) for order in asked]
            self.said.setdefault(who, {}).setdefault(unit, own)

    def note(self, record, into):
        who = (record["raterKind"], record["rater"], record.get("method"), record.get("condition"))
        value = plain(record, record.get("value"))
        if record["type"] == "judgement":
            when = record.get("submittedAt") or record.get("startedAt") or "~"
            place = (when, record.get("arm") or "", record["id"])
            into.setdefault((who[:2] + (None, None), unit_of(record)), []).append((place, value))
            return
        order = record.get("order")
        if order and is_turned(record):
            order = "BA" if order == "AB" else "AB"
        orders = into.setdefault((who, unit_of(record)), {"item": record["item"]})
        orders.setdefault(order, []).append(value)


def held(pairs, has_ties):
    """Shares of verdicts against answers; a unit that was asked in both orders counts once, each order one half."""
    n = len(pairs)
    both = [(gold, own) for gold, own in pairs if len(own) == 2]

    def verdicts(counts):
        return total(sum(counts(verdict, gold) for verdict in own) / len(own) for gold, own in pairs)

    read = verdicts(lambda verdict, _: verdict is not None)
    return {
        "n": n,
        "accuracy": share(verdicts(lambda verdict, gold: verdict == gold), n),
        "accuracyTiesHalf": share(
            verdicts(lambda verdict, gold: 1 if verdict == gold else 0.5 if has_ties and verdict == "tie" else 0), n
        ),
        "accuracyBoth": share(sum(own[0] == own[1] == gold for gold, own in both), len(both)),
        "positionalAgreement": share(sum(own[0] == own[1] is not None for _, own in both), len(both)),
        "hedging": share(verdicts(lambda verdict, _: verdict == "tie"), read) if has_ties else None,
        "unparsed": share(verdicts(lambda verdict, _: verdict is None), n),
    }


# ---------------------------------------------------------------- the study


class Study:
    def __init__(self):
        self.items = {item["item"]: item for item in table("items.csv")}
        self.raters = table("raters.csv")
        self.units = table("units.csv")
        self.decisions = table("decisions.csv")
        self.verdicts = Verdicts()
        self.people = [rater["column"] for rater in self.raters if rater["kind"] == "human"]
        self.llms = [rater["column"] for rater in self.raters if rater["kind"] == "llm"]

    def scope(self, name, exposure):
        """The units of a scope in an exposure class, and the items they belong to."""
        units = [unit for unit in self.units if unit["exposure"] == exposure]
        of_items = [item for item in self.items.values() if item["scale"] not in ("overall", "preference")]
        if name == "all":
            chosen = of_items or list(self.items.values())
        elif name.startswith("category:"):
            chosen = [item for item in of_items if item["category"] == name[len("category:") :]]
        else:
            chosen = [self.items[name]] if name in self.items else []
        names = {item["item"] for item in chosen}
        return [unit for unit in units if unit["item"] in names], chosen

    def reading(self, items, units):
        """How the values of these items are read; None when they are on scales that cannot be pooled."""
        scales = {(item["scale"], item["categories"]) for item in items}
        if len(scales) != 1:
            return None
        scale, listed = scales.pop()
        said = [value_of(unit[column]) for unit in units for column in self.people + self.llms]
        said = [value for value in said if value is not None]
        if scale == "preference":
            if len({isinstance(value, str) for value in said}) > 1:
                return None
            categories = ["B", "tie", "A"] if said and isinstance(said[0], str) else [1.0, 2.0, 3.0, 4.0, 5.0]
        else:
            categories = [value_of(category) for category in listed.split(";")] if listed else []
        words = bool(categories) and isinstance(categories[0], str)
        return {"categories": categories, "summary": "majority" if words else "mean"}

    def reliability(self, row):
        units, items = self.scope(row["scope"], row["exposure"])
        reading = self.reading(items, units)
        columns = self.people + (self.llms if row["raters"] == "human+llm" else [])
        ratings, raters = [], set()
        for unit in units:
            said = [(column, value_of(unit[column])) for column in columns]
            raters.update(column for column, value in said if value is not None)
            ratings.append([value for _, value in said if value is not None])
        found = {
            "units": sum(1 for unit in ratings if len(unit) > 1),
            "raterCount": len(raters),
            "pairable": sum(len(unit) for unit in ratings if len(unit) > 1),
            "value": None,
            "percentAgreement": None,
            "ac1": None,
            "weightedPercent": None,
            "ac2": None,
        }
        if reading is None and items:
            return found
        found["value"] = krippendorff_alpha(ratings, row["level"])
        found["percentAgreement"] = percent_agreement(ratings)
        categories = reading["categories"] if reading else []
        if categories and all(value in categories for unit in ratings for value in unit):
            found["ac1"] = gwet_ac1(ratings, categories)
            if row["level"] != "nominal":
                found["weightedPercent"] = weighted_percent(ratings, categories, row["level"])
                found["ac2"] = gwet_ac2(ratings, categories, row["level"])
        return found

    def column(self, kind, name, method, condition=None):
        """Where the values of a rater stand; None for one that gave none. An only condition goes without saying."""
        wanted = (kind, name, method or "")
        found = [rater for rater in self.raters if (rater["kind"], rater["rater"], rater["method"]) == wanted]
        exact = [rater for rater in found if rater["condition"] == (condition or "")]
        return next((rater["column"] for rater in exact + (found if len(found) == 1 else [])), None)

    def human_vs_llm(self, row):
        units, items = self.scope(row["item"], row["exposure"])
        reading = self.reading(items, units)
        column = self.column(row.get("raterKind", "llm"), row["llm"], row["method"], row.get("condition"))
        human, llm, ties = [], [], 0
        for unit in units if reading else []:
            own = value_of(unit.get(column))
            said = [value_of(unit[person]) for person in self.people]
            said = [value for value in said if value is not None]
            if own is None or not said:
                continue
            if reading["summary"] == "mean":
                together = total(said) / len(said)
            else:
                ranked = sorted(counts_by_value(said).items(), key=lambda entry: -entry[1])
                if len(ranked) > 1 and ranked[0][1] == ranked[1][1]:
                    ties += 1
                    continue
                together = WORDS[ranked[0][0]]
            human.append(together)
            llm.append(own if isinstance(own, float) else WORDS[own])
        difference = total(a - b for a, b in zip(llm, human)) / len(human) if human else None
        return {
            "n": len(human),
            "ties": ties,
            "pearson": pearson(llm, human),
            "spearman": spearman(llm, human),
            "kendall": kendall_tau_b(llm, human),
            "meanDifference": difference,
        }

    def against_gold(self, row):
        """Of everything, of an item or of the tasks with a tag; people by every value they gave."""
        column = self.column(row["raterKind"], row["rater"], row["method"]) if row["raterKind"] == "human" else None
        said = self.verdicts.said.get((row["raterKind"], row["rater"], row["method"], row["condition"]), {})
        part, _, name = row["subset"].partition(":")
        pairs, has_ties, seen = [], False, set()
        for unit in self.units:
            answer = self.verdicts.gold.get(unit["unit"])
            if answer is None or unit["unit"] in seen or unit["exposure"] not in ("any", ""):
                continue
            seen.add(unit["unit"])
            if part == "item" and unit["item"] != name:
                continue
            if part == "tag" and name not in self.verdicts.tags.get(unit["task_id"], []):
                continue
            own = said.get(unit["unit"])
            if column is not None and unit[column] != "":
                cell = unit[column] if unit[column] == "na" else value_of(unit[column])
                # Rows name pairs from the alphabetically first response.
                own = [plain({"item": unit["item"]}, cell)]
            if own:
                pairs.append((answer, own))
                has_ties = has_ties or unit["item"] == "preference"
        return held(pairs, has_ties)

    def shares(self, rows):
        counts = counts_by_value([row["action"] for row in rows])
        n = len(rows)
        found = {action: counts.get(action, 0) / n if n else None for action in ("accept", "revise", "remove", "add")}
        return dict(found, n=n)

    def line_shares(self, rows):
        lines = [row for row in rows if row["of"] == "line"]
        return {
            "lines": self.shares(lines),
            "scoreLines": self.shares([row for row in lines if row["place"] == "score"]),
            "evidenceLines": self.shares([row for row in lines if row["place"] == "evidence"]),
        }

    def moves(self, rows):
        found = {"raised": 0, "lowered": 0, "unchanged": 0}
        for row in rows:
            if row["of"] != "value" or row["exposure_class"] == "independent":
                continue
            draft, final = value_of(row["draft_value"]), value_of(row["final_value"])
            if draft is None or final is None or isinstance(draft, str) != isinstance(final, str):
                continue
            a, b = WORDS.get(draft, draft), WORDS.get(final, final)
            found["raised" if b > a else "lowered" if b < a else "unchanged"] += 1
        return found

    def pass_rates(self, row):
        """Over everything a rater answered yes or no; people by their final values."""
        column = self.column(row["raterKind"], row["rater"], row["method"], row.get("condition"))
        responses = {}
        for unit in self.units:
            item = self.items.get(unit["item"])
            if unit["exposure"] not in ("any", "") or not item or not item["scale"].startswith("yesno"):
                continue
            if row["category"] is not None and item["category"] != row["category"]:
                continue
            if unit.get(column) in ("yes", "no"):
                responses.setdefault(unit["response_id"], []).append(unit[column] == "yes")
        answers = [answer for sheet in responses.values() for answer in sheet]
        rates = [sum(sheet) / len(sheet) for _, sheet in sorted(responses.items())]
        return {
            "answered": len(answers),
            "passRate": total(rates) / len(rates) if rates else None,
            "drfr": sum(answers) / len(answers) if answers else None,
        }


# ---------------------------------------------------------------- held against agreement.json


def recomputed(study, report):
    """Every number under the name it has in agreement.json, beside what agreement.json says."""
    for row in report["reliability"]:
        name = "alpha %s %s %s %s" % (row["scope"], row["level"], row["raters"], row["exposure"])
        for key, found in study.reliability(row).items():
            yield (name + " " + key, found, row[key])
    for row in report["humanVsLlm"]:
        who = "%s %s" % (row["llm"], row["method"]) + (" " + row["condition"] if "condition" in row else "")
        name = "human-vs-llm %s %s %s" % (row["item"], who, row["exposure"])
        for key, found in study.human_vs_llm(row).items():
            yield (name + " " + key, found, row[key])
    for row in report["againstGold"]:
        if row["subset"].partition(":")[0] != "macro":
            who = [row["raterKind"], row["rater"], row["method"], row["condition"], row["subset"]]
            name = " ".join(["against-gold"] + [part for part in who if part is not None])
            for key, found in study.against_gold(row).items():
                yield (name + " " + key, found, row[key])
    people = [row for row in study.decisions if row["rater_kind"] == "human"]
    whole = dict(study.line_shares(people), items=study.shares([row for row in people if row["of"] == "item"]))
    for part, shares in whole.items():
        for key, found in shares.items():
            yield ("decisions %s %s" % (part, key), found, report["decisions"][part][key])
    by_item = {}
    for row in people:
        if row["of"] != "item":
            by_item.setdefault(row["item"], []).append(row)
    for item, expected in report["decisions"]["byItem"].items():
        rows = by_item.get(item, [])
        for part, shares in study.line_shares(rows).items():
            for key, found in shares.items():
                yield ("decisions %s %s %s" % (item, part, key), found, expected[part][key])
        for key, found in study.moves(rows).items():
            yield ("values %s %s" % (item, key), found, expected["values"][key])
    for row in report["checklist"]["byRater"]:
        if row["responseModel"] == "all":
            for key, found in study.pass_rates(row).items():
                who = row["rater"] + (" " + row["condition"] if "condition" in row else "")
                name = "checklist %s %s %s %s" % (row["raterKind"], who, row["category"] or "all", key)
                yield (name, found, row[key])


def main():
    with open(os.path.join(FOLDER, "agreement.json"), encoding="utf-8") as file:
        report = json.load(file)
    study = Study()
    numbers, different, largest = {}, [], 0.0
    for name, found, expected in recomputed(study, report):
        numbers[name] = found
        if found is None or expected is None:
            if found is not expected:
                different.append("%s: %s here, %s in agreement.json" % (name, found, expected))
            continue
        largest = max(largest, abs(found - expected))
        if not abs(found - expected) <= TOLERANCE:
            different.append("%s: %r here, %r in agreement.json" % (name, found, expected))
    if "--json" in sys.argv[1:]:
        print(json.dumps(numbers, ensure_ascii=False))
    else:
        for row in report["reliability"]:
            if row["scope"] == "all" and row["value"] is not None:
                words = (row["level"], row["raters"], row["exposure"], row["value"], row["units"], row["raterCount"])
                print("alpha, %s, %s, %s: %.6f (%d units, %d raters)" % words)
    for line in different:
        print(line, file=sys.stderr)
    summary = "%d numbers recomputed, %d differ; the largest difference is %.1e" % (
        len(numbers),
        len(different),
        largest,
    )
    print(summary, file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
