import type { Format, FormatDetails } from "../../types";
import { type Cursor, words } from "../cursor";
import { quantity } from "../quantity";
import { type Clause, clause, HAVE } from "./clause";
import { codeOnly, postscript, rephrased, sections, title, twoResponses, wordList } from "./required-parts";

const DATA: [Format, string[]][] = [
  [
    "json",
    [
      ...words(`
        json | json format | json object | json array | json code | json list | json output | json data |
        a json object | json string | json response | json document | json formatted
      `),
    ],
  ],
  [
    "csv",
    [
      ...words(`
        csv | csv format | comma separated values | comma separated values format | csv file | csv data |
        csv table | comma separated values ( csv ) | comma separated value
      `),
    ],
  ],
  ["tsv", ["tsv", "tsv format", "tab separated values", "tab separated values format"]],
  ["xml", ["xml", "xml format", "xml document", "xml output"]],
  ["yaml", ["yaml", "yaml format", "yaml document"]],
  [
    "markdown_table",
    ["markdown table", "markdown table format", "table in markdown", "table in markdown format"],
  ],
];

const FORMAT_OF = new Map(DATA.flatMap(([of, names]) => names.map((name): [string, Format] => [name, of])));

const PARTS_OF: [Format, string[]][] = [
  [
    "bullets",
    [
      ...words(`
        bullet points | bullets | a bulleted list | a bullet list | bulleted list | a bullet point list |
        bullet point list | bullet point format | bullet list | a bullet pointed list |
        markdown bullet points | bullet points for formatting | bullet form | bulleted lists |
        bullet pointed list | a list of bullet points
      `),
    ],
  ],
  [
    "numbered",
    [
      ...words(`
        a numbered list | numbered list | numbered lists | numbered points | a numbered list format |
        numbered list format | an ordered list | numbered bullet points | numbered steps |
        numbered items
      `),
    ],
  ],
  [
    "headings",
    [
      ...words(`
        subheadings | headings | headers | a heading | section headings | markdown headings |
        headings and subheadings | sub headings | markdown headers | a subheading
      `),
    ],
  ],
  [
    "code_block",
    [
      ...words(`
        a code block | code blocks | a fenced code block | a markdown code block | a code snippet block |
        fenced code blocks | code block
      `),
    ],
  ],
  ["bold", ["bold text", "bold", "bold formatting", "bolded text", "text in bold"]],
  ["highlight", ["highlighted text", "markdown highlighting"]],
  ["placeholders", ["a placeholder"]],
  [
    "final_bold",
    ["the final answer in bold", "its final answer in bold", "the answer in bold", "a final answer in bold"],
  ],
  [
    "boxed",
    [
      ...words(`
        the final answer in \\boxed{} | the answer in \\boxed{} | \\boxed{} | \\boxed |
        a \\boxed{} answer | the final answer inside \\boxed{} | the final answer within \\boxed{} |
        its final answer in \\boxed{} | the final answer in a \\boxed{}
      `),
    ],
  ],
];

const PART_OF = new Map(PARTS_OF.flatMap(([of, names]) => names.map((name): [string, Format] => [name, of])));

export function format(cursor: Cursor): Clause | null {
  return dataFormat(cursor) ?? wrapping(cursor) ?? oneOffs(cursor) ?? partFormat(cursor);
}

const AS = [
  ...words(`
    provide them in | give them in | return it in | present it in | format it as | format them as | output it in | provide it in | write it in | provide the answer in | provide your answer in | respond in | answer in | reply in | present them in | list them in | return them in |
    formatted as | formatted in | formatted using | written in | written as | presented as |
    presented in | provided as | provided in | given as | given in | output as | structured as |
    returned as | returned in | in | as | in the form of | in the format of | wrapped in | a | follow |
    use | uses | using | be | represented as | expressed as | delivered as | in a | organized as |
    organized in | displayed as | displayed in | laid out as | entirely | only | consist of |
    consists of | contain | contains | containing | include | includes | including | with | provide |
    provides | return | returns | output | outputs | create | generate | adhere to | adheres to |
    parse as | parseable as | parsable as | conform to
  `),
];

function dataFormat(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const before = cursor.at;
    cursor.skip(...AS);
    const had = cursor.tokens
      .slice(before, cursor.at)
      .some((token) => token.type === "word" && /^(?:contain|includ|with)/.test(token.text));
    cursor.skip("the", "a", "an", "single", "only", "one");
    cursor.skip(
      ...words(`
        valid | proper | well formed | correct | strict | parseable | parsable | properly formatted |
        syntactically valid | standard
      `),
    );
    const name = cursor.take(...FORMAT_OF.keys());
    const of = FORMAT_OF.get(name ?? "");
    if (!of) return null;
    // "contains JSON" may be one block among others; only a table may be part of a response.
    if (had && of !== "markdown_table") return null;
    cursor.take("format", "syntax");
    const details: FormatDetails = {};
    if (name?.endsWith("array") || name?.endsWith("json list")) details.shape = "array";
    if (name?.endsWith("object")) details.shape = "object";
    pieces(cursor, of, details);
    return clause({ kind: "format", format: of, details });
  });
}

/** "with the keys 'a', 'b' and 'c'", "with 5 rows", "of 7 objects". */
function pieces(cursor: Cursor, of: Format, details: FormatDetails): void {
  cursor.try(() => {
    if (
      !cursor.take(
        ...words(`
          with | containing | that contains | that has | having | of | including | which has |
          that includes | using
        `),
      )
    )
      return null;
    const only = cursor.take("only", "exactly", "just", "only and exactly");
    cursor.skip("the", "following", "exact", "these", "exactly", "only");
    const counted = cursor.try(() => {
      if (only === "exactly") cursor.at--;
      const amount = quantity(cursor);
      if (!amount) return null;
      const what = cursor.take(
        ...words(`
          rows | objects | elements | items | entries | keys | columns | data rows | key value pairs
        `),
      );
      return what ? { what, asked: amount } : null;
    });
    if (counted && !/keys|columns/.test(counted.what)) {
      const { bare: _bare, presence: _presence, ...bound } = counted.asked;
      details.count = bound;
      return true;
    }
    if (
      !counted &&
      !cursor.take(
        ...words(`
          keys | key | fields | columns | column | headers | column headers | column names | properties |
          field | header | attributes
        `),
      )
    )
      return null;
    cursor.skip(":", "named", "called", "headers", "labeled", "labelled");
    const names: string[] = [];
    for (;;) {
      const value =
        cursor.quote() ?? (["and", "with", "in", "sorted"].includes(cursor.word()) ? null : cursor.raw());
      if (value === null) break;
      names.push(value);
      if (!cursor.take(", and", "and", ",")) break;
    }
    if (names.length === 0) return null;
    details.names = names;
    if (only === "only" || only === "just" || only === "exactly" || counted) details.only = true;
    return true;
  });
  if (details.count && of === "json" && !details.shape) details.shape = "array";
}

function wrapping(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const wrapped = cursor.take(
      ...words(`
        wrapped in | wrapped with | enclosed in | enclosed with | enclosed within | wrapped within |
        surrounded by | wrapped entirely in | put in | inside | wrapped inside | in | contained within |
        entirely wrapped in | entirely enclosed in | wrap your entire response with |
        wrap your response in | wrap your entire response in | wrap the entire response in |
        wrap the response in | wrap the entire output in | wrap your entire reply in
      `),
    );
    if (!wrapped) return null;
    if (
      cursor.take(
        ...words(`
          double quotation marks | double quotes | double quote marks | a pair of double quotation marks |
          quotation marks | double quotation | double quotations
        `),
      )
    ) {
      return clause({ kind: "format", format: "quoted_whole", details: {} });
    }
    if (
      cursor.take(
        ...words(`
          a code block | a fenced code block | a markdown code block | a single code block |
          triple backticks | one code block | a single fenced code block
        `),
      )
    ) {
      return clause({ kind: "format", format: "code_only", details: {} });
    }
    return null;
  });
}

function partFormat(cursor: Cursor): Clause | null {
  return cursor.try(() => {
    const verb = cursor.at;
    cursor.skip(...HAVE);
    const plain = cursor.at === verb;
    cursor.skip(...AS, ...HAVE);
    const whole = plain && cursor.at > verb;
    cursor.skip("any", "some", "clear", "markdown", "multiple");
    const of = PART_OF.get(cursor.take(...PART_OF.keys()) ?? "");
    if (!of) return null;
    cursor.skip("for formatting", "format", "to format the response", "for formatting purposes");
    const listed = of === "bullets" || of === "numbered";
    // "in bold" is about all of the text, "uses bold" about some of it.
    if (plain && !listed && of !== "headings" && !/^(?:final|boxed)/.test(of)) return null;
    return clause({ kind: "format", format: of, details: whole && listed ? { whole: true } : {} });
  });
}

function oneOffs(cursor: Cursor): Clause | null {
  return (
    title(cursor) ??
    postscript(cursor) ??
    twoResponses(cursor) ??
    codeOnly(cursor) ??
    wordList(cursor) ??
    rephrased(cursor) ??
    sections(cursor)
  );
}
