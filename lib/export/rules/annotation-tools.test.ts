import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { StudyChecker } from "@/lib/dataset/rules/check";
import { detect } from "@/lib/dataset/rules/formats/detect";
import { readFormat } from "@/lib/dataset/rules/formats/read";
import { isProblem } from "@/lib/dataset/rules/lines";
import type { ResponseRecord, StudyRecord, TaskRecord } from "@/lib/dataset/schema";
import type { Value } from "@/lib/judgement/schema";
import { argillaRecord, labelStudioTask, type ToolRecord, type ToolValue } from "./annotation-tools";
import { preferenceRow } from "./preference-set";

async function* once(text: string) {
  yield new TextEncoder().encode(text);
}

/** A file as an import reads it by default; it must have no problems. */
async function read(text: string, name: string): Promise<StudyRecord[]> {
  const found = await detect({ head: new TextEncoder().encode(text), whole: true, name });
  if (!found || found.shape === "study") throw new Error("not of a shape");
  const checker = new StudyChecker();
  const records: StudyRecord[] = [];
  for await (const one of readFormat(once(text), { ...found, shape: found.shape, name: "Study" })) {
    if (isProblem(one)) throw new Error(JSON.stringify(one));
    records.push(one.record);
    checker.add(one.record, one.line);
  }
  expect(checker.finish().problems).toEqual([]);
  return records;
}

const anything = fc.string({ unit: "binary", maxLength: 10 }).map((text) => text.replaceAll("\0", "0"));
/** Texts that other readers take for lists, chat turns or nothing. */
const misread = fc.constantFrom(
  ...'[1, 2]|["a"]|[]|[{"role":"user","content":"x"}]|[INST] Write [/INST]|| |\n|null|3|Human: x'.split("|"),
  "\ufeff\u2028\u202ee\u0301😀",
);
const words = fc.oneof(anything, misread);
const name = fc.constantFrom("A-7F3K", "=1+1", "é\n", "annotator 3", "gpt");
const chat = fc.array(fc.record({ role: fc.constantFrom("user", "assistant", "system"), content: words }), {
  minLength: 1,
  maxLength: 2,
});
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });

const ITEMS: Record<string, fc.Arbitrary<Value>> = {
  clarity: fc.integer({ min: 1, max: 5 }),
  "=polite": fc.constantFrom<Value>("yes", "no", "na"),
  overall: fc.integer({ min: 1, max: 5 }),
};
const given = (questions: readonly string[]) =>
  fc.tuple(
    ...questions.map((question) => fc.tuple(fc.constant(question), ITEMS[question] ?? fc.constant(1))),
  );

const records: fc.Arbitrary<ToolRecord[]> = fc
  .array(
    fc.record({
      task: fc.record(
        { instruction: words, input: words, reference: words, messages: chat },
        { requiredKeys: ["instruction"] },
      ),
      tags: fc.array(words, { minLength: 1, maxLength: 2 }),
      responses: fc.array(fc.record({ text: words, model: maybe(name) }), { minLength: 1, maxLength: 2 }),
      drafted: fc.subarray(Object.keys(ITEMS)).chain(given),
      judged: fc.uniqueArray(fc.tuple(name, given(Object.keys(ITEMS))), {
        selector: ([rater]) => rater,
        maxLength: 3,
      }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((tasks) =>
    tasks.flatMap(({ task, tags, responses, drafted, judged }, t) =>
      responses.map(({ text, model }, r): ToolRecord => {
        const common = { method: null, draft: null, activeMs: null, submittedAt: null };
        const drafts = drafted.map(
          ([question, value], n): ToolValue => ({
            id: `d${n}`,
            question,
            value,
            rater: "judge",
            ...common,
          }),
        );
        const judgements = judged.flatMap(([rater, values]) =>
          values.map(([question, value], n): ToolValue => {
            const draft = drafts.find((one) => one.question === question)?.id ?? null;
            return { ...common, id: `${rater}${n}`, question, value, rater, draft };
          }),
        );
        const record: TaskRecord = { type: "task", id: `t${t}`, tags, ...task };
        const response: ResponseRecord = { type: "response", id: `t${t}r${r}`, task: `t${t}`, text, model };
        return { task: record, response, drafts, judgements };
      }),
    ),
  );

/** The meaning of a study regardless of ids: each response with its task, and each value about it. */
function meaning(study: readonly StudyRecord[]) {
  const tasks = new Map(study.flatMap((record) => (record.type === "task" ? [[record.id, record]] : [])));
  const values = study.filter((record) => record.type === "draft" || record.type === "judgement");
  const drafts = new Map(values.map((record) => [record.id, record]));
  return study
    .filter((record) => record.type === "response")
    .map((response) => ({
      task: textsOf(tasks.get(response.task)),
      response: [response.id, response.text, response.model ?? null],
      values: values
        .filter((record) => record.response === response.id)
        .map(({ item, value, rater, raterKind, ...record }) => {
          const draft = "draft" in record ? drafts.get(record.draft ?? "")?.value : undefined;
          return JSON.stringify([item, value, rater, raterKind, draft ?? null]);
        })
        .sort(),
    }));
}

function textsOf(task: TaskRecord | undefined) {
  const { id, instruction, input = null, reference = null, messages = null, tags = null } = task ?? {};
  return [id, instruction, input, reference, messages, tags];
}

function meant(records: readonly ToolRecord[], linked: boolean) {
  return records.map(({ task, response, drafts, judgements }) => ({
    task: textsOf(task),
    response: [response.id, response.text, response.model ?? null],
    values: [
      ...drafts.map(({ question, value, rater }) => [question, value, rater, "llm", null]),
      ...judgements.map(({ question, value, rater, draft }) => {
        const drafted = linked ? (drafts.find(({ id }) => id === draft)?.value ?? null) : null;
        return [question, value, rater, "human", drafted];
      }),
    ]
      .map((value) => JSON.stringify(value))
      .sort(),
  }));
}

property.prop([records], { numRuns: 60 })("what goes out as Label Studio comes back in", async (records) => {
  const raters = [...new Set(records.flatMap(({ judgements }) => judgements.map(({ rater }) => rater)))];
  const numbers = new Map(raters.map((rater, n) => [rater, n + 1]));
  const text = JSON.stringify(records.map((record) => labelStudioTask(record, numbers)));
  const study = await read(text, "x.json");
  expect(meaning(study)).toEqual(meant(records, true));
});

property.prop([records], { numRuns: 60 })("what goes out as Argilla comes back in", async (records) => {
  const text = records.map((record) => `${JSON.stringify(argillaRecord(record))}\n`).join("");
  expect(meaning(await read(text, "x.jsonl"))).toEqual(meant(records, false));
});

const pairs = fc.uniqueArray(
  fc.record({
    instruction: words,
    input: maybe(words),
    messages: maybe(chat),
    first: words,
    second: words,
    votes: fc.array(fc.boolean(), { minLength: 1 }),
  }),
  { selector: ({ instruction }) => instruction, minLength: 1, maxLength: 4 },
);

property.prop([pairs], { numRuns: 60 })("what goes out as a preference set comes back in", async (pairs) => {
  const rows: object[] = [];
  const expected: object[] = [];
  for (const [n, { instruction, input, messages, first, second, votes }] of pairs.entries()) {
    const response = (id: string, text: string): ResponseRecord => ({
      type: "response",
      id,
      task: `t${n}`,
      text,
    });
    const judgements = votes.map((forFirst, at) => ({
      pair: (at % 2 === 0 ? ["a", "b"] : ["b", "a"]) as [string, string],
      value: (forFirst === (at % 2 === 0) ? "A" : "B") as Value,
      raterKind: "human" as const,
    }));
    const task: TaskRecord = { type: "task", id: `t${n}`, instruction, input, messages };
    const row = preferenceRow({
      id: `t${n}`,
      task,
      pair: [response("a", first), response("b", second)],
      judgements,
    });
    const forFirst = votes.filter(Boolean).length;
    if (2 * forFirst === votes.length) expect(row).toBeNull();
    else {
      if (row) rows.push(row);
      const better = 2 * forFirst > votes.length;
      expected.push({
        instruction,
        input: input || undefined,
        messages,
        chosen: better ? first : second,
        rejected: better ? second : first,
      });
    }
  }
  if (rows.length === 0) return;
  const study = await read(rows.map((row) => `${JSON.stringify(row)}\n`).join(""), "x.jsonl");
  const texts = new Map(
    study.flatMap((record) => (record.type === "response" ? [[record.id, record.text]] : [])),
  );
  const tasksById = new Map(study.flatMap((record) => (record.type === "task" ? [[record.id, record]] : [])));
  expect(
    study.flatMap((record) => {
      if (record.type !== "judgement") return [];
      const [a = "", b = ""] = record.pair ?? [];
      const [chosen, rejected] = record.value === "A" ? [a, b] : [b, a];
      const task = tasksById.get(record.task);
      const { instruction, input, messages } = task ?? {};
      return [{ instruction, input, messages, chosen: texts.get(chosen), rejected: texts.get(rejected) }];
    }),
  ).toEqual(expected);
});

test("gold decides before people, a grade before the middle counts for its side, and a draw decides nothing", () => {
  const task: TaskRecord = { type: "task", id: "t", instruction: "Why?" };
  const response = (id: string): ResponseRecord => ({ type: "response", id, task: "t", text: id });
  const row = (...judgements: { value: Value; raterKind: "human" | "gold"; pair?: [string, string] }[]) =>
    preferenceRow({
      id: "t",
      task,
      pair: [response("a"), response("b")],
      judgements: judgements.map(({ pair = ["a", "b"], ...rest }) => ({ pair, ...rest })),
    });
  const by = (raterKind: "human" | "gold", value: Value) => ({ raterKind, value });
  expect(row(by("human", 2), by("human", 5), by("human", 3))).toBeNull();
  expect(row(by("human", 4), by("human", 3))).toBeNull();
  expect(row(by("human", 1), by("human", 3), by("human", 3), by("human", 3))).toBeNull();
  expect(row(by("human", 4), by("human", 5), by("human", 1), by("human", 3))).toMatchObject({
    chosen: [{ content: "b" }],
    votes: { by: "people", chosen: 2, rejected: 1, tie: 1 },
  });
  expect(row(by("human", "A"), by("human", "A"), by("gold", "B"))).toMatchObject({
    chosen: [{ content: "b" }],
    votes: { by: "gold", chosen: 1, rejected: 0 },
  });
  expect(row({ ...by("human", "A"), pair: ["b", "a"] })).toMatchObject({ chosen: [{ content: "b" }] });
});

test("the prompt of a preference set has the text that the instruction applies to, where a trainer reads it", () => {
  const task: TaskRecord = { type: "task", id: "t", instruction: "Sum it up.", input: "It rained all day." };
  const response = (id: string): ResponseRecord => ({ type: "response", id, task: "t", text: id });
  const judgements = [{ pair: ["a", "b"] as [string, string], value: "A", raterKind: "human" } as const];
  const row = preferenceRow({ id: "t", task, pair: [response("a"), response("b")], judgements });
  expect(row).toMatchObject({ prompt: [{ role: "user", content: "Sum it up.\n\nIt rained all day." }] });
});
