import { expect } from "vitest";
import { StudyChecker } from "@/lib/dataset/rules/check";
import { detect } from "@/lib/dataset/rules/formats/detect";
import { readFormat } from "@/lib/dataset/rules/formats/read";
import { type FileProblem, isProblem, problemText } from "@/lib/dataset/rules/lines";
import { parseRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import type { FileFormat, Mapping } from "@/lib/dataset/schema/mapping";

async function* once(text: string) {
  yield new TextEncoder().encode(text);
}

/** A file read in its detected or given format, with its problems, like an import. */
export async function read(
  text: string,
  { shape, mapping, name = "file" }: { shape?: FileFormat; mapping?: Mapping; name?: string } = {},
) {
  const found = await detect({ head: new TextEncoder().encode(text), whole: true, name }, shape);
  if (!found || found.shape === "study") throw new Error("not of a shape");
  const records: StudyRecord[] = [];
  const problems: FileProblem[] = [];
  const checker = new StudyChecker();
  const source = readFormat(once(text), {
    ...found,
    shape: found.shape,
    mapping: mapping ?? found.mapping,
    name: "Study",
  });
  for await (const one of source) {
    if (isProblem(one)) problems.push(one);
    else {
      expect(parseRecord(one.text, one.line)).toEqual(one.record);
      records.push(one.record);
      checker.add(one.record, one.line);
    }
  }
  if (problems.length === 0) problems.push(...checker.finish().problems);
  return {
    found,
    records: records.filter(({ type }) => type !== "study"),
    problems: problems.map(problemText),
  };
}

export const json = (value: unknown[]) => JSON.stringify(value);
export const jsonl = (values: unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");
