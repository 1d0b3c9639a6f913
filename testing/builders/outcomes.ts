import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { next, type TestAnnotator } from "@/lib/quality/testing/fixture";
import { SEEDS } from "@/lib/quality/testing/judged";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import type { Op } from "@/lib/review/schema/operation";
import { newOp } from "@/lib/review/testing/fixture";
import { makeBatch, type TestBatch } from "@/testing/builders/batches";
import type { TestDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";

/** The labels that people choose from. */
export const OUTCOMES = ["safe", "refusal", "error"] as const;

type Steps = NonNullable<Arms[number]["steps"]>;

/** The name of the step, and what it asks unless a test says something else. */
export const OUTCOME = { question: "outcome", text: "What became of it?" };

/** A label step, a question with a choice, or one that is answered in words. */
type OutcomeStep = "label" | "ask" | "text";

/** The code that an answer is stored under. */
const codeOf = (label: string) => `answer-${(OUTCOMES as readonly string[]).indexOf(label) + 1}`;

function stepOf(type: OutcomeStep, question: string): Steps[number] {
  const { question: id } = OUTCOME;
  if (type === "text") return { id, question, type: "ask", form: "text", options: [] };
  if (type === "ask")
    return { id, question, type, options: OUTCOMES.map((label) => ({ value: codeOf(label), label })) };
  return {
    ...{ id, question, type, about: "response", several: false, none: false, exposure: "none" },
    labels: OUTCOMES.map((name) => ({ name })),
  };
}

/** One person's outcome of each response by its task's number, in a batch with a label step or a question. */
export async function makeOutcomes(
  dataset: TestDataset,
  step: OutcomeStep,
  outcomeOf: (task: number) => string,
  {
    person: known,
    words = OUTCOME.text,
    before = { steps: [], ops: () => [] },
  }: {
    /** A new one if it is missing. */
    person?: TestAnnotator;
    words?: string;
    /** Further steps before it, with what the person does in them. */
    before?: { steps: Steps; ops: () => Op[] };
  } = {},
): Promise<void> {
  const person = known ?? (await makeMember("annotator", { project: { id: dataset.projectId } }));
  const batch = await makeBatch({
    ...{ dataset, annotators: [person], ...SEEDS },
    arms: [{ name: "A", k: 1, steps: [...before.steps, stepOf(step, words)], exposure: null }],
  });
  await work(person, batch, (task) => [
    ...before.ops(),
    step === "label"
      ? newOp({ type: "label", question: OUTCOME.question, labels: [outcomeOf(task)] })
      : newOp({
          ...{ type: "ask", question: OUTCOME.question },
          value: step === "ask" ? codeOf(outcomeOf(task)) : outcomeOf(task),
        }),
  ]);
}

/** One person's work through a whole batch. */
async function work(person: TestAnnotator, batch: TestBatch, opsFor: (task: number) => Op[]): Promise<void> {
  for (let view = await next(person, batch); view; view = await next(person, batch)) {
    const { subject } = await db.assignment.findUniqueOrThrow({
      where: { id: view.id },
      select: { subject: { select: { task: { select: { position: true } } } } },
    });
    const lease = view.lease ?? "";
    await recordOps(person.actor, view.id, {
      ...{ lease, base: view.version },
      ops: opsFor(subject.task.position + 1),
    });
    const submitted = await submit(person.actor, view.id, { lease });
    if (!submitted || "refused" in submitted) throw new Error(`not submitted: ${JSON.stringify(submitted)}`);
  }
}
