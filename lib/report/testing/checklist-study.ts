import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { PaperSourceReader } from "@/lib/report/rules/papers/paper-source";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import type { PaperSource } from "@/lib/report/schema/paper-table";
import type { Table } from "@/lib/report/schema/table";

export type Line = { type: StudyRecord["type"]; [field: string]: unknown };

const paper = paperById("checklists");

export function sourceOf(lines: readonly Line[], more: Partial<PaperSource> = {}): PaperSource {
  const reader = new PaperSourceReader();
  reader.add(RECORDS.study.parse({ type: "study", version: 1, name: "Checklists" }));
  for (const line of lines) reader.add(RECORDS[line.type].parse(line));
  return { ...reader.finish(), published: false, options: { replicates: 0, seed: 42 }, ...more };
}

export function result(id: string, source: PaperSource) {
  const found = paper?.tables.find((one) => one.id === id)?.of(source);
  if (!found) throw new Error(`there is no table ${id}`);
  return found;
}

export function table(id: string, source: PaperSource): Table {
  const found = result(id, source);
  if (isMissing(found)) throw new Error(`${id}: ${found.missing.join("; ")}`);
  return found;
}

export const times = <T>(n: number, value: T): T[] => Array.from({ length: n }, () => value);
export const votes = (a: number, b: number) => [...times(a, "A"), ...times(b, "B")];
export const CONDITION = "v1, n=10";
export const BASELINE = "clstudy.generate.baseline (writer)";

/** A task with a pair and gold, and its baseline checklist of so many items. */
export function pair(n: number, { gold = "A", items = 2 } = {}): Line[] {
  const task = `t${n}`;
  return [
    { type: "task", id: task, instruction: "Write." },
    ...["a", "b"].map((side) => ({ type: "response" as const, id: `${task}/${side}`, task, text: side })),
    rubric(task, "baseline", items),
    {
      ...{
        type: "judgement",
        id: `gold/${task}`,
        task,
        item: "preference",
        pair: [`${task}/a`, `${task}/b`],
      },
      ...{ rater: "gold", raterKind: "gold", value: gold },
    },
  ];
}

export const rubric = (task: string, policy: string, items: number): Line => ({
  ...{ type: "rubric", id: `${task}/${policy}`, task, kind: "checklist", origin: "llm", model: "writer" },
  method: `clstudy.generate.${policy}`,
  items: Array.from({ length: items }, (_, at) => ({
    ...{ id: `${task}/${policy}.${at + 1}`, text: `Is it so in ${task}, ${at + 1}?` },
    scale: { type: "yesno" },
  })),
});

/** A drafted preference with its votes: for the side with more of them. */
export function preferred(
  n: number,
  arm: string,
  given: readonly string[],
  more: Record<string, unknown> = {},
): Line {
  const task = `t${n}`;
  const a = given.filter((vote) => vote === "A").length;
  const b = given.filter((vote) => vote === "B").length;
  const rest = arm === "none" ? CONDITION : `${CONDITION}, rubric=${BASELINE}`;
  return {
    ...{ type: "draft", id: `${task}/${arm}`, task, item: "preference", pair: [`${task}/a`, `${task}/b`] },
    ...{ rater: "judge", raterKind: "llm", method: `clstudy.pairwise.${arm}`, condition: rest },
    value: a + b === 0 ? null : a === b ? "tie" : a > b ? "A" : "B",
    metadata: { votes: given, flags: [], ...more },
  };
}

/** Another checklist of the baseline for a task, of other settings, with so many items. */
export const secondList = (n: number, items: number): Line => ({
  ...rubric(`t${n}`, "baseline", items),
  ...{ id: `t${n}/again`, condition: "v1, examples=true" },
  items: Array.from({ length: items }, (_, at) => ({
    ...{ id: `t${n}/again.${at + 1}`, text: `Again in t${n}, ${at + 1}?`, scale: { type: "yesno" } },
  })),
});

/** One more response of a task, and the turning of a draft of its pair into one of the first response and this one. */
export function pairOf(n: number, side: string) {
  const task = `t${n}`;
  const response = `${task}/${side}`;
  const pair = [`${task}/a`, response];
  return {
    lines: [{ type: "response", id: response, task, text: side }] satisfies Line[],
    turn: (draft: Line): Line => ({ ...draft, id: `${draft.id}/${side}`, pair }),
  };
}
