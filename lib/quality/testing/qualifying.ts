import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { NO_MEASURES, type Quality } from "@/lib/quality/schema";
import { makeQualityStudy, next, submitAssignment, type TestAnnotator } from "@/lib/quality/testing/fixture";
import { makeBatch, makeGold, stepsOf } from "@/testing/builders/batches";

export const CANARY = "canary-why-it-is-so";
export const judging: Arms = [
  { name: "with", k: 2, steps: stepsOf("checklist-answering", { exposure: "draft-first" }), exposure: null },
];
export const exam = { subjects: 2, pass: 75, within: 0, attempts: 2, reveal: false };
export const both: Quality = { ...NO_MEASURES, training: { subjects: 2 }, exam };

/** Eight tasks, gold "no" on both questions of the first six, and a batch with training and exam. */
export async function qualifying(quality: Quality = both, people = 1) {
  const made = await makeQualityStudy(8, people);
  const { dataset, annotators } = made;
  await makeGold(dataset, { responses: 6, explanation: CANARY });
  const batch = await makeBatch({ dataset, annotators, arms: judging, quality, seed: 4 });
  const [person] = annotators;
  if (!person) throw new Error("nobody is there");
  return { ...made, person, batch };
}

/** Claims and submits a number of times, always with one answer. */
export async function go(
  person: TestAnnotator,
  batch: { id: string },
  times: number,
  say: "yes" | "no" = "no",
) {
  let last: Awaited<ReturnType<typeof submitAssignment>> = null;
  for (let n = 0; n < times; n++) {
    const view = await next(person, batch);
    if (!view) throw new Error("there is nothing to do");
    last = await submitAssignment(person, view, () => say);
  }
  return last;
}

/** The stage an assignment belongs to. */
export async function partOf(id: string) {
  const { subject } = await db.assignment.findUniqueOrThrow({
    where: { id },
    select: { subject: { select: { use: true } } },
  });
  return subject.use;
}

export async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}
