import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { problemText } from "@/lib/dataset/rules/lines";
import { parseRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";

/** The sample study, an ordinary study file: 24 tasks, two responses each, and drafts for all of them. */
export const studyFile = fileURLToPath(new URL("./study.jsonl", import.meta.url));

/** An answer to a yes/no question, or a score from 1 to 5. */
export type Answer = "yes" | "no" | number;

export interface SampleItem {
  id: string;
  text: string;
}

/** A drafted value for a response and item; the item may be "overall". */
export interface SampleDraft {
  id: string;
  item: string;
  value: Answer;
  lines: string[];
  scoreLine: number | undefined;
}

export interface SampleResponse {
  id: string;
  text: string;
  drafts: SampleDraft[];
}

export interface SampleTask {
  id: string;
  checklist: SampleItem[];
  responses: SampleResponse[];
}

/** All records of the study file. */
export function sampleRecords(): StudyRecord[] {
  const lines = readFileSync(studyFile, "utf8").trimEnd().split("\n");
  return lines.map((text, at) => {
    const parsed = parseRecord(text, at + 1);
    if (Array.isArray(parsed)) throw new Error(parsed.map(problemText).join("; "));
    return parsed;
  });
}

/** Work of the simulated annotators: each task with its drafted checklist and drafted values. */
export function sampleTasks(records: StudyRecord[] = sampleRecords()): SampleTask[] {
  return records
    .filter((record) => record.type === "task")
    .map(({ id }) => ({
      id,
      checklist: records.flatMap((record) =>
        record.type === "rubric" && record.task === id
          ? record.items.map((item) => ({ id: item.id, text: item.text }))
          : [],
      ),
      responses: records.flatMap((record) =>
        record.type === "response" && record.task === id
          ? [{ id: record.id, text: record.text, drafts: draftsOf(records, record.id) }]
          : [],
      ),
    }));
}

function draftsOf(records: StudyRecord[], response: string): SampleDraft[] {
  return records.flatMap((record) => {
    if (record.type !== "draft" || record.response !== response) return [];
    const { id, item, value, lines = [], scoreLine } = record;
    if (value !== "yes" && value !== "no" && typeof value !== "number")
      throw new Error(`sample draft ${id} has the value ${value}, which no sample item can take`);
    return [{ id, item, value, lines, scoreLine }];
  });
}
