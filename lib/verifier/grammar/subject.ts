import type { TextPart } from "../types";
import { type Cursor, words } from "./cursor";

/** The subject of a question. */
export type QuestionSubject =
  | { of: "whole" }
  /** An artefact, which may be only a part of the response: "the headline". */
  | { of: "scoped"; noun: string }
  | { of: "part"; part: TextPart; n: number }
  | { of: "each"; part: TextPart };

const WHOLE = new Set(
  "response output answer reply text message completion it content generation".split(" "),
);
const WHOLE_PHRASES = [
  ...words(`
    model output | model | assistant | ai | llm | chatbot | model response | generated text |
    output text | response text | ai response | you | writer | author
  `),
];

/** Nouns for artefacts. */
export const ARTEFACTS = new Set(
  "essay story poem haiku limerick email letter summary paragraph list article title headline tweet code post blog speech review song lyrics sonnet slogan caption advertisement ad password sentence recipe report resume dialogue script conversation joke riddle description introduction conclusion biography itinerary outline table json translation rap note memo bio product proposal plan".split(
    " ",
  ),
);

const PARTS: Record<string, TextPart> = {
  paragraph: "paragraph",
  sentence: "sentence",
  line: "line",
  item: "item",
  bullet: "item",
  verse: "line",
  "bullet point": "item",
  "list item": "item",
  tip: "item",
  entry: "item",
};
const DETERMINERS = [
  ...words(`
    the | your | its | this | my | their | his | her | a | an | model's | assistant's | ai's | llm's |
    chatbot's | entire | whole | generated | final | full | given | complete | overall | resulting |
    provided | all of | total | actual
  `),
];

/** A subject with its attributes, or null. */
export function subject(cursor: Cursor): QuestionSubject | null {
  return cursor.try(() => {
    const each = cursor.take(
      ...words(`
        each of the | every one of the | each | every | all of the | all the | all
      `),
    );
    if (each) {
      const part =
        PARTS[
          cursor.take("bullet point", "list item", "bullet points", "list items")?.replace(/s$/, "") ?? ""
        ] ?? PARTS[singular(cursor.word())];
      if (part) {
        if (!singularAt(cursor, -1)) cursor.at++;
        withinClause(cursor);
        return { of: "each", part };
      }
      if (each === "each" || each === "every" || each.startsWith("each of") || each.startsWith("every one"))
        return null;
    }
    cursor.skip(...DETERMINERS);
    const ordinal = cursor.try(() => {
      const n = cursor.ordinal();
      const name = n === null ? "" : (cursor.take("bullet point", "list item") ?? cursor.word());
      const part = PARTS[name];
      if (n === null || !part) return null;
      if (!name.includes(" ")) cursor.at++;
      withinClause(cursor);
      return { of: "part" as const, part, n };
    });
    if (ordinal) return ordinal;
    const numbered = cursor.try(() => {
      const part = PARTS[cursor.word()];
      if (!part) return null;
      cursor.at++;
      const n = cursor.number();
      return n === null || n < 1 ? null : { of: "part" as const, part, n };
    });
    if (numbered) return numbered;
    if (cursor.take(...WHOLE_PHRASES)) {
      cursor.take("'s response", "output", "response");
      return { of: "whole" };
    }
    if (WHOLE.has(cursor.word()) && ARTEFACTS.has(cursor.word(1)) && cursor.word(1) !== "list") cursor.at++;
    const noun = cursor.word();
    if (WHOLE.has(noun)) {
      cursor.at++;
      return { of: "whole" };
    }
    if (ARTEFACTS.has(noun)) {
      cursor.at++;
      if (noun === "blog" && cursor.take("post")) return { of: "scoped", noun: "post" };
      if (noun === "product" && cursor.take("description")) return { of: "scoped", noun: "description" };
      withinClause(cursor);
      return { of: "scoped", noun };
    }
    return null;
  });
}

function singularAt(cursor: Cursor, ahead: number): boolean {
  const word = cursor.word(ahead);
  return (
    word === "point" ||
    word === "points" ||
    (word === "items" && cursor.word(ahead - 1) === "list") ||
    (word === "item" && cursor.word(ahead - 1) === "list")
  );
}

const singular = (word: string) => (word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.replace(/s$/, ""));

/** "of the response", after a part of it. */
export function withinClause(cursor: Cursor): boolean {
  return (
    cursor.try(() => {
      if (
        !cursor.take(
          ...words(`
            of | in | within | throughout | inside | from | for | across | in any part of | anywhere in |
            anywhere within
          `),
        )
      )
        return null;
      cursor.skip(...DETERMINERS, "final");
      if (cursor.take(...WHOLE_PHRASES, "model's output", "response itself")) {
        cursor.take("output", "response");
        return true;
      }
      if (WHOLE.has(cursor.word())) {
        cursor.at++;
        return true;
      }
      return null;
    }) ?? false
  );
}

/** A scoped noun after a preposition: "in the headline". */
export function withinScope(cursor: Cursor): QuestionSubject | null {
  return cursor.try(() => {
    if (!cursor.take("of", "in", "within", "throughout", "inside", "for")) return null;
    return subject(cursor);
  });
}
