import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AssignmentQueue } from "@/lib/review/client/assignment-queue";
import type { AssignmentView } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";

const frame: AssignmentView["frame"] = {
  steps: [
    {
      type: "score",
      question: "How good?",
      scale: { type: "points", min: 1, max: 5 },
      exposure: "none",
      opens: "at-once",
      draft: null,
    },
  ],
};

const BATCH = { id: "b", name: "B", sample: false, projectArchived: false, leaseMinutes: 30, signals: false };

function view(id: string, state: AssignmentView["state"]): AssignmentView {
  return {
    id,
    state,
    position: 1,
    lease: state === "open" ? `lease of ${id}` : null,
    leaseUntil: state === "open" ? new Date("2030-01-01") : null,
    ...{ submittedAt: null, undoUntil: null, skipReason: null, reopened: null, mayTakeBack: false },
    batch: { ...BATCH, state: "open" },
    guidelines: "",
    disclosures: [],
    task: { instruction: "", input: null, messages: null, reference: null, tags: [] },
    response: { text: id },
    pair: null,
    frame,
    version: 0,
    savedAt: null,
    ops: [],
  };
}

/** A server with three assignments, the first of them claimed by the annotator. Records its requests. */
function server() {
  const requests: string[] = [];
  const order = ["one", "two", "three"];
  let open = 0;
  const saved = new Map<string, Op[]>(order.map((id) => [id, []]));
  const serverState = {
    refuseSubmit: null as string | null,
    offline: false,
    claims: null as string | null,
    refuseClaim: null as string | null,
    /** Assignments that were released. */
    gone: new Set<string>(),
    /** Assignments about the response of another. */
    about: new Map<string, string>(),
  };
  /** Assignments whose requests are not answered until they are aborted. */
  const silent = new Set<string>();
  const aborted: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { method, body, signal }: RequestInit & { body?: string }) => {
    if (serverState.offline) throw new TypeError("offline");
    const [, resource, id = "", verb] = /v1\/(\w+)\/(\w+)\/?([\w-]*)/.exec(path) ?? [];
    const again = new URL(path, "http://localhost").searchParams.getAll("again");
    requests.push([method, resource, id, verb, ...again].join(" ").trim());
    const refuse = (code: string) => Response.json({ error: { code, message: code } }, { status: 409 });
    if (verb === "ahead") return Response.json({ assignments: order.slice(open + 1, open + 3) });
    if (verb === "ops") {
      const ops: Op[] = JSON.parse(body ?? "").ops;
      saved.set(id, [...(saved.get(id) ?? []), ...ops]);
      const version = saved.get(id)?.length;
      return Response.json({ version, savedAt: "2026-11-20T10:00:00Z", merged: [] });
    }
    if (verb === "submit") {
      if (serverState.refuseSubmit) return refuse(serverState.refuseSubmit);
      open += 1;
      return Response.json({ undoUntil: new Date(Date.now() + 10_000).toISOString() });
    }
    if (verb === "undo-submit") {
      open -= 1;
      return Response.json({});
    }
    if (verb === "claim" && serverState.refuseClaim) return refuse(serverState.refuseClaim);
    if (verb === "claim")
      return Response.json({ status: "claimed", assignment: { id: serverState.claims ?? order[open] } });
    if (silent.has(id))
      await new Promise((_, reject) => {
        signal?.addEventListener("abort", () => {
          aborted.push(id);
          reject(signal.reason);
        });
      });
    if (serverState.gone.has(id)) return refuse("not-found");
    const version = saved.get(id)?.length ?? 0;
    const about = serverState.about.get(id) ?? id;
    const state = order.indexOf(id) <= open ? "open" : "reserved";
    return Response.json({
      ...view(id, state),
      response: { text: about },
      version,
      ops: saved.get(id) ?? [],
    });
  });
  return { requests, saved, serverState, silent, aborted };
}

function queueOn(callbacks: Partial<ConstructorParameters<typeof AssignmentQueue>[1]> = {}) {
  const submitted: string[] = [];
  const queue = new AssignmentQueue(view("one", "open"), {
    ready: async () => {},
    submitted: (id) => submitted.push(id),
    shown: () => {},
    claimed: () => true,
    ...callbacks,
  });
  const stop = queue.connect();
  const score = (value: number) => queue.state().current.sync.perform({ type: "score", value });
  const shown = () => queue.state().current.view.id;
  return { queue, stop, submitted, score, shown };
}

const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true));

beforeEach(() => {
  const target = new EventTarget();
  vi.stubGlobal("window", target);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("submit shows the prefetched assignment at once; operations on it wait until the server has opened it", async () => {
  const { requests, saved } = server();
  const { queue, stop, submitted, score, shown } = queueOn();
  await until(() => requests.includes("GET assignments three"));
  const said = new Set<string>();
  queue.subscribe(() => said.add(queue.state().submitting));
  score(4);
  expect(await queue.submitCurrent("en")).toBeNull();
  expect([shown(), submitted, queue.state().submitting]).toEqual(["two", [], "yes"]);
  expect(requests).not.toContain("POST assignments one submit");
  score(5);
  await until(() => (saved.get("two") ?? []).some(({ type }) => type === "score"));
  expect(submitted).toEqual(["one"]);
  const sent = requests.filter((request) => !/ahead|GET/.test(request));
  expect(sent).toEqual([
    "POST assignments one ops",
    "POST assignments one submit",
    "POST batches b claim two",
    "POST assignments two ops",
  ]);
  await until(() => queue.state().submitting === "no");
  expect([...said].slice(0, 3)).toEqual(["yes", "opening", "no"]);
  stop();
  expect(requests.at(-1)).toBe("DELETE batches b ahead");
});

test("a refused submission is shown again, and operations on the next assignment are not lost", async () => {
  const { requests, serverState } = server();
  const { queue, stop, submitted, score, shown } = queueOn();
  await until(() => requests.includes("GET assignments three"));
  serverState.refuseSubmit = "batch-paused";
  score(4);
  await queue.submitCurrent("en");
  score(5);
  await until(() => shown() === "one");
  expect(queue.state()).toMatchObject({ submitting: "no", refused: { refused: "batch-paused" } });
  expect(submitted).toEqual([]);
  expect(queue.state().current.sync.snapshot().session.document.score).toBe(4);
  serverState.refuseSubmit = null;
  queue.state().current.sync.resume();
  await queue.submitCurrent("en");
  expect([shown(), queue.state().current.sync.snapshot().session.document.score]).toEqual(["two", 5]);
  stop();
});

test("an unreachable server is tried again, and a recall shows the submission again", async () => {
  const { requests, serverState } = server();
  const { queue, stop, submitted, score, shown } = queueOn();
  await until(() => requests.includes("GET assignments three"));
  serverState.offline = true;
  score(4);
  await queue.submitCurrent("en");
  await until(() => queue.state().submitting === "offline");
  expect(queue.recall()).toBe(true);
  window.dispatchEvent(new Event("online"));
  await until(() => shown() === "one");
  expect([submitted, queue.recall()]).toEqual([[], false]);

  await queue.submitCurrent("en");
  await until(() => queue.state().submitting === "offline");
  serverState.offline = false;
  window.dispatchEvent(new Event("online"));
  await until(() => submitted.length === 1 && queue.state().submitting === "no");
  expect([shown(), queue.state().current.opening]).toEqual(["two", false]);
  stop();
});

test("an undone submission is shown, and the assignment begun after it comes next", async () => {
  const { requests } = server();
  const { queue, stop, submitted, score, shown } = queueOn();
  await until(() => requests.includes("GET assignments three"));
  score(4);
  await queue.submitCurrent("en");
  await until(() => submitted.length === 1 && queue.state().submitting === "no");
  score(2);
  expect(await queue.undoSubmission("one")).toBe("shown");
  expect(shown()).toBe("one");
  await queue.submitCurrent("en");
  expect(shown()).toBe("two");
  expect(queue.state().current.sync.snapshot().session.document.score).toBe(2);
  stop();
});

test("an undone submission opens as a page of its own while another page is loading", async () => {
  const { requests, silent } = server();
  silent.add("three");
  const led: unknown[] = [];
  const { queue, stop, submitted, score } = queueOn({ claimed: (answer) => led.push(answer) > 0 });
  await until(() => requests.includes("GET assignments three"));
  score(4);
  // Without a prefetched assignment the request goes to the server first, and another page opens.
  const { outcome } = (await queue.submitCurrent("en")) ?? {};
  expect([outcome?.submitted, submitted, led.length]).toEqual([true, ["one"], 1]);
  expect(await queue.undoSubmission("one")).toBe("opens");
  expect(led.at(-1)).toMatchObject({ value: { status: "claimed", assignment: { id: "one" } } });
  stop();
});

test("a recall after the server has accepted the submission undoes it", async () => {
  const { requests } = server();
  const { queue, stop, submitted, score, shown } = queueOn();
  await until(() => requests.includes("GET assignments three"));
  score(4);
  await queue.submitCurrent("en");
  expect(queue.recall()).toBe(true);
  await until(() => shown() === "one");
  expect([submitted, queue.recall()]).toEqual([["one"], false]);
  expect(requests).toContain("POST assignments one undo-submit");
  stop();
});

test("a later prefetch aborts the one before it, whose answer would be outdated", async () => {
  const { requests, silent, aborted } = server();
  silent.add("three");
  const { queue, stop } = queueOn();
  await until(() => requests.includes("GET assignments three"));
  expect(queue.state().next).toBeNull();
  silent.clear();
  // The page comes back from the browser's cache, and prefetches again.
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await until(() => queue.state().next?.view.id === "two");
  expect(aborted).toEqual(["three"]);
  stop();
});

test("another assignment than the prefetched one opens when the server claims it", async () => {
  const { requests, serverState } = server();
  const answers: unknown[] = [];
  const { queue, stop, score } = queueOn({ claimed: (answer) => answers.push(answer) > 0 });
  await until(() => requests.includes("GET assignments three"));
  serverState.claims = "sentback";
  score(4);
  await queue.submitCurrent("en");
  expect(queue.stays("two")).toBe(true);
  await until(() => answers.length === 1 && !queue.stays("two"));
  expect(answers[0]).toMatchObject({ ok: true, value: { assignment: { id: "sentback" } } });
  stop();
});

test("work on a prefetched assignment that was released continues in the claimed one about the same subject", async () => {
  const { requests, saved, serverState } = server();
  const { queue, stop, score, shown } = queueOn();
  await until(() => requests.includes("GET assignments three"));
  serverState.claims = "anew";
  serverState.gone.add("two");
  serverState.about.set("anew", "two");
  score(4);
  await queue.submitCurrent("en");
  score(5);
  await until(() => (saved.get("anew") ?? []).some(({ type }) => type === "score"));
  expect(shown()).toBe("anew");
  expect(queue.state().current.sync.snapshot().session.document.score).toBe(5);
  expect(saved.get("two")).toEqual([]);
  stop();
});

test("work on a released assignment without a claimed successor stays on the screen, marked as not saved", async () => {
  const { requests, serverState } = server();
  const answers: unknown[] = [];
  const { queue, stop, score, shown } = queueOn({ claimed: (answer) => answers.push(answer) > 0 });
  await until(() => requests.includes("GET assignments three"));
  serverState.claims = "three";
  serverState.gone.add("two");
  score(4);
  await queue.submitCurrent("en");
  score(5);
  const { sync } = queue.state().current;
  await until(() => sync.snapshot().status.state === "stopped");
  expect(sync.snapshot()).toMatchObject({
    status: { state: "stopped", why: "not-reserved", unsaved: 1 },
    session: { document: { score: 5 } },
  });
  expect([shown(), answers]).toEqual(["two", []]);
  stop();
});

test("work on an assignment that is still reserved waits for its turn when a sent-back one comes first", async () => {
  const { requests, serverState } = server();
  const answers: unknown[] = [];
  const { queue, stop, score } = queueOn({ claimed: (answer) => answers.push(answer) > 0 });
  await until(() => requests.includes("GET assignments three"));
  serverState.claims = "sentback";
  serverState.about.set("three", "two");
  score(4);
  await queue.submitCurrent("en");
  score(5);
  await until(() => answers.length === 1);
  expect(queue.state().current.sync.snapshot().status.state).not.toBe("stopped");
  stop();
});

test("work on the next assignment stays, with the reason, when the batch gives nothing more, and is saved when it does", async () => {
  const { requests, saved, serverState } = server();
  const { queue, stop, score, shown } = queueOn();
  await until(() => requests.includes("GET assignments three"));
  serverState.refuseClaim = "batch-closed";
  score(4);
  await queue.submitCurrent("en");
  score(5);
  const { sync } = queue.state().current;
  const stops = (why: string) => until(() => JSON.stringify(sync.snapshot().status).includes(why));
  await stops("batch-closed");
  serverState.refuseClaim = "batch-paused";
  await queue.resume();
  await stops("batch-paused");
  score(3);
  expect([shown(), sync.snapshot().session.document.score]).toEqual(["two", 3]);
  serverState.refuseClaim = null;
  await queue.resume();
  await stops('"saved"');
  expect(saved.get("two")).toMatchObject([{ value: 5 }, { value: 3 }]);
  stop();
});

test("an assignment whose parts could not be loaded is not prefetched", async () => {
  const { requests } = server();
  let tries = 0;
  const ready = async () => {
    tries += 1;
    throw new Error("a script that could not be fetched");
  };
  const { queue, stop, submitted, score, shown } = queueOn({ ready });
  await until(() => tries === 2);
  score(4);
  expect(await queue.submitCurrent("en")).toMatchObject({ outcome: { submitted: true }, isContinued: true });
  expect([shown(), submitted]).toEqual(["one", ["one"]]);
  expect(requests).toContain("POST batches b claim");
  stop();
});

test("a recalled submission is not sent again when the next assignment is submitted", async () => {
  const { requests, serverState } = server();
  const { queue, stop, submitted, score, shown } = queueOn();
  await until(() => requests.includes("GET assignments three"));
  serverState.offline = true;
  score(4);
  await queue.submitCurrent("en");
  await until(() => queue.state().submitting === "offline");
  score(5);
  const second = queue.submitCurrent("en");
  expect(queue.recall()).toBe(true);
  serverState.offline = false;
  window.dispatchEvent(new Event("online"));
  expect(await second).toBeNull();
  await until(() => queue.state().submitting === "no");
  expect([shown(), submitted]).toEqual(["one", []]);
  expect(requests).not.toContain("POST assignments one submit");
  await queue.submitCurrent("en");
  expect([shown(), queue.state().current.sync.snapshot().session.document.score]).toEqual(["two", 5]);
  await until(() => submitted.length === 1 && queue.state().submitting === "no");
  stop();
});

test("the next assignment is not submitted either if the recalled submission had reached the server", async () => {
  const { requests } = server();
  const { queue, stop, submitted, score, shown } = queueOn();
  await until(() => requests.includes("GET assignments three"));
  score(4);
  await queue.submitCurrent("en");
  score(5);
  const second = queue.submitCurrent("en");
  expect(queue.recall()).toBe(true);
  expect(await second).toBeNull();
  await until(() => requests.includes("POST assignments one undo-submit") && shown() !== "two");
  expect([shown(), queue.state().submitting, submitted]).toEqual(["one", "no", ["one"]]);
  expect(requests).not.toContain("POST assignments two submit");
  stop();
});
