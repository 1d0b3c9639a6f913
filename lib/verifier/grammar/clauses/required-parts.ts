import { type Cursor, words } from "../cursor";
import { quantity } from "../quantity";
import { type Clause, clause, HAVE } from "./clause";
import { markerOf } from "./count";

export function title(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE);
    if (!cursor.take("a title", "the title", "its title", "title")) return null;
    cursor.skip(",", "that is", "which is");
    if (!cursor.take("wrapped in", "enclosed in", "in", "surrounded by", "wrapped with", "enclosed within"))
      return null;
    if (!cursor.take("double angular brackets", "double angle brackets", "<< >>")) {
      const quoted = cursor.quote();
      if (!quoted || !/^<<.*>>$/.test(quoted)) return null;
    }
    cursor.try(() => {
      cursor.skip(",", "such as", "like", "i . e .", "e . g .", "for example", "(");
      if (!cursor.take("<<")) return cursor.quote();
      while (!cursor.done && !cursor.take(">>")) cursor.at++;
      cursor.take(")");
      return true;
    });
    return clause({ kind: "format", format: "title_angle", details: {} });
  });
}

export function postscript(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE, "at the end ,", "end with", "ends with", "explicitly", "please");
    cursor.skip("a", "an", "the");
    const token = cursor.peek();
    let marker: string | null = null;
    if (token?.type === "sign" && /^p\./.test(token.text)) {
      cursor.at++;
      marker = token.text;
      cursor.take(
        ...words(`
          section | note | postscript | at the end | at the end of the response | line | at its end
        `),
      );
    } else if (cursor.take("postscript", "post script", "postscript note")) {
      marker = "p.s.";
      cursor.skip("at the end", "at the end of the response", "at its end", ",", "note", "section");
      const named = cursor.try(() => {
        if (
          !cursor.take(
            ...words(`
              starting with | beginning with | marked with | marked by | that starts with |
              that begins with | introduced by | labeled | marked
            `),
          )
        )
          return null;
        cursor.skip("the", "marker", "letters", "abbreviation");
        const next = cursor.peek();
        if (next?.type === "sign" && /^p\./.test(next.text)) {
          cursor.at++;
          return next.text;
        }
        const quoted = cursor.quote();
        return quoted && /^p\W{0,2}(?:p\W{0,2})?s\b/i.test(quoted) ? quoted : null;
      });
      marker = named ?? marker;
      cursor.take("at the end", "at the end of the response");
    } else {
      const quoted = cursor.try(() => {
        const value = cursor.quote();
        return value && /^p\.\s?(?:p\.\s?)?s\.?$/i.test(value) ? value : null;
      });
      if (!quoted) return null;
      marker = quoted;
      cursor.take("section", "note", "postscript", "at the end");
    }
    return clause({ kind: "format", format: "postscript", details: { marker: marker.toUpperCase() } });
  });
}

export function twoResponses(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE);
    cursor.take("exactly");
    if (!cursor.take("two")) return null;
    cursor.skip("different", "distinct", "separate");
    if (!cursor.take("responses", "answers", "versions", "outputs")) return null;
    cursor.skip(",", "that are", "which are", "and", "only", "clearly");
    if (!cursor.take("separated by", "separated with", "divided by", "separated only by")) return null;
    cursor.number();
    cursor.skip(
      ...words(`
        asterisk symbols | asterisks | : | the | symbols | six | exactly | separator | divider |
        asterisk
      `),
    );
    const token = cursor.peek();
    const marker =
      token?.type === "sign" && /^\*{3,}$/.test(token.text) ? cursor.take(token.text) : cursor.quote();
    if (!marker && cursor.tokens[cursor.at - 1]?.type !== "word") return null;
    return clause({ kind: "format", format: "two_responses", details: { marker: marker ?? "******" } });
  });
}

export function codeOnly(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE, "return", "returns", "of");
    const only = cursor.take("only", "just", "nothing but", "entirely of", "solely of", "only of");
    const tag = cursor.try(() =>
      cursor.take("python", "javascript", "java", "sql", "html", "typescript", "css", "bash"),
    );
    if (!cursor.take("code", "the code")) return null;
    const after = cursor.take("only");
    if (!only && !after) return null;
    cursor.skip(
      ...words(`
        , | without any explanation | without explanation | with no explanation | and no explanation |
        without any explanations | with no explanations | without explanations |
        without any comments outside it | with no other text | and nothing else | without any other text |
        without any additional text | with no additional text
      `),
    );
    return clause({ kind: "format", format: "code_only", details: tag ? { language: tag } : {} });
  });
}

/** "a list of three words, each yes or no": the format of answers to several questions at once. */
export function wordList(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(
      ...HAVE,
      ...words(`
        its final answer as | the final answer as | the answer as | be | as | in bold | a |
        comma separated
      `),
    );
    if (!cursor.take("list of", "comma separated list of")) return null;
    const amount = quantity(cursor);
    if (!amount || !cursor.take("words", "answers")) return null;
    cursor.skip(",", ":", "each", "either", "being", "that are", "(", "of", "which are", "is");
    const options = optionList(cursor);
    if (options.length < 2) return null;
    cursor.take(")");
    const { bare: _bare, presence: _presence, ...bound } = amount;
    return clause({ kind: "format", format: "word_list", details: { options, count: bound } });
  });
}

function optionList(cursor: Cursor): string[] {
  const found: string[] = [];
  for (;;) {
    const value = cursor.quote() ?? (cursor.word() === "or" ? null : cursor.raw());
    if (value === null) break;
    found.push(value);
    if (!cursor.take(", or", "or", ",", "/")) break;
  }
  return found;
}

export function rephrased(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip("only", "be");
    if (
      !cursor.take("change", "changes", "changed", "changing", "rephrase", "rephrases", "modify", "modifies")
    )
      return null;
    cursor.skip("only", "the", "text", "words", "sentences", "part", "parts", "what is", "content");
    if (
      !cursor.take(
        ...words(`
          between asterisks | between the asterisks | inside the asterisks | within the asterisks |
          between * and * | within asterisks
        `),
      )
    )
      return null;
    return clause({ kind: "rephrase" });
  });
}

export function sections(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    cursor.skip(...HAVE);
    if (!cursor.take("sections")) return null;
    const marker = markerOf(cursor);
    return marker
      ? clause({ kind: "format", format: "sections", details: { marker, count: { op: "ge", n: 1 } } })
      : null;
  });
}
