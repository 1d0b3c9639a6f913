import { createReadStream } from "node:fs";
import { StudyChecker } from "@/lib/dataset/rules/check";
import { isProblem, problemText } from "@/lib/dataset/rules/lines";
import { readRecords } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { StudyData } from "@/lib/report/schema/study";
import { BadInput } from "./bad-input";
import { badInputError } from "./file-errors";

/**
 * Hands over the records of a study file, which is read as a stream. BadInput names the first line that is wrong, once
 * all are read.
 */
export async function readStudyRecords(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  add: (record: StudyRecord) => void,
): Promise<void> {
  const checker = new StudyChecker(1);
  for await (const read of readRecords(bytes)) {
    if (isProblem(read)) checker.report(read);
    else {
      checker.add(read.record, read.line);
      add(read.record);
    }
  }
  const { problems, total } = checker.finish();
  const [first] = problems;
  if (!first) return;
  const more = total > 1 ? ` (and ${total - 1} more ${total === 2 ? "problem" : "problems"})` : "";
  throw new BadInput(`${file === "-" ? "" : `${file}: `}${problemText(first)}${more}`);
}

/** The study of a file, without the texts of its responses. */
export async function readStudyData(file: string): Promise<StudyData> {
  const reader = new StudyDataReader();
  await readStudyRecords(file, bytesOfFile(file), (record) => reader.add(record));
  return reader.finish();
}

/** The bytes of a file, or of standard input for "-". */
export async function* bytesOfFile(file: string): AsyncGenerator<Uint8Array> {
  if (file === "-") {
    yield* process.stdin;
    return;
  }
  try {
    yield* createReadStream(file, { highWaterMark: 1 << 20 });
  } catch (error) {
    throw badInputError(file, error);
  }
}
