import { db } from "@/lib/database/db";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import type { Done } from "./done";
import { answerTo, ITEMS, onItem, onLine, scoreOf } from "./intended-answers";

/** A person, and a batch of their own. */
export type Work = Awaited<ReturnType<typeof makeWork>>;

/** The shortest time per assignment, in milliseconds. */
const FASTEST_MS = 400;

/**
 * Creates more assignments than can be done in the time: drafted checklists to review and answer, and an
 * overall score.
 */
export async function makeWork(ms: number) {
  const project = await makeProject();
  const person = await makeMember("annotator", { project });
  const tasks = Math.min(2000, Math.ceil(ms / FASTEST_MS) + 10);
  const dataset = await makeDataset({ project, tasks, checklist: ITEMS, overallDrafts: true });
  const settings = { exposure: "draft-first" as const };
  const batch = await makeBatch({ dataset, annotators: [person], preset: "full-review", settings });
  return { person, batch };
}

/**
 * Checks the stored work: every acknowledged submission is submitted exactly once with exactly the intended
 * answers; nothing else is submitted, blank or under another person, and nothing was undone.
 */
export async function expectStored({ person, batch }: Work, done: Done): Promise<string[]> {
  const problems: string[] = [];
  const twice = done.acknowledged.length - new Set(done.acknowledged).size;
  if (twice > 0) problems.push(`${twice} submissions were acknowledged twice`);
  const submitted = await db.assignment.findMany({
    where: { batchId: batch.id, state: "submitted" },
    include: {
      subject: { select: { task: { select: { key: true } } } },
      judgements: { include: { item: true, lines: { orderBy: { line: "asc" } } } },
      decisions: { where: { judgementId: null }, orderBy: { itemKey: "asc" } },
    },
  });
  const topics = new Map<number, number>();
  const acknowledged = new Set(done.acknowledged);
  for (const { id, raterId, subject, judgements, decisions } of submitted) {
    const topic = Number(subject.task.key.slice(1));
    topics.set(topic, (topics.get(topic) ?? 0) + 1);
    if (!acknowledged.delete(id)) problems.push(`topic ${topic} is submitted, and the page was not told`);
    if (raterId !== person.raterId) problems.push(`topic ${topic} is under somebody else's name`);
    const stored = JSON.stringify(storedOf(judgements, decisions));
    const intended = JSON.stringify(intendedOf(topic));
    if (stored !== intended) problems.push(`topic ${topic} says ${stored}, and ${intended} was meant`);
  }
  for (const id of acknowledged) problems.push(`${id} was acknowledged and is not submitted`);
  for (const topic of done.intended)
    if (topics.get(topic) !== 1) problems.push(`topic ${topic} is submitted ${topics.get(topic) ?? 0} times`);
  for (const topic of topics.keys())
    if (!done.intended.has(topic))
      problems.push(`topic ${topic} is submitted, and nobody worked on it to the end`);
  return problems;
}

interface StoredJudgement {
  target: string;
  item: { key: string } | null;
  value: unknown;
  lines: { action: string }[];
}

const acts = (rows: readonly { action: string }[]) => rows.map(({ action }) => action);

function storedOf(judgements: readonly StoredJudgement[], decisions: readonly { action: string }[]) {
  const items = judgements.flatMap((row) => (row.item ? [{ ...row, key: row.item.key }] : []));
  const overall = judgements.find(({ target }) => target === "overall");
  return {
    decisions: acts(decisions),
    items: items
      .sort((a, b) => a.key.localeCompare(b.key))
      .map(({ value, lines }) => ({ value, lines: acts(lines) })),
    overall: { value: overall?.value, lines: acts(overall?.lines ?? []) },
  };
}

function intendedOf(topic: number) {
  const items = Array.from({ length: ITEMS }, (_, item) => item);
  const lines = (item: number) => [onLine(topic, item, 0), onLine(topic, item, 1)];
  return {
    decisions: items.map((item) => onItem(topic, item)),
    items: items.map((item) => ({ value: answerTo(topic, item), lines: lines(item) })),
    overall: { value: scoreOf(topic), lines: lines(ITEMS) },
  };
}
