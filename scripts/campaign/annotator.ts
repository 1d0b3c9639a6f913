import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "@/lib/agreement/random";
import { db } from "@/lib/database/db";
import { requestJson } from "./request-json";

/** An annotator who works through a batch over HTTP, and what the server has confirmed to them. */
export interface Annotator {
  token: string;
  /** API token of an admin of their project. */
  admin: string;
  project: string;
  batch: string;
  /** Number of assignments to claim. */
  assignments: number;
  /** Ids of confirmed operations, by assignment. */
  confirmed: Map<string, string[]>;
  submitted: string[];
  retries: number;
}

interface View {
  state: string;
  version: number;
  lease: string;
  frame: { steps: { items?: { key: string }[] }[] };
}

/**
 * For how long one request is sent again: longer than any fault lasts that a campaign makes, on a busy machine too, where
 * all of the work may take as long as it takes.
 */
const PATIENCE_MS = 180_000;

/** Claims assignments, answers every question and submits; resends whatever got no response. */
export async function work(origin: string, annotator: Annotator, random: Random): Promise<void> {
  const send = asker(origin, annotator);
  while (annotator.submitted.length < annotator.assignments) {
    const claimed = await send<{ status: string; assignment?: { id: string } }>(
      "POST",
      `/batches/${annotator.batch}/claim`,
      {},
    );
    const id = claimed.assignment?.id;
    if (!id) throw new Error("an annotator was told that there is nothing left");
    const view = await send<View>("GET", `/assignments/${id}`);
    const items = view.frame.steps.flatMap((step) => step.items ?? []).map(({ key }) => key);
    const confirmed = annotator.confirmed.get(id) ?? [];
    annotator.confirmed.set(id, confirmed);
    let base = view.version;
    for (const item of items) {
      const at = new Date().toISOString();
      const op = { op: randomUUID(), at, type: "answer", item, value: random() < 0.5 ? "yes" : "no" };
      const saved = await send<{ version: number }>("POST", `/assignments/${id}/ops`, {
        lease: view.lease,
        base,
        ops: [op],
      });
      base = saved.version;
      confirmed.push(op.op);
    }
    await send("POST", `/assignments/${id}/submit`, { lease: view.lease, base }, ["already-submitted"]);
    annotator.submitted.push(id);
  }
}

/** Retries until there is a response. Refusals are errors, except those that say it was done before. */
function asker(origin: string, annotator: Annotator) {
  return async <T>(method: string, path: string, body?: object, done: string[] = []): Promise<T> => {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await requestJson(
        `${origin}/api/v1${path}`,
        {
          method,
          headers: { authorization: `Bearer ${annotator.token}`, "content-type": "application/json" },
          body: body && JSON.stringify(body),
        },
        20_000,
      );
      if (answer?.ok) return answer.value as T;
      const code = codeOf(answer?.value);
      if (answer && answer.status < 500 && answer.status !== 429) {
        if (code && done.includes(code)) return answer.value as T;
        throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer.value)}`);
      }
      if (Date.now() > until)
        throw new Error(
          `${method} ${path} was not answered in time; last: ${answer?.status ?? "nothing"} ${code}`,
        );
      annotator.retries += 1;
      await pause(200 + Math.random() * 400);
    }
  };
}

function codeOf(value: unknown): string | null {
  const { error } = (value ?? {}) as { error?: { code?: string } };
  return error?.code ?? null;
}

/**
 * Checks that everything confirmed is stored once, every submission counts once, and no subject has more
 * annotators than requested.
 */
export async function verifyWork(crowd: readonly Annotator[]) {
  const batchId = crowd[0]?.batch ?? "";
  const rows = await db.operation.findMany({
    where: { assignment: { batchId } },
    select: { id: true, assignmentId: true },
  });
  const stored = new Map<string, Set<string>>();
  for (const { id, assignmentId } of rows)
    stored.set(assignmentId, (stored.get(assignmentId) ?? new Set()).add(id));
  let confirmed = 0;
  for (const annotator of crowd) {
    for (const [assignment, ops] of annotator.confirmed) {
      confirmed += ops.length;
      const there = stored.get(assignment) ?? new Set();
      const lost = ops.filter((op) => !there.has(op));
      if (lost.length > 0) throw new Error(`${lost.length} confirmed operations are not there`);
      if (there.size > ops.length)
        throw new Error(`${there.size - ops.length} operations are there that nobody sent, or twice`);
    }
  }
  const submissions = crowd.flatMap(({ submitted }) => submitted);
  const assignments = await db.assignment.findMany({
    where: { batchId, state: "submitted" },
    select: { id: true, subjectId: true },
  });
  expectSame("submissions", assignments.length, submissions.length);
  expectSame("submissions, each once", new Set(submissions).size, submissions.length);
  const perSubject = new Map<string, number>();
  for (const { subjectId } of assignments) perSubject.set(subjectId, (perSubject.get(subjectId) ?? 0) + 1);
  const k = crowd[0]?.assignments ?? 0;
  expectSame("people on the busiest subject, if more than asked", Math.max(k, ...perSubject.values()), k);
  const judgements = await db.judgement.groupBy({
    by: ["assignmentId", "itemId"],
    where: { batchId },
    _count: true,
  });
  expectSame(
    "judgements of one item by one person",
    Math.max(1, ...judgements.map(({ _count }) => _count)),
    1,
  );
  expectSame("judgements", judgements.length, confirmed);
  const retries = crowd.reduce((sum, annotator) => sum + annotator.retries, 0);
  return { submitted: submissions.length, confirmed, retries };
}

function expectSame(what: string, found: number, expected: number) {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`);
}
