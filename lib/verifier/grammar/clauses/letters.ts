import { LANGUAGE_CODES } from "../../checks/language";
import type { Check } from "../../types";
import { type Cursor, words } from "../cursor";
import { type Clause, clause, HAVE } from "./clause";

const CASES: [Extract<Check, { kind: "case" }>["mode"], string[]][] = [
  [
    "lower",
    [
      ...words(`
        lowercase | lower case | small letters | lowercased | lowercase letters | lower case letters |
        lowercase characters | lowercase text | lowercase english letters | lowercase letter
      `),
    ],
  ],
  [
    "upper",
    [
      ...words(`
        uppercase | upper case | capital letters | capitals | caps | capitalized | uppercase letters |
        upper case letters | all caps | block capitals | capital | uppercase characters | uppercase text |
        capitalized letters | caps lock
      `),
    ],
  ],
  ["title", ["title case", "titlecase", "title capitalization"]],
  ["sentence", ["sentence case", "sentence capitalization"]],
];

const CASE_OF = new Map(
  CASES.flatMap(([mode, names]) => names.map((name): [string, typeof mode] => [name, mode])),
);

export function letterCase(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const verb = cursor.take(
      ...HAVE,
      ...words(`
        written in | written using | written with | in | presented in | formatted in | displayed in |
        typed in
      `),
    );
    const only = cursor.take(
      ...words(`
        only | exclusively | solely | entirely in | completely in | all in | only in | entirely |
        fully in | strictly in | fully
      `),
    );
    const english = cursor.take("english and in", "english , and in", "english and", "english ,");
    const all = cursor.take("all", "only", "entirely", "the");
    const name = cursor.take(...CASE_OF.keys());
    const mode = CASE_OF.get(name ?? "");
    if (!mode) return null;
    cursor.skip(
      ...words(`
        letters | only | letter | throughout | format | characters | text | english letters | words |
        , with no capital letters | , with no capital letters allowed | with no capital letters |
        , and no capital letters | and in english | and contain no capital letters |
        with no uppercase letters | with no lowercase letters
      `),
    );
    const has = verb !== null && HAVE.includes(verb) && verb !== "with";
    // "contains capital letters" and "uses capitals" ask for some, not for all.
    if (has && !only && !all && mode !== "title" && mode !== "sentence") return null;
    if (name === "capital" || (name === "capitalized" && !all)) return null;
    const check: Check = { kind: "case", mode };
    return clause(english ? { kind: "and", of: [{ kind: "language", code: "en" }, check] } : check);
  });
}

export function language(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const verb = cursor.take(
      ...words(`
        respond in | answer in | reply in | write in | written in | in | use | uses | using | answered in | expressed in | presented in | provided in |
        given in | composed in | generated in | written
      `),
    );
    const before = cursor.at;
    const only = cursor.skip(
      ...words(`
        only | entirely in | entirely | only in | exclusively in | exclusively | completely in |
        fully in | solely in | all in | 100 % | in | the
      `),
    );
    const qualified = cursor.at > before;
    const code = LANGUAGE_CODES[only.word()];
    if (!code) return null;
    cursor.at++;
    cursor.take("language", "text");
    const after = cursor.take(
      ...words(`
        only | exclusively | , with no other language | and no other language | and no other languages |
        , with no other language allowed | , no other language is allowed | , and no other language |
        with no other language
      `),
    );
    if (verb === null && !after && !qualified) return cursor.done ? clause({ kind: "language", code }) : null;
    return clause({ kind: "language", code });
  });
}

export function charset(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE, "in", "be");
    const only = cursor.take("only", "exclusively", "solely", "entirely of", "entirely", "just", "only in");
    const ascii = cursor.take(
      ...words(`
        ascii characters | ascii text | ascii | plain ascii | ascii characters only | ascii only
      `),
    );
    if (ascii && (only || ascii.endsWith("only") || cursor.take("only")))
      return clause({ kind: "charset", set: "ascii" });
    const latin = cursor.take(
      "latin letters",
      "latin characters",
      "the latin alphabet",
      "latin script",
      "letters of the latin alphabet",
    );
    if (latin && (only || cursor.take("only"))) return clause({ kind: "charset", set: "latin" });
    if (only) return null;
    if (
      cursor.take(
        "no punctuation",
        "no punctuation marks",
        "no punctuation marks at all",
        "no punctuation at all",
      )
    )
      return clause({ kind: "charset", set: "no_punctuation" });
    return null;
  });
}
