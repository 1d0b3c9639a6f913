import { z } from "zod";
import type { ModelAnswer, OutputProfile, ParseResult } from "@/lib/drafting/schema";
import type { AnswerSchema } from "@/lib/llm/schema";
import { parseCategories } from "./parse/categories";
import { parseBareScore, parseScoredLines, type ScoredLines } from "./parse/coeval-score";
import { parseCriteria } from "./parse/criteria";
import { type Factor, parseFactors } from "./parse/factors";
import { parseInteger } from "./parse/integer";
import { parseJsonAnswer } from "./parse/json";
import { normalise } from "./parse/normalise";
import { parsePlanAnswer, parseResponse } from "./parse/response";
import { parseResult } from "./parse/result";
import { parseVerdict } from "./parse/verdict";
import { parseOnlyYesNo, parseYesNo, type YesNo } from "./parse/yes-no";

/** The required format of an answer, at the end of a prompt, and its parser. */
export interface OutputFormat<T> {
  demand: string;
  schema?: AnswerSchema;
  read: (answer: ModelAnswer) => ParseResult<T>;
}

export type Forms<T> = Record<OutputProfile, OutputFormat<T>>;

/**
 * A format as text, and as JSON with the text parser for models that ignore the schema. JSON that does not fit the
 * schema, or is broken, is no such text: what the text parser finds in it is not the answer.
 */
export function forms<T, J>(
  text: { demand: string; read: (answer: ModelAnswer) => ParseResult<T> },
  json: {
    name: string;
    demand: string;
    zod: z.ZodType<J>;
    /** The requested schema, if the parser accepts more. */
    answerSchema?: z.ZodType;
    value: (output: J) => T;
    rationale?: (output: J) => string;
  },
): Forms<T> {
  const readJson = parseJsonAnswer(json.zod, { rationale: json.rationale });
  return {
    faithful: text,
    structured: {
      demand: json.demand,
      schema: { name: json.name, jsonSchema: plainSchema(json.answerSchema ?? json.zod) },
      read: (answer) => {
        const parsed = readJson(answer);
        if (parsed.ok) return { ...parsed, value: json.value(parsed.value) };
        if (isJsonObject(answer)) return parsed;
        const fallback = text.read(answer);
        return fallback.ok ? { ...fallback, flags: [...fallback.flags, "schema_not_followed"] } : parsed;
      },
    },
  };
}

const isJsonObject = ({ text }: ModelAnswer) => normalise(text).text.startsWith("{");

/**
 * The common subset of JSON schema: types, enums and required fields. An integer of a short range, such as a
 * score, becomes an enum; other ranges are checked by zod afterwards.
 */
function plainSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema) as Record<string, unknown>;
  return withoutRanges(rest) as Record<string, unknown>;
}

const RANGES = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "pattern",
  "format",
  "default",
]);

function withoutRanges(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutRanges);
  if (node === null || typeof node !== "object") return node;
  const plain = Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !RANGES.has(key))
      .map(([key, value]) => [key, withoutRanges(value)]),
  );
  const { type, minimum, maximum } = node as Record<string, unknown>;
  const isShort =
    type === "integer" &&
    typeof minimum === "number" &&
    typeof maximum === "number" &&
    maximum - minimum < MOST_VALUES;
  return isShort
    ? { ...plain, enum: Array.from({ length: maximum - minimum + 1 }, (_, n) => minimum + n) }
    : plain;
}

/** More values than any scale has. */
const MOST_VALUES = 50;

const text = z.string();

const withoutQuotes = (given: unknown) =>
  typeof given === "string" && /^\s*-?\d{1,9}\s*$/.test(given) ? Number(given) : given;
/** A whole number; models also write it in quotation marks. */
const wholeNumber = z.preprocess(withoutQuotes, z.int());
/** A whole number of a scale. */
export const pointOf = (lo: number, hi: number) => z.preprocess(withoutQuotes, z.int().min(lo).max(hi));

/** An analysis, and then an answer of this form. */
export const IN_TWO_PARTS = (second: string) => `Write your answer in exactly two parts:
Analysis: <your reasoning>
Answer: ${second}`;

/** The beginning of a request for JSON, before its fields. */
export const AS_JSON = "Write your answer as one JSON object with the fields, in this order:";

export const yesNo: Forms<YesNo> = forms(
  { demand: IN_TWO_PARTS("<YES or NO, and nothing else>"), read: parseYesNo },
  {
    name: "answer",
    demand: `${AS_JSON} "analysis" (your reasoning) and "answer" ("yes" or "no").`,
    zod: z.strictObject({ analysis: text, answer: z.enum(["yes", "no"]) }),
    value: ({ answer }) => answer,
    rationale: ({ analysis }) => analysis,
  },
);

export const onlyYesNo: Forms<YesNo> = forms(
  { demand: "Write one word and nothing else: YES or NO.", read: parseOnlyYesNo },
  {
    name: "answer",
    demand: 'Write your answer as a JSON object with one field: "answer" ("yes" or "no").',
    zod: z.strictObject({ answer: z.enum(["yes", "no"]) }),
    value: ({ answer }) => answer,
  },
);

export function integer(lo: number, hi: number): Forms<number> {
  return forms(
    { demand: IN_TWO_PARTS(`<one whole number from ${lo} to ${hi}>`), read: parseInteger(lo, hi) },
    {
      name: "score",
      demand: `${AS_JSON} "analysis" (your reasoning) and "score" (a whole number from ${lo} to ${hi}).`,
      zod: z.object({ analysis: text, score: pointOf(lo, hi) }),
      value: ({ score }) => score,
      rationale: ({ analysis }) => analysis,
    },
  );
}

export function result(lo: number, hi: number): Forms<number> {
  return forms(
    {
      demand: `Write your answer in exactly this form, and nothing else:
Feedback: <your feedback> [RESULT] <one whole number from ${lo} to ${hi}>`,
      read: parseResult(lo, hi),
    },
    {
      name: "result",
      demand: `${AS_JSON} "feedback" (your feedback) and "score" (a whole number from ${lo} to ${hi}).`,
      zod: z.object({ feedback: text, score: pointOf(lo, hi) }),
      value: ({ score }) => score,
      rationale: ({ feedback }) => feedback,
    },
  );
}

/** A score without a reason. */
export function bareScore(lo: number, hi: number): Forms<number> {
  return forms(
    {
      demand: `Write the score and nothing else:\nScore: <one whole number from ${lo} to ${hi}>`,
      read: parseBareScore(lo, hi),
    },
    {
      name: "score",
      demand: `Write a JSON object with one field: "score" (a whole number from ${lo} to ${hi}).`,
      zod: z.object({ score: pointOf(lo, hi) }),
      value: ({ score }) => score,
    },
  );
}

export const verdict: Forms<"A" | "B"> = forms(
  {
    demand: `Write your feedback first. End with your verdict, in double brackets: [[A]] if assistant A is better,
[[B]] if assistant B is better. There is no tie.`,
    read: parseVerdict,
  },
  {
    name: "verdict",
    demand: `${AS_JSON} "feedback" (your feedback) and "verdict" ("A" or "B"; there is no tie).`,
    zod: z.strictObject({ feedback: text, verdict: z.enum(["A", "B"]) }),
    value: (output) => output.verdict,
    rationale: ({ feedback }) => feedback,
  },
);

const factorList = z.strictObject({
  factors: z.array(z.strictObject({ name: text, description: text })),
});
const asFactors = {
  name: "factors",
  demand:
    'Write your answer as a JSON object with one field: "factors" (a list of objects with "name" and "description").',
  zod: factorList,
  value: (output: z.infer<typeof factorList>): Factor[] =>
    output.factors
      .map(({ name, description }) => ({ name: name.trim(), text: description.trim() }))
      .filter((factor) => factor.text !== ""),
};

export const factors: Forms<Factor[]> = notEmpty(
  forms(
    {
      demand: `Write the factors as a numbered list, and nothing else:
1.) **<Name>** - <description>
2.) **<Name>** - <description>`,
      read: parseFactors,
    },
    asFactors,
  ),
);

export const criteria: Forms<Factor[]> = notEmpty(
  forms(
    {
      demand: `Write the criteria as a numbered list, each as "<Name>: <description>".

Evaluation Criteria:`,
      read: parseCriteria,
    },
    asFactors,
  ),
);

export function categories(known: readonly [string, ...string[]]): Forms<string[]> {
  return notEmpty(
    forms(
      {
        demand: IN_TWO_PARTS("<one category on each line, spelt as in the list>"),
        read: parseCategories(known),
      },
      {
        name: "categories",
        demand: `${AS_JSON} "analysis" (your reasoning) and "categories" (a list of categories, spelt as given).`,
        zod: z.strictObject({ analysis: text, categories: z.array(z.enum(known)) }),
        value: (output) => [...new Set(output.categories)],
        rationale: ({ analysis }) => analysis,
      },
    ),
  );
}

/** Conclusion, score and evidence as lines that people can decide on one by one. */
export function evaluationForm(lo: number, hi: number, withEvidence: boolean): Forms<ScoredLines> {
  return forms(
    {
      demand: `Fill in the form, one numbered line for each part, and nothing else:
1. <your conclusion, with the reasons for it>
2. Score: <one whole number from ${lo} to ${hi}>${withEvidence ? "\n3. <evidence: quote the sentences of the output your conclusion rests on>" : ""}

Evaluation Form:`,
      read: parseScoredLines(lo, hi),
    },
    {
      name: "evaluation_form",
      demand: `${AS_JSON} "conclusion" (with the reasons for it), "evidence" (a list of sentences quoted from the output${withEvidence ? "" : "; leave it empty"}) and "score" (a whole number from ${lo} to ${hi}).`,
      zod: z.object({
        conclusion: text,
        evidence: withEvidence ? z.array(text) : z.array(text).default([]),
        score: wholeNumber,
      }),
      answerSchema: z.strictObject({ conclusion: text, evidence: z.array(text), score: pointOf(lo, hi) }),
      value: ({ conclusion, evidence, score }) => ({
        lines: [conclusion, `Score: ${score}`, ...evidence],
        ...{ scoreLine: 1, quotedFrom: 2 },
        ...(score >= lo && score <= hi ? { score } : { score: null, why: "out_of_range" as const }),
      }),
      rationale: ({ conclusion }) => conclusion,
    },
  );
}

/** A format that requests JSON in both profiles, because the method itself does; the profile decides on the schema. */
export function jsonInBoth<T>(
  { name, demand, asked }: { name: string; demand: string; asked: z.ZodType },
  read: OutputFormat<T>["read"],
): Forms<T> {
  const schema = { name, jsonSchema: plainSchema(asked) };
  return { faithful: { demand, read }, structured: { demand, schema, read } };
}

/** Such a format with a parser that may accept more than is requested. */
export function jsonForm<T>({
  read,
  rationale,
  open,
  ...requested
}: {
  name: string;
  demand: string;
  asked: z.ZodType;
  read: z.ZodType<T>;
  rationale?: (output: T) => string;
  open?: "{" | "[";
}): Forms<T> {
  return jsonInBoth(requested, parseJsonAnswer(read, { rationale, open }));
}

/** An empty list counts as unreadable: it has to be requested again. */
export function notEmpty<T>(both: Forms<T[]>): Forms<T[]> {
  const checked = (form: OutputFormat<T[]>): OutputFormat<T[]> => ({
    ...form,
    read: (answer) => {
      const parsed = form.read(answer);
      return parsed.ok && parsed.value.length === 0 ? { ok: false, code: "bad_value" } : parsed;
    },
  });
  return { faithful: checked(both.faithful), structured: checked(both.structured) };
}

/** A response as it is, without any form around it. */
export const wholeResponse: OutputFormat<string> = { demand: "", read: parseResponse };

/** A plan, and the new response written by it. The plan is the rationale. */
export const planAnswer: Forms<string> = forms(
  {
    demand: `Write your answer in exactly two parts:
Plan: <what you will change, and how>
Answer: <the whole new response>
Write nothing after the new response.`,
    read: parsePlanAnswer,
  },
  {
    name: "revision",
    demand: `${AS_JSON} "plan" (what you will change, and how) and "response" (the whole new response).`,
    zod: z.strictObject({ plan: text, response: text.refine((written) => written.trim() !== "") }),
    answerSchema: z.strictObject({ plan: text, response: text }),
    value: ({ response }) => response,
    rationale: ({ plan }) => plan,
  },
);
