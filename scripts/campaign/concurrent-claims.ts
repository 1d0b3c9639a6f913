import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Claim } from "@/lib/batch/schema/views";
import { db } from "@/lib/database/db";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { runTypeScript } from "../start/worker.mjs";

/** Order to a process: one claim by each of these people, all at once. */
export type Wanted = { batch: string; people: string[] };

export type ClaimReport = { runs: number; claimed: number; none: number; slowestMs: number };

/**
 * People in several processes, each with connections of its own, claim in one batch at the same moment,
 * repeatedly. Throws when a subject was given to more than k people, when a slot stayed free although a claim
 * found nothing, or when someone was given work without a slot.
 */
export async function claimFromProcesses({
  processes,
  runs,
  people,
  subjects,
  k,
}: {
  processes: number;
  runs: number;
  people: number;
  subjects: number;
  k: number;
}): Promise<ClaimReport> {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: subjects });
  const annotators: { id: string; membershipId: string }[] = [];
  for (let n = 0; n < people; n += 1) annotators.push(await makeMember("annotator", { project }));

  const file = fileURLToPath(new URL("./claim-process.ts", import.meta.url));
  const claimers = Array.from({ length: processes }, () => fork(file, { execArgv: [...runTypeScript] }));
  const report: ClaimReport = { runs, claimed: 0, none: 0, slowestMs: 0 };
  try {
    await Promise.all(claimers.map((claimer) => nextMessage(claimer)));
    for (let run = 0; run < runs; run += 1) {
      const batch = await makeBatch({ dataset, annotators, k });
      const begun = performance.now();
      const answers = await Promise.all(
        claimers.map((claimer, mine) => {
          const own = annotators.filter((_, n) => n % processes === mine).map(({ id }) => id);
          const wanted: Wanted = { batch: batch.id, people: own };
          claimer.send(wanted);
          return nextMessage<(Claim | null)[]>(claimer);
        }),
      );
      report.slowestMs = Math.max(report.slowestMs, performance.now() - begun);
      const { claimed, none } = await verify(batch.id, answers.flat(), { slots: subjects * k, people, k });
      report.claimed += claimed;
      report.none += none;
    }
    return report;
  } finally {
    for (const claimer of claimers) claimer.kill();
  }
}

/** The next message of a process; throws if it ends instead. */
async function nextMessage<Said>(from: ChildProcess): Promise<Said> {
  const ended = new AbortController();
  const end = () => ended.abort(new Error("a claiming process ended"));
  from.once("exit", end);
  try {
    const [message] = await once(from, "message", { signal: ended.signal });
    return message;
  } finally {
    from.off("exit", end);
  }
}

async function verify(
  batch: string,
  answers: (Claim | null)[],
  { slots, people, k }: { slots: number; people: number; k: number },
) {
  const claimed = answers.flatMap((answer) => (answer?.status === "claimed" ? [answer.assignment.id] : []));
  const none = answers.filter((answer) => answer?.status === "none").length;
  const open = await db.assignment.findMany({
    where: { batchId: batch, state: "open" },
    select: { id: true, subjectId: true, heldSlot: { select: { id: true } } },
  });
  const onSubject = new Map<string, number>();
  for (const { subjectId } of open) onSubject.set(subjectId, (onSubject.get(subjectId) ?? 0) + 1);
  const most = Math.max(...onSubject.values());
  const taken = Math.min(slots, people);
  expectSame("people on the busiest subject, if more than k", Math.max(most, k), k);
  expectSame("slots filled", open.filter(({ heldSlot }) => heldSlot).length, taken);
  expectSame("assignments that were answered", new Set(claimed).size, taken);
  expectSame("assignments there are", open.length, taken);
  expectSame("people told there is nothing", none, people - taken);
  return { claimed: claimed.length, none };
}

function expectSame(what: string, found: number, expected: number) {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`);
}
