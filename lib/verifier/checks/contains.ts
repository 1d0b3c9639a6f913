import { agreed, boundText, type Check, type Finding, meets, spansOf, type Verdict } from "../check";
import { hitsOf, occurrences, type Place } from "../text/find";
import { fold } from "../text/words";

type Contains = Extract<Check, { kind: "contains" | "not_contains" }>;

interface Presence {
  /** Whether the value is there: borderline where one convention sees it and another does not. */
  there: "yes" | "no" | "borderline";
  counts: Record<string, number>;
  places: Place[];
  near: Place[];
}

/** Whether words, phrases, characters or sentences occur, or how often. */
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
      return `“${value}” ${times} ${times === "1" ? "time" : "times"}${near.length > 0 ? `, ${near.length} only nearly` : ""}`;
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
          found.flatMap(({ places }) => places.slice(0, 100)),
          "found",
        ),
        ...spansOf(
          found.flatMap(({ near }) => near.slice(0, 20)),
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
  const counts = { exact: exact.length, boundary: exact.length + joined.length };
  const near = [...joined, ...inside];
  if (times) {
    const conventions = { exact: meets(counts.exact, times), boundary: meets(counts.boundary, times) };
    return {
      there: verdictOf(conventions),
      counts: { ...counts, substring: counts.boundary + inside.length },
      places: exact,
      near,
    };
  }
  const seen = exact.length > 0 ? "yes" : joined.length > 0 ? "borderline" : "no";
  // A part of a longer word does not break a prohibition, but it may be what was asked for.
  const there = seen === "no" && inside.length > 0 && kind === "contains" ? "borderline" : seen;
  return { there, counts, places: exact, near };
}

const verdictOf = (conventions: Record<string, "yes" | "no" | "borderline">) => {
  const verdict = agreed(conventions);
  return verdict === "inapplicable" ? "borderline" : verdict;
};

function ofCharacter(value: string, text: string, times: Contains["times"]): Presence {
  const composed = value.normalize("NFC");
  const small = fold(composed);
  const places = occurrences(fold(text), small).map((start) => ({ start, end: start + small.length }));
  const same = places.filter(({ start, end }) => text.slice(start, end) === composed);
  const decomposed = places.length === 0 && fold(text.normalize("NFC")).includes(small);
  const counts = { any_case: places.length, same_case: same.length };
  if (times) {
    const conventions: Record<string, "yes" | "no" | "borderline"> = {
      any_case: meets(places.length, times),
    };
    if (composed !== small) conventions.same_case = meets(same.length, times);
    return { there: verdictOf(conventions), counts, places, near: [] };
  }
  const otherCase = places.length > 0 && same.length === 0 && composed !== small;
  const there = decomposed || otherCase ? "borderline" : places.length > 0 ? "yes" : "no";
  return { there, counts, places, near: [] };
}

function ofSentence(value: string, text: string): Presence {
  const verbatim = occurrences(text, value.trim()).map((start) => ({
    start,
    end: start + value.trim().length,
  }));
  const { exact } = hitsOf(text, value);
  const counts = { verbatim: verbatim.length, ignoring_case_and_space: exact.length };
  if (verbatim.length > 0) return { there: "yes", counts, places: verbatim, near: [] };
  return { there: exact.length > 0 ? "borderline" : "no", counts, places: [], near: exact };
}
