import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { callOnce } from "@/lib/drafting/data/llm-call";
import { type Open, openRun } from "@/lib/drafting/data/open-run";
import { RateLimitStopped } from "@/lib/drafting/data/rate-limit";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import type { CallOwner } from "@/lib/drafting/data/stored-calls";
import type { CallPlan } from "@/lib/drafting/schema";
import { method, one } from "@/lib/drafting/testing/inputs";
import { fence } from "@/lib/drafting/testing/simulate";
import { env } from "@/lib/env";
import { openStub, type Stub, type StubBehaviour } from "@/lib/llm/testing/stub";
import type { Prisma } from "@/prisma/generated/client/client";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint, makeRun } from "@/testing/builders/runs";

let stub: Stub;
let behave: (n: number) => StubBehaviour;

beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub(({ n }) => behave(n), Number(new URL(origin).port));
});
beforeEach(() => {
  behave = (n) => ({ say: `Answer ${n}` });
});
afterAll(() => stub.close());

/** A call of a running run, and an endpoint with as many requests under way as it bears. */
async function waitingCall(cachePolicy: "use" | "refresh" = "use") {
  const { plan, params } = method("tick.generate");
  const call = plan(one, params.parse({}), fence)[0] as CallPlan;
  const project = await makeProject();
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base, bearable: 1 });
  const run = await makeRun({ project, endpoint, state: "running" });
  await db.draftRun.update({ where: { id: run.id }, data: { cachePolicy } });
  const wires: Parameters<typeof openRun>[1] = new Map();
  const { line } = (await openRun(run.id, wires)) as Open;
  const { id: unitId } = await db.draftUnit.findFirstOrThrow({ where: { runId: run.id } });
  const permit = await db.llmPermit.create({
    data: { endpointId: endpoint.id, at: new Date(), until: new Date(Date.now() + 60_000), tokens: 1 },
  });
  const made = new Set<string>();
  const askAs = (owner: Omit<CallOwner, "unitId" | "calls">, asking = unitId) =>
    callOnce(line, call, { attempt: 0, asPlanned: false }, { unitId: asking, calls: made, ...owner });
  const ask = ({ signal }: AbortController, leaseSeconds: number, asking?: string) =>
    askAs({ holder: randomUUID(), leaseSeconds, signal }, asking);
  /** A unit of a later run on the same task: its call is the same. */
  const makeNextUnit = async () => {
    const next = await makeRun({ dataset: { id: run.datasetId, projectId: project.id }, endpoint });
    return db.draftUnit.findFirstOrThrow({ where: { runId: next.id } });
  };
  const askTwice = () => {
    const owner = { holder: randomUUID(), leaseSeconds: 60, signal: new AbortController().signal };
    return Promise.all([askAs(owner), askAs(owner)]);
  };
  const isReserved = (holds: (lease: Date | null) => boolean) =>
    expect
      .poll(async () => {
        const row = await db.llmCall.findFirst({ where: { runId: run.id } });
        return row !== null && holds(row.leaseUntil);
      })
      .toBe(true);
  const bear = (bearable: number) =>
    db.llmEndpoint.update({ where: { id: endpoint.id }, data: { bearable } });
  const release = () => db.llmPermit.update({ where: { id: permit.id }, data: { endedAt: new Date() } });
  return {
    ask,
    askTwice,
    made,
    unitId,
    makeNextUnit,
    runId: run.id,
    bear,
    isReserved,
    release,
    calls: () => db.llmCall.findMany({ where: { runId: run.id } }),
  };
}

test("a worker that seemed dead and is stopped leaves a call to the worker that has taken it over", async () => {
  const { ask, isReserved, release, calls } = await waitingCall();
  const [late, next] = [new AbortController(), new AbortController()];
  const before = ask(late, -1);
  await isReserved((lease) => lease !== null && lease < new Date());
  const after = ask(next, 60);
  await isReserved((lease) => lease !== null && lease > new Date());
  late.abort();
  await expect(before).rejects.toThrow(RateLimitStopped);
  expect(await calls()).toHaveLength(1);
  await release();
  const answer = await after;
  expect(await calls()).toMatchObject([{ id: answer.callId, state: "ok", text: answer.text }]);
});

test.each([
  ["whole", {}],
  ["cut off", { finish: "length" as const }],
])(
  "two equal calls of one unit are one request, and both are read from its answer, which is %s",
  async (_, more) => {
    behave = (n) => ({ say: `Answer ${n}`, ...more });
    const { askTwice, release, calls } = await waitingCall();
    const before = stub.requests.length;
    const both = askTwice();
    await release();
    const [first, second] = await both;
    expect(stub.requests.length - before).toBe(1);
    const [stored, ...others] = await calls();
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ id: first.callId, text: first.text });
    expect(second).toMatchObject({ callId: first.callId, text: first.text });
    expect([first.cached, second.cached].toSorted()).toEqual([false, true]);
  },
);

test.each([
  ["has failed at it", { bearable: 2, error: "bad-request" }],
  ["was stopped before its request", { bearable: 1, error: "stopped" }],
])(
  "an answer that comes after the worker that took the call over %s is stored and used",
  async (_, taken) => {
    const { ask, bear, isReserved, release, calls, made } = await waitingCall();
    await release();
    const sent = stub.requests.length;
    behave = (n) => (n === sent + 1 ? { say: "Late", after: 3000 } : { status: 400 });
    const before = ask(new AbortController(), -1);
    await isReserved((lease) => lease !== null && lease < new Date());
    await expect.poll(() => stub.requests.length).toBe(sent + 1);
    expect([...made]).toEqual((await calls()).map(({ id }) => id));
    await bear(taken.bearable);
    const taker = new AbortController();
    const after = ask(taker, 60);
    if (taken.error === "stopped") {
      await isReserved((lease) => lease !== null && lease > new Date());
      taker.abort();
    }
    await expect(after).rejects.toThrow();
    expect(await calls()).toMatchObject([{ state: "failed", error: taken.error }]);
    const answer = await before;
    expect(answer.text).toBe("Late");
    expect(await calls()).toMatchObject([{ id: answer.callId, state: "ok", text: "Late", error: null }]);
    expect(made.size).toBe(0);
    // It is the project's answer from now on.
    expect(await ask(new AbortController(), 60)).toMatchObject({ callId: answer.callId, cached: true });
  },
);

test("a unit reads the part of an answer that an equal call of its own got while it was reserving", async () => {
  const { ask, release, calls } = await waitingCall();
  await release();
  behave = () => ({ say: "Cut", finish: "length" });
  await ask(new AbortController(), 60);
  const [part] = await calls();
  if (!part) throw new Error("nothing is stored");
  await db.llmCall.delete({ where: { id: part.id } });
  const sent = stub.requests.length;
  const columns = part as Prisma.LlmCallUncheckedCreateInput;
  const isWaiting = () => db.$queryRaw`SELECT FROM pg_locks WHERE NOT "granted"`;
  const reading = await db.$transaction(async (tx) => {
    // Holds the call's key as a call under way does, until it becomes a part of an answer.
    await tx.llmCall.create({ data: { ...columns, state: "ok" } });
    const answer = ask(new AbortController(), 60);
    await expect.poll(isWaiting, { timeout: 10_000 }).not.toEqual([]);
    await tx.llmCall.update({ where: { id: part.id }, data: { state: "partial" } });
    return { answer };
  });
  expect(await reading.answer).toMatchObject({ callId: part.id, text: "Cut", cached: true });
  expect(stub.requests.length).toBe(sent);
  expect(await calls()).toHaveLength(1);
});

/** Gives the answers to the first and second call of a test when the test says so. */
function heldAnswers(...answers: StubBehaviour[]) {
  const before = stub.requests.length;
  const given = new EventEmitter();
  behave = (n) => {
    const at = n - before - 1;
    const answer = answers[at];
    if (!answer) throw new Error(`request ${at + 1} was not expected`);
    return { when: once(given, `${at}`), give: answer };
  };
  return {
    areSent: (number: number) => expect.poll(() => stub.requests.length - before).toBe(number),
    give: (at: number) => given.emit(`${at}`),
  };
}

const CUT: StubBehaviour = { say: "Cut", finish: "length" };

describe("an answer that comes after another unit has taken the call over", () => {
  /** Two units with one call: the first has its request sent, and the second has sent its own. */
  async function takenOver(...answers: StubBehaviour[]) {
    const given = await waitingCall();
    await given.release();
    await given.bear(2);
    const next = await given.makeNextUnit();
    const { areSent, give } = heldAnswers(...answers);
    const before = given.ask(new AbortController(), -1);
    await areSent(1);
    const after = given.ask(new AbortController(), 60, next.id);
    await areSent(2);
    const units = { in: [given.unitId, next.id] };
    const calls = () =>
      db.llmCall.findMany({
        where: { unitId: units },
        orderBy: { startedAt: "asc" },
        select: { id: true, unitId: true, state: true, error: true, text: true },
      });
    return { ...given, nextId: next.id, before, after, give, calls };
  }

  test("is its own unit's when it is cut off, and the other unit gets the whole one that it paid for", async () => {
    const { unitId, nextId, before, after, give, calls, ask } = await takenOver(CUT, { say: "Whole" });
    give(0);
    const cut = await before;
    expect(cut).toMatchObject({ text: "Cut", finishReason: "length" });
    give(1);
    const whole = await after;
    expect(whole).toMatchObject({ text: "Whole", cached: false });
    expect(await calls()).toMatchObject([
      { id: cut.callId, unitId, state: "partial", text: "Cut" },
      { id: whole.callId, unitId: nextId, state: "ok", text: "Whole" },
    ]);
    // The first unit reads the same answer again when it is resumed.
    expect(await ask(new AbortController(), 60)).toMatchObject({ callId: cut.callId, cached: true });
  });

  test("does not become the answer of a unit whose request failed, when it is cut off", async () => {
    const { unitId, nextId, before, after, give, calls } = await takenOver(CUT, { status: 400 });
    give(1);
    await expect(after).rejects.toThrow();
    give(0);
    const cut = await before;
    expect(await calls()).toMatchObject([
      { id: cut.callId, unitId, state: "partial", text: "Cut" },
      { unitId: nextId, state: "failed", error: "bad-request", text: null },
    ]);
  });

  test("is kept when it is whole, although the other unit's was cut off", async () => {
    const { unitId, nextId, before, after, give, calls } = await takenOver({ say: "Whole" }, CUT);
    give(1);
    const cut = await after;
    give(0);
    const whole = await before;
    expect(whole).toMatchObject({ text: "Whole", cached: false });
    expect(await calls()).toMatchObject([
      { id: whole.callId, unitId, state: "ok", text: "Whole" },
      { id: cut.callId, unitId: nextId, state: "partial", text: "Cut" },
    ]);
  });

  test("gives way to the other unit's whole answer, when it is cut off and later", async () => {
    const { before, after, give, calls } = await takenOver(CUT, { say: "Whole" });
    give(1);
    const whole = await after;
    give(0);
    expect(await before).toMatchObject({ callId: whole.callId, text: "Whole" });
    expect(await calls()).toMatchObject([{ id: whole.callId, state: "ok", text: "Whole" }]);
  });
});

test.each([
  ["use", ""],
  ["refresh", "Whole"],
] as const)(
  "of a unit's own part of an answer and a whole one, a run with the policy '%s' has '%s'",
  async (policy, text) => {
    const { ask, release, calls } = await waitingCall(policy);
    await release();
    behave = () => ({ say: "" });
    await ask(new AbortController(), 60);
    const [part] = await calls();
    expect(part).toMatchObject({ state: "partial", text: "" });
    const { id: _, ...columns } = part as NonNullable<typeof part>;
    // Another unit of the run has got the whole answer to the same call.
    await db.llmCall.create({
      data: { ...(columns as Prisma.LlmCallUncheckedCreateInput), state: "ok", text: "Whole" },
    });
    expect(await ask(new AbortController(), 60)).toMatchObject({ cached: true, text });
  },
);

test("a worker extends the lease of the call it is making, and of no other", async () => {
  const { release, calls, runId } = await waitingCall();
  await release();
  behave = () => ({ say: "Answer", after: 4000 });
  const work = workOnDrafts({ leaseSeconds: 3 });
  await expect.poll(async () => (await calls()).length, { timeout: 10_000 }).toBe(1);
  const [call] = await calls();
  if (!call) throw new Error("no call is under way");
  const { id, ...columns } = call;
  const left = await db.llmCall.create({
    data: { ...(columns as Prisma.LlmCallUncheckedCreateInput), callKey: "left behind" },
  });
  const leaseOf = async (one: string) =>
    (await db.llmCall.findUniqueOrThrow({ where: { id: one } })).leaseUntil?.getTime() ?? 0;
  await expect
    .poll(() => leaseOf(id), { timeout: 10_000 })
    .toBeGreaterThan(call.leaseUntil?.getTime() ?? Infinity);
  expect(await leaseOf(left.id)).toBe(left.leaseUntil?.getTime());
  await db.draftRun.update({ where: { id: runId }, data: { state: "paused" } });
  await work;
});
