import fc from "fast-check";
import type { JsonObject } from "@/lib/formats/json-value";
import { ACTIONS, EXPOSURES, type Scale, type Value } from "@/lib/judgement/schema";
import { canonicalTime, type Item, RECORDS, type StudyRecord } from "../schema";

/** Random texts that a study file may contain: any characters except NUL and unpaired surrogates. */
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
  .chain((size) => {
    const records: fc.Arbitrary<Record<string, unknown>>[] = [
      fc.record({
        type: fc.constant("study"),
        version: fc.constant(1),
        name: fc.constant(size.name),
        source: maybe(text),
      }),
    ];
    const items = (prefix: string, scales: Scale[]) =>
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
    const rubric = (
      id: string,
      task: string | null,
      prefix: string,
      scales: Scale[],
      about: object[] = [{}],
    ) =>
      records.push(
        fc
          .tuple(
            fc.record({
              type: fc.constant("rubric"),
              id: fc.constant(id),
              task: fc.constant(task),
              kind: fc.constantFrom("checklist", "criteria"),
              origin: maybe(fc.constantFrom("llm", "human", "import")),
              items: items(prefix, scales),
            }),
            fc.constantFrom(...about),
          )
          .map(([record, of]) => ({ ...record, ...of })),
      );
    rubric("project", null, "p", size.projectItems);
    for (let t = 0; t < size.tasks; t++) {
      const task = `t${t}`;
      records.push(
        fc.record({
          type: fc.constant("task"),
          id: fc.constant(task),
          instruction: text,
          input: maybe(text),
          messages: maybe(
            fc.array(fc.record({ role: fc.constant("user"), content: text }), { maxLength: 2 }),
          ),
          reference: maybe(text),
          tags: maybe(fc.array(label, { maxLength: 2 })),
          metadata: maybe(metadata),
        }),
      );
      const [one, other] = [`${task}r0`, `${task}r1`];
      rubric(`${task}-own`, task, `q`, size.taskItems, [{}, { response: one }, { pair: [other, one] }]);
      if (size.taskItems.length > 0) {
        records.push(
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
          }),
        );
      }
      for (let r = 0; r < size.responses; r++) {
        const response = `${task}r${r}`;
        records.push(
          fc.record({
            type: fc.constant("response"),
            id: fc.constant(response),
            task: fc.constant(task),
            model: maybe(fc.constantFrom("m1", "m2")),
            text,
          }),
        );
        const targets: [string, Scale][] = [
          ...size.projectItems.map((scale, at): [string, Scale] => [`p${at}`, scale]),
          ...size.taskItems.map((scale, at): [string, Scale] => [`q${at}`, scale]),
          ["overall", { type: "points", min: 1, max: 5 }],
        ];
        for (const [item, scale] of targets) {
          const about = {
            task: fc.constant(task),
            response: fc.constant(response),
            item: fc.constant(item),
          };
          records.push(
            fc.record({
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
            }),
          );
          for (let a = 0; a < size.raters; a++) {
            records.push(
              fc.record({
                type: fc.constant("judgement"),
                id: fc.constant(`${response}-${item}-A${a}`),
                ...about,
                rater: fc.constant(`A${a}`),
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
              }),
            );
          }
        }
      }
      for (const item of [undefined, ...size.taskItems.map((_, at) => `q${at}`)])
        records.push(
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
          }),
        );
      records.push(
        fc.record({
          type: fc.constant("judgement"),
          id: fc.constant(`${task}-preference`),
          task: fc.constant(task),
          item: fc.constant("preference"),
          pair: fc.constantFrom([`${task}r0`, `${task}r1`], [`${task}r1`, `${task}r0`]),
          rater: fc.constant("A0"),
          raterKind: fc.constant("human"),
          value: fc.constantFrom("A", "B", "tie", 1, 5),
        }),
      );
    }
    return fc.tuple(...records);
  })
  // Parses the records with the schema, which normalises them as the import does.
  .map((records) => records.map((record) => RECORDS[record.type as StudyRecord["type"]].parse(record)))
  .map((records) => JSON.parse(JSON.stringify(records)) as StudyRecord[]);
