import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { BadInput } from "@/lib/cli/bad-input";
import { parseRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";

/** The records of a study file; "-" reads what is piped in. */
export async function readStudy(file: string): Promise<StudyRecord[]> {
  const input = file === "-" ? process.stdin : createReadStream(file);
  const records: StudyRecord[] = [];
  let line = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      line++;
      if (text.trim() === "") continue;
      const record = parseRecord(line === 1 ? text.replace(/^\uFEFF/, "") : text, line);
      if (Array.isArray(record)) {
        const [problem] = record;
        throw new BadInput(
          `${file}, line ${line}: ${problem?.place ?? ""} ${problem?.reason ?? "cannot be read"}`,
        );
      }
      records.push(record);
    }
  } catch (error) {
    if (error instanceof Error && "code" in error)
      throw new BadInput(`${file} cannot be read (${error.code})`);
    throw error;
  }
  return records;
}
