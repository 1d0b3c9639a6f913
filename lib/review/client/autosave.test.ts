import { afterEach, expect, test, vi } from "vitest";
import { Autosave } from "@/lib/review/client/autosave";
import { isOver } from "@/lib/review/client/autosave-state";
import { draftOf } from "@/lib/review/rules/selectors";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";

const ITEMS = ["q1", "q2", "q3", "q4"];

const frame: ReviewFrame = {
  steps: [
    {
      type: "judge",
      kind: "checklist",
      exposure: "none",
      items: ITEMS.map((key) => ({
        key,
        rubric: "c",
        name: null,
        text: "Is it polite?",
        category: null,
        scale: { type: "yesno" },
        draft: null,
      })),
    },
  ],
};

const opened = { id: "a", lease: "l", leaseMinutes: 30, version: 0, savedAt: null, frame, ops: [] };

/** The server's view of an assignment that can be edited. */
const openAssignment = { state: "open", batch: { projectArchived: false } };

/** A slow server that records its requests. */
function slowServer() {
  const sent: Op[][] = [];
  const seen = { sent, atOnce: 0 };
  let running = 0;
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    running += 1;
    seen.atOnce = Math.max(seen.atOnce, running);
    sent.push(JSON.parse(body).ops);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return Response.json({ version: sent.flat().length, savedAt: new Date().toISOString(), merged: [] });
  });
  return seen;
}

interface SentRequest {
  method: string;
  path: string;
  body: { base: number; ops: Op[] };
}

/** A server that answers each request with the next of the answers, and repeats the last one. */
function serverSaying(...answers: ((sentRequest: SentRequest) => [status: number, body: object])[]) {
  const requests: SentRequest[] = [];
  vi.stubGlobal("fetch", async (path: string, { method, body }: { method: string; body?: string }) => {
    const request = { method, path, body: JSON.parse(body ?? "{}") };
    const answer = answers[Math.min(requests.push(request), answers.length) - 1];
    const [status, value] = answer?.(request) ?? [500, {}];
    return Response.json(value, { status });
  });
  return requests;
}

const recorded = ({ body }: SentRequest): [number, object] => [
  200,
  { version: body.base + body.ops.length, savedAt: "2026-11-20T10:00:00Z", merged: [] },
];
const refused =
  (status: number, error: object): (() => [number, object]) =>
  () => [status, { error }];

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("further operations leave the save state as it is, so that it is not rendered again for each", () => {
  vi.useFakeTimers();
  const sync = new Autosave(opened);
  sync.perform({ type: "answer", item: "q1", value: "yes" });
  const { status } = sync.snapshot();
  sync.perform({ type: "answer", item: "q2", value: "no" });
  expect(sync.snapshot().session.pending).toHaveLength(2);
  expect(sync.snapshot().status).toBe(status);
});

test("operations without a pause between them are saved before the last one", async () => {
  vi.useFakeTimers();
  const requests = serverSaying(recorded);
  const sync = new Autosave(opened);
  for (let step = 0; step < 20; step++) {
    sync.perform({ type: "answer", item: ITEMS[step % ITEMS.length] ?? "", value: "yes" });
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(requests.length).toBeGreaterThanOrEqual(2);
  expect(requests.length).toBeLessThan(5);
});

test("one request at a time: operations made meanwhile are sent together in the next", async () => {
  const server = slowServer();
  const sync = new Autosave(opened);
  const flights = ITEMS.map((item) => {
    sync.clock.focus(item);
    sync.perform({ type: "answer", item, value: "yes" });
    return sync.flush();
  });
  expect(await Promise.all(flights)).toEqual([true, true, true, true]);
  expect(server.atOnce).toBe(1);
  const answered = server.sent.map((ops) => ops.flatMap((op) => (op.type === "answer" ? [op.item] : [])));
  expect(answered).toEqual([["q1"], ["q2", "q3", "q4"]]);
  expect(sync.snapshot().status.state).toBe("saved");
});

test("operations made after editing has stopped are stored, and sent when the batch is open again", async () => {
  const requests = serverSaying(refused(409, { code: "batch-paused", message: "Paused." }), recorded);
  const sync = new Autosave(opened);
  sync.perform({ type: "answer", item: "q1", value: "yes" });
  expect(await sync.flush()).toBe(false);
  expect(sync.snapshot().status).toEqual({ state: "stopped", unsaved: 1, why: "batch-paused" });

  sync.perform({ type: "note", text: "half a sentence" });
  expect(sync.snapshot().status).toEqual({ state: "stopped", unsaved: 2, why: "batch-paused" });
  expect(sync.snapshot().session.document.note).toBe("half a sentence");
  expect(await sync.flush()).toBe(false);
  expect(requests).toHaveLength(1);

  sync.resume();
  expect(await sync.flush()).toBe(true);
  expect(requests[1]?.body.ops.map(({ type }) => type)).toEqual(["answer", "note"]);
  expect(sync.snapshot().status.state).toBe("saved");
});

test.each([
  ["already-submitted", true],
  ["released", true],
  ["batch-closed", true],
  ["project-archived", true],
  ["not-found", true],
  ["batch-paused", false],
  ["expired", false],
  ["signed-out", false],
])("after %s, an assignment is over: %s", async (code, over) => {
  vi.useFakeTimers();
  serverSaying(refused(409, { code, message: "" }));
  const sync = new Autosave(opened);
  sync.perform({ type: "answer", item: "q1", value: "yes" });
  expect(await sync.flush()).toBe(false);
  expect(isOver(sync.snapshot().status)).toBe(over);
});

test("an operation that is refused as malformed is dropped alone, and the others are saved", async () => {
  const problems = [{ field: "body.ops.1.text", message: "is not well-formed text" }];
  const copy = { ...openAssignment, lease: "l", version: 0, savedAt: null, frame, ops: [] };
  const requests = serverSaying(
    refused(400, { code: "invalid", message: "Not well formed.", problems }),
    () => [200, copy],
    recorded,
  );
  const sync = new Autosave(opened);
  sync.perform({ type: "answer", item: "q1", value: "yes" });
  sync.perform({ type: "note", text: "\ud800" });
  sync.perform({ type: "answer", item: "q2", value: "no" });
  expect(await sync.flush()).toBe(true);
  expect(requests.map(({ method }) => method)).toEqual(["POST", "GET", "POST"]);
  expect(requests[2]?.body.ops.map(({ type }) => type)).toEqual(["answer", "answer"]);
  expect(sync.snapshot().session.confirmed).toHaveLength(2);
  expect(sync.snapshot().refused).toBe(1);
});

test("a request that is refused as a whole loses nothing", async () => {
  const problems = [{ field: "body.lease", message: "Invalid UUID" }];
  serverSaying(refused(400, { code: "invalid", message: "Not well formed.", problems }));
  const sync = new Autosave(opened);
  sync.perform({ type: "answer", item: "q1", value: "yes" });
  expect(await sync.flush()).toBe(false);
  expect(sync.snapshot()).toMatchObject({ status: { state: "stopped", unsaved: 1 } });
});

test("a copy from the server that is older than the last save removes nothing", async () => {
  const copy = { ...openAssignment, lease: "l", version: 0, savedAt: null, frame, ops: [] as Op[] };
  let arrive = () => {};
  const overtaken = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const saved: Op[] = [];
  vi.stubGlobal("fetch", async (_: string, { method, body }: { method: string; body?: string }) => {
    if (method === "POST") {
      const { ops }: { ops: Op[] } = JSON.parse(body ?? "");
      saved.push(...ops);
      return Response.json({ version: saved.length, savedAt: "2026-11-20T10:00:00Z", merged: [] });
    }
    const seen = { ...copy, version: saved.length, ops: [...saved] };
    await overtaken;
    return Response.json(seen);
  });
  const sync = new Autosave(opened);
  const refreshed = sync.refresh();
  sync.perform({ type: "answer", item: "q1", value: "yes" });
  await sync.flush();
  arrive();
  await refreshed;
  expect(sync.snapshot().session.document.items.q1?.answer).toBe("yes");
});

test("a preview shows a draft on request, without a server", () => {
  const requests = serverSaying(recorded);
  const draft = { id: "d", by: "m", value: "yes", lines: ["why"], first: 0, scoreLine: null };
  const steps = frame.steps.map((step) =>
    step.type === "judge"
      ? { ...step, exposure: "on-request" as const, items: step.items.map((item) => ({ ...item, draft })) }
      : step,
  );
  const sync = new Autosave({ ...opened, frame: { steps }, rehearsal: true });
  const shown = () => draftOf(sync.snapshot().session.frame, "q1");
  expect(shown()).toBeNull();
  sync.perform({ type: "reveal", step: 0, item: "q1" });
  expect(shown()).toEqual(draft);
  expect(draftOf(sync.snapshot().session.frame, "q2")).toBeNull();
  expect(requests).toEqual([]);
});

test("many long texts are split into requests that the server accepts", async () => {
  const requests = serverSaying(recorded);
  const sync = new Autosave(opened);
  for (let n = 0; n < 120; n++) sync.perform({ type: "note", text: "漢".repeat(9000) + n });
  expect(await sync.flush()).toBe(true);
  expect(Math.max(...requests.map(({ body }) => Buffer.byteLength(JSON.stringify(body))))).toBeLessThan(
    2 ** 21,
  );
  expect(requests.flatMap(({ body }) => body.ops)).toHaveLength(120);
});

test("after the session has ended, operations wait like offline ones, and are sent once the annotator has signed in", async () => {
  vi.useFakeTimers();
  const requests = serverSaying(refused(401, { code: "signed-out", message: "Sign in." }), recorded);
  const sync = new Autosave(opened);
  sync.perform({ type: "answer", item: "q1", value: "yes" });
  expect(await sync.flush()).toBe(false);
  expect(sync.snapshot().status).toEqual({ state: "offline", unsaved: 1 });
  expect(sync.perform({ type: "answer", item: "q2", value: "no" })).toBeNull();
  expect(await sync.flush()).toBe(true);
  expect(requests.map(({ body }) => body.ops.length)).toEqual([1, 2]);
  expect(sync.snapshot().status.state).toBe("saved");
});

test("nothing is submitted while a conflict is unresolved", async () => {
  const theirs: Op = {
    op: crypto.randomUUID(),
    at: new Date().toISOString(),
    type: "answer",
    item: "q1",
    value: "no",
  };
  const requests = serverSaying(
    refused(409, { code: "stale", message: "", detail: { version: 1, ops: [theirs] } }),
  );
  const sync = new Autosave(opened);
  sync.perform({ type: "answer", item: "q1", value: "yes" });
  expect(await sync.submit("en")).toMatchObject({ submitted: false, refused: "unresolved" });
  expect(sync.snapshot().session.conflicts).toHaveLength(1);
  expect(requests.filter(({ path }) => path.endsWith("/submit"))).toEqual([]);
});

test("what another window has set to the same is saved, and there is nothing to choose", async () => {
  const { version } = opened;
  const theirs = { op: "00000000-0000-4000-8000-000000000009", at: "2026-11-20T10:00:00Z" };
  const same = { type: "answer", item: "q1", value: "yes" } as const;
  serverSaying(
    refused(409, {
      code: "stale",
      message: "",
      detail: { version: version + 1, ops: [{ ...theirs, ...same }] },
    }),
  );
  const sync = new Autosave(opened);
  sync.perform(same);
  expect(await sync.flush()).toBe(true);
  expect(sync.snapshot()).toMatchObject({
    status: { state: "saved", at: theirs.at },
    session: { pending: [], conflicts: [] },
  });
});

test("a save whose response never comes is sent again, and so is what was done meanwhile", async () => {
  vi.useFakeTimers();
  const sent: Op[][] = [];
  vi.stubGlobal("fetch", (_path: string, { body, signal }: RequestInit & { body: string }) => {
    const { base, ops }: { base: number; ops: Op[] } = JSON.parse(body);
    sent.push(ops);
    if (sent.length === 1)
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const version = base + ops.length;
    return Promise.resolve(Response.json({ version, savedAt: "2026-11-20T10:00:00Z", merged: [] }));
  });
  const sync = new Autosave(opened);
  sync.perform({ type: "answer", item: "q1", value: "yes" });
  await vi.advanceTimersByTimeAsync(1_000);
  sync.perform({ type: "answer", item: "q2", value: "no" });
  expect(sync.snapshot().status).toMatchObject({ state: "unsaved" });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sync.snapshot()).toMatchObject({ status: { state: "saved" }, session: { pending: [] } });
  expect(sent.at(-1)?.flatMap((op) => ("item" in op ? [op.item] : []))).toEqual(["q1", "q2"]);
});
