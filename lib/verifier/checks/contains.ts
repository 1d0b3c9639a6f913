import {
  hitsOf,
  note,
  nothingFound,
  occurrences,
  searchable,
  type TextMatch,
  type TextPosition,
} from "../text/find";
import { foldCase } from "../text/words";
import { agreed, boundText, type Check, type Finding, meets, spansOf, type Verdict } from "../types";

type Contains = Extract<Check, { kind: "contains" | "not_contains" }>;

interface Presence {
  /** True if the value occurs: borderline when conventions disagree. */
  there: "yes" | "no" | "borderline";
  counts: Record<string, number>;
  places: TextPosition[];
  near: TextMatch;
}

/** Checks whether, or how often, words, phrases, characters or sentences occur. */
export function runContains(check: Contains, text: string): Finding {
  const found = check.values.map((value) => ({ value, ...presenceOf(check, value, text) }));
  const forbidden = check.kind === "not_contains";
  const each = found.map(({ there }) => there);
  const verdict = forbidden ? none(each) : check.mode === "any" ? any(each) : all(each);
  const summary = found
    .map(({ value, counts, near }) => {
      const numbers = [...new Set(Object.values(counts))];
      const times =
        numbers.length === 1 ? `${numbers[0]}` : `${Math.min(...numbers)} to ${Math.max(...numbers)}`;
      return `“${value}” ${times} ${times === "1" ? "time" : "times"}${near.count > 0 ? `, ${near.count} only nearly` : ""}`;
    })
    .join("; ");
  return {
    verdict,
    evidence: {
      summary: check.times ? `${summary}; asked for ${boundText(check.times)}` : summary,
      counts: Object.fromEntries(
        found.flatMap(({ value, counts }) =>
          Object.entries(counts).map(([name, count]) => [
            found.length > 1 ? `${value}: ${name}` : name,
            count,
          ]),
        ),
      ),
      spans: [
        ...spansOf(
          found.flatMap(({ places }) => places),
          "found",
        ),
        ...spansOf(
          found.flatMap(({ near }) => near.places.slice(0, 20)),
          "near",
        ),
      ].slice(0, 100),
    },
  };
}

function all(each: Verdict[]): Verdict {
  if (each.includes("no")) return "no";
  return each.includes("borderline") ? "borderline" : "yes";
}

function any(each: Verdict[]): Verdict {
  if (each.includes("yes")) return "yes";
  return each.includes("borderline") ? "borderline" : "no";
}

function none(each: Verdict[]): Verdict {
  const some = any(each);
  return some === "yes" ? "no" : some === "no" ? "yes" : some;
}

function presenceOf({ kind, what, times }: Contains, value: string, text: string): Presence {
  if (what === "char") return ofCharacter(value, text, times);
  if (what === "sentence") return ofSentence(value, text);
  const { exact, joined, inside } = hitsOf(text, value);
  const counts = { exact: exact.count, boundary: exact.count + joined.count };
  const near = {
    count: joined.count + inside.count,
    places: [...joined.places, ...inside.places],
  };
  if (times) {
    const conventions = { exact: meets(counts.exact, times), boundary: meets(counts.boundary, times) };
    return {
      there: verdictOf(conventions),
      counts: { ...counts, substring: counts.boundary + inside.count },
      places: exact.places,
      near,
    };
  }
  const seen = exact.count > 0 ? "yes" : joined.count > 0 ? "borderline" : "no";
  // A part of a longer word does not violate a prohibition, but the author may have meant it.
  const there = seen === "no" && inside.count > 0 && kind === "contains" ? "borderline" : seen;
  return { there, counts, places: exact.places, near };
}

const verdictOf = (conventions: Record<string, "yes" | "no" | "borderline">) => {
  const verdict = agreed(conventions);
  return verdict === "inapplicable" ? "borderline" : verdict;
};

function ofCharacter(value: string, text: string, times: Contains["times"]): Presence {
  const composed = value.normalize("NFC");
  const small = foldCase(composed);
  const { folded } = searchable(text);
  const any = nothingFound();
  let same = 0;
  for (const start of occurrences(folded, small)) {
    note(any, start, start + small.length);
    if (text.startsWith(composed, start)) same++;
  }
  const decomposed = any.count === 0 && folded.normalize("NFC").includes(small);
  const counts = { any_case: any.count, same_case: same };
  const near = nothingFound();
  if (times) {
    const conventions: Record<string, "yes" | "no" | "borderline"> = { any_case: meets(any.count, times) };
    if (composed !== small) conventions.same_case = meets(same, times);
    return { there: verdictOf(conventions), counts, places: any.places, near };
  }
  const otherCase = any.count > 0 && same === 0 && composed !== small;
  const there = decomposed || otherCase ? "borderline" : any.count > 0 ? "yes" : "no";
  return { there, counts, places: any.places, near };
}

function ofSentence(value: string, text: string): Presence {
  const wanted = value.trim();
  const verbatim = nothingFound();
  for (const start of occurrences(text, wanted)) note(verbatim, start, start + wanted.length);
  const { exact } = hitsOf(text, value);
  const counts = { verbatim: verbatim.count, ignoring_case_and_space: exact.count };
  if (verbatim.count > 0) return { there: "yes", counts, places: verbatim.places, near: nothingFound() };
  return { there: exact.count > 0 ? "borderline" : "no", counts, places: [], near: exact };
}
