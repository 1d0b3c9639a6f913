import fc from "fast-check";
import type { JsonObject } from "@/lib/formats/json-value";
import { ACTIONS, EXPOSURES, type Scale, type Value } from "@/lib/judgement/schema";
import { canonicalTime, type Item, RECORDS, type StudyRecord } from "../schema";

/** Random texts, of the characters that a study file may contain: not NUL, and no unpaired surrogates. */
const text = fc.string({ unit: "binary", maxLength: 12 }).map((s) => s.replaceAll("\0", "0"));
const label = fc.constantFrom("Format", "Content", "naïve — “quoted”", "日本語", "a,b\n");
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const moment = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
  .map(canonicalTime);
const metadata = fc
  .dictionary(
    fc.stringMatching(/^[a-z]{1,6}$/),
    fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
    {
      maxKeys: 3,
    },
  )
  .map((fields): JsonObject => ({ ...fields }));
const reason = fc.oneof(text, fc.record({ code: label, note: text }, { requiredKeys: ["code"] }));

const scale: fc.Arbitrary<Scale> = fc.oneof(
  fc.constant<Scale>({ type: "yesno" }),
  fc.constant<Scale>({ type: "yesnona" }),
  fc
    .tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: 1, max: 9 }))
    .map(([min, span]): Scale => ({ type: "points", min, max: min + span })),
);

function valueOn(scale: Scale): fc.Arbitrary<Value> {
  if (scale.type === "points") return fc.integer({ min: scale.min, max: scale.max });
  return scale.type === "yesno" ? fc.constantFrom("yes", "no") : fc.constantFrom("yes", "no", "na");
}

const lines = (draftLines: number) =>
  fc
    .tuple(
      fc.subarray([...Array(draftLines).keys()]),
      fc.array(fc.record({ kind: fc.constantFrom("text", "add"), text }), { maxLength: 2 }),
      fc.infiniteStream(fc.constantFrom(...ACTIONS.filter((action) => action !== "add"))),
      fc.infiniteStream(maybe(reason)),
    )
    .map(([decided, others, actions, reasons]) => {
      const why = () => reasons.next().value;
      const act = () => actions.next().value ?? "accept";
      return [
        ...decided.map((draft) => ({ draft, action: act(), reason: why() })),
        ...others.map(({ kind, text }) =>
          kind === "add"
            ? { action: "add" as const, text, reason: why() }
            : { draftText: text, action: act(), reason: why() },
        ),
      ];
    });

/** Numbers of records of each kind in a study, and the scales of its items. */
interface StudySize {
  name: string;
  tasks: number;
  responses: number;
  projectItems: Scale[];
  taskItems: Scale[];
  raters: number;
}

type ArbitraryRecord = fc.Arbitrary<Record<string, unknown>>;

const itemsOn = (prefix: string, scales: readonly Scale[]) =>
  fc.tuple(
    ...scales.map(
      (scale, at) =>
        fc.record({
          id: fc.constant(`${prefix}${at}`),
          name: maybe(text),
          text: text.map((words) => (words.trim() === "" ? `${words}?` : words)),
          scale: fc.constant(scale),
          weight: maybe(fc.integer({ min: 0, max: 100 })),
          category: maybe(label),
          metadata: maybe(metadata),
        }) satisfies fc.Arbitrary<Item>,
    ),
  );

/** A rubric with an item on each scale; `about` are the responses it may have been written for. */
function rubric(
  { id, task, prefix }: { id: string; task: string | null; prefix: string },
  scales: readonly Scale[],
  about: object[] = [{}],
): ArbitraryRecord {
  return fc
    .tuple(
      fc.record({
        type: fc.constant("rubric"),
        id: fc.constant(id),
        task: fc.constant(task),
        kind: fc.constantFrom("checklist", "criteria"),
        origin: maybe(fc.constantFrom("llm", "human", "import")),
        condition: maybe(fc.constantFrom("v1", "v1, examples=false")),
        items: itemsOn(prefix, scales),
      }),
      fc.constantFrom(...about),
    )
    .map(([record, of]) => ({ ...record, ...of }));
}

const taskRecord = (task: string): ArbitraryRecord =>
  fc.record({
    type: fc.constant("task"),
    id: fc.constant(task),
    instruction: text,
    input: maybe(text),
    messages: maybe(fc.array(fc.record({ role: fc.constant("user"), content: text }), { maxLength: 2 })),
    reference: maybe(text),
    tags: maybe(fc.array(label, { maxLength: 2 })),
    metadata: maybe(metadata),
  });

/** A decision on the first item of a task's own rubric. */
const decisionRecord = (task: string): ArbitraryRecord =>
  fc.record({
    type: fc.constant("decision"),
    id: fc.constant(`${task}-decision`),
    rubric: fc.constant(`${task}-own`),
    item: fc.constant("q0"),
    rater: fc.constant("A0"),
    raterKind: fc.constant("human"),
    exposure: maybe(fc.constantFrom(...EXPOSURES)),
    action: fc.constantFrom("accept", "revise", "remove"),
    text: maybe(text),
    reason: maybe(reason),
    at: maybe(moment),
  });

/** A response, with a draft and every rater's judgement of each of its units. */
function responseRecords(size: StudySize, task: string, response: string): ArbitraryRecord[] {
  const units: [string, Scale][] = [
    ...size.projectItems.map((scale, at): [string, Scale] => [`p${at}`, scale]),
    ...size.taskItems.map((scale, at): [string, Scale] => [`q${at}`, scale]),
    ["overall", { type: "points", min: 1, max: 5 }],
  ];
  return [
    fc.record({
      type: fc.constant("response"),
      id: fc.constant(response),
      task: fc.constant(task),
      model: maybe(fc.constantFrom("m1", "m2")),
      text,
    }),
    ...units.flatMap(([item, scale]) => unitRecords({ task, response, item }, scale, size.raters)),
  ];
}

function unitRecords(
  { task, response, item }: { task: string; response: string; item: string },
  scale: Scale,
  raters: number,
): ArbitraryRecord[] {
  const about = { task: fc.constant(task), response: fc.constant(response), item: fc.constant(item) };
  const draft = fc.record({
    type: fc.constant("draft"),
    id: fc.constant(`${response}-${item}-d`),
    ...about,
    rater: fc.constant("gpt"),
    raterKind: fc.constant("llm"),
    method: maybe(fc.constant("tick.evaluate")),
    value: fc.option(valueOn(scale)),
    lines: fc.tuple(text, text),
    scoreLine: maybe(fc.integer({ min: 0, max: 1 })),
    condition: maybe(fc.constantFrom("k=1", "k=5")),
    sample: maybe(fc.nat(3)),
    confidence: maybe(fc.constantFrom(0, 0.25, 1)),
  });
  const judgementBy = (rater: string) =>
    fc.record({
      type: fc.constant("judgement"),
      id: fc.constant(`${response}-${item}-${rater}`),
      ...about,
      rater: fc.constant(rater),
      raterKind: fc.constantFrom("human", "human", "human", "gold", "adjudicator"),
      arm: maybe(label),
      exposure: maybe(fc.constantFrom(...EXPOSURES)),
      draft: fc.constant(`${response}-${item}-d`),
      initial: maybe(fc.option(valueOn(scale))),
      value: fc.option(valueOn(scale), { freq: 8 }),
      lines: maybe(lines(2)),
      activeMs: maybe(fc.nat()),
      startedAt: maybe(moment),
      submittedAt: maybe(moment),
    });
  return [draft, ...Array.from({ length: raters }, (_, n) => judgementBy(`A${n}`))];
}

/** Gold labels of a task, or of one of its items. */
const labelsRecord = (task: string, item: string | undefined): ArbitraryRecord =>
  fc.record({
    type: fc.constant("labels"),
    id: fc.constant(`${task}-${item}-labels`),
    task: fc.constant(task),
    item: fc.constant(item),
    question: fc.constantFrom("capabilities", "open-closed"),
    labels: fc.uniqueArray(label, { maxLength: 3 }),
    rater: fc.constant("gold"),
    raterKind: fc.constant("gold"),
    metadata: maybe(metadata),
  });

const preferenceRecord = (task: string): ArbitraryRecord =>
  fc.record({
    type: fc.constant("judgement"),
    id: fc.constant(`${task}-preference`),
    task: fc.constant(task),
    item: fc.constant("preference"),
    pair: fc.constantFrom([`${task}r0`, `${task}r1`], [`${task}r1`, `${task}r0`]),
    rater: fc.constant("A0"),
    raterKind: fc.constant("human"),
    value: fc.constantFrom("A", "B", "tie", 1, 5),
  });

/** Everything about one task of a study. */
function recordsOfTask(size: StudySize, task: string): ArbitraryRecord[] {
  const [one, other] = [`${task}r0`, `${task}r1`];
  const own = { id: `${task}-own`, task, prefix: "q" };
  return [
    taskRecord(task),
    rubric(own, size.taskItems, [{}, { response: one }, { pair: [other, one] }]),
    ...(size.taskItems.length > 0 ? [decisionRecord(task)] : []),
    ...Array.from({ length: size.responses }, (_, n) => responseRecords(size, task, `${task}r${n}`)).flat(),
    ...[undefined, ...size.taskItems.map((_, at) => `q${at}`)].map((item) => labelsRecord(task, item)),
    preferenceRecord(task),
  ];
}

/** A complete, consistent study, which an import accepts without problems. */
export const arbitraryStudy: fc.Arbitrary<StudyRecord[]> = fc
  .record({
    name: text.filter((name) => name !== ""),
    tasks: fc.integer({ min: 1, max: 3 }),
    responses: fc.integer({ min: 2, max: 3 }),
    projectItems: fc.array(scale, { maxLength: 2 }),
    taskItems: fc.array(scale, { maxLength: 2 }),
    raters: fc.integer({ min: 1, max: 3 }),
  })
  .chain((size) =>
    fc.tuple<Record<string, unknown>[]>(
      fc.record({
        type: fc.constant("study"),
        version: fc.constant(1),
        name: fc.constant(size.name),
        source: maybe(text),
      }),
      rubric({ id: "project", task: null, prefix: "p" }, size.projectItems),
      ...Array.from({ length: size.tasks }, (_, n) => recordsOfTask(size, `t${n}`)).flat(),
    ),
  )
  // Parses the records with the schema, which normalises them as the import does.
  .map((records) => records.map((record) => RECORDS[record.type as StudyRecord["type"]].parse(record)))
  .map((records) => JSON.parse(JSON.stringify(records)) as StudyRecord[]);
