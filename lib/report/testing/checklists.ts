import { randomFrom } from "@/lib/agreement/random";
import type { StudyRecord } from "@/lib/dataset/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { Report } from "@/lib/report/schema";
import type { StudyData } from "@/lib/report/schema/study";

const OPTIONS = { replicates: 50, seed: 42 };

/** The report on records, with what else is known of their study. */
export function reportOn(
  records: readonly StudyRecord[],
  known: Partial<Pick<StudyData, "heldOut">> = {},
): Promise<Report> {
  const reader = new StudyDataReader();
  for (const record of records) reader.add(record);
  return reportOf({ ...reader.finish(), ...known }, OPTIONS);
}

interface Design {
  tasks: number;
  /** Tasks whose responses two people judge. */
  labelled: number;
  exposure: "none" | "draft-first";
}

/** Two models with three questions a response; GPT-4 says yes too often, most of all to its own family. */
export function checklists({ tasks, labelled, exposure }: Design): StudyRecord[] {
  const random = randomFrom(1);
  const items = ["q1", "q2", "q3"];
  const records: StudyRecord[] = [
    { type: "study", version: 1, name: "checklists" },
    {
      ...{ type: "rubric", id: "list", task: null, kind: "checklist", origin: "human" },
      items: items.map((id) => ({ id, text: `Is ${id} met?`, scale: { type: "yesno" } })),
    },
  ];
  for (let n = 0; n < tasks; n++) {
    const task = `t${n}`;
    records.push({ type: "task", id: task, instruction: "Write.", tags: [n % 10 === 0 ? "rare" : "common"] });
    for (const [model, passes] of [
      ["gpt-3.5", 0.6],
      ["claude-1", 0.8],
    ] as const) {
      const response = `${task}/${model}`;
      records.push({ type: "response", id: response, task, model, text: "word ".repeat(10 + (n % 7)) });
      for (const item of items) {
        const truth = random() < passes;
        const says = truth ? random() < 0.95 : random() < (model === "gpt-3.5" ? 0.5 : 0.2);
        const about = { task, response, item };
        const id = `${response}/${item}`;
        records.push({
          ...{ type: "draft", id: `${id}/gpt-4`, ...about, rater: "gpt-4", raterKind: "llm", method: "m" },
          ...{ value: says ? "yes" : "no", confidence: says ? 0.9 : 0.7 },
        });
        if (n >= labelled) continue;
        for (const rater of ["P1", "P2"])
          records.push({
            ...{ type: "judgement", id: `${id}/${rater}`, ...about, rater, raterKind: "human", exposure },
            value: truth ? "yes" : "no",
          });
      }
    }
  }
  return records;
}
