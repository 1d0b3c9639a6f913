import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queueOn, server, until } from "@/lib/review/testing/queue";

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
  queue.subscribe(() => said.add(queue.state().previousSubmission));
  score(4);
  expect(await queue.submitCurrent("en")).toBeNull();
  expect([shown(), submitted, queue.state().previousSubmission]).toEqual(["two", [], "sending"]);
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
  await until(() => queue.state().previousSubmission === "none");
  expect([...said].slice(0, 3)).toEqual(["sending", "opening", "none"]);
  stop();
  expect(requests.at(-1)).toBe("DELETE batches b ahead");
});

test("a next assignment that arrives while the submission is on its way is shown once that is answered", async () => {
  const { requests, saved, serverState } = server();
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const pages: unknown[] = [];
  const { queue, stop, submitted, score, shown } = queueOn({
    ready: () => arrival,
    claimed: (answer) => pages.push(answer) > 0,
  });
  await until(() => requests.includes("GET assignments three"));
  serverState.submits = arrival.then(() => until(() => queue.state().next !== null));
  score(4);
  const answer = queue.submitCurrent("en");
  await until(() => requests.includes("POST assignments one submit"));
  expect(queue.state().next).toBeNull();
  arrive();
  expect(await answer).toBeNull();
  expect([shown(), submitted]).toEqual(["two", ["one"]]);
  score(5);
  await until(() => (saved.get("two") ?? []).some(({ type }) => type === "score"));
  expect(requests).toContain("POST batches b claim two");
  expect(pages).toEqual([]);
  stop();
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
  expect(queue.state()).toMatchObject({ previousSubmission: "none", refused: { refused: "batch-paused" } });
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
  await until(() => queue.state().previousSubmission === "offline");
  expect(queue.recall()).toBe(true);
  window.dispatchEvent(new Event("online"));
  await until(() => shown() === "one");
  expect([submitted, queue.recall()]).toEqual([[], false]);

  await queue.submitCurrent("en");
  await until(() => queue.state().previousSubmission === "offline");
  serverState.offline = false;
  window.dispatchEvent(new Event("online"));
  await until(() => submitted.length === 1 && queue.state().previousSubmission === "none");
  expect([shown(), queue.state().current.opening]).toEqual(["two", false]);
  stop();
});

test("an undone submission is shown, and the assignment begun after it comes next", async () => {
  const { requests } = server();
  const { queue, stop, submitted, score, shown } = queueOn();
  await until(() => requests.includes("GET assignments three"));
  score(4);
  await queue.submitCurrent("en");
  await until(() => submitted.length === 1 && queue.state().previousSubmission === "none");
  score(2);
  expect(await queue.undoSubmission("one")).toBe("shown");
  expect(shown()).toBe("one");
  await queue.submitCurrent("en");
  expect(shown()).toBe("two");
  expect(queue.state().current.sync.snapshot().session.document.score).toBe(2);
  stop();
});

test("what is saved in an assignment while it is opened again stays on the screen", async () => {
  const { requests, saved, serverState } = server();
  const { queue, stop, submitted, score, shown } = queueOn();
  await until(() => requests.includes("GET assignments three"));
  score(4);
  await queue.submitCurrent("en");
  await until(() => submitted.length === 1 && queue.state().previousSubmission === "none");
  expect(await queue.undoSubmission("one")).toBe("shown");
  let arrive = () => {};
  serverState.reads = new Promise((resolve) => {
    arrive = resolve;
  });
  const readBefore = requests.filter((request) => request === "GET assignments two").length;
  await queue.submitCurrent("en");
  await until(() => requests.filter((request) => request === "GET assignments two").length > readBefore);
  score(5);
  await until(() => saved.get("two")?.length === 1);
  const { sync } = queue.state().current;
  await until(() => sync.snapshot().status.state === "saved");
  arrive();
  await until(() => queue.state().previousSubmission === "none");
  expect(shown()).toBe("two");
  expect(sync.snapshot().session.document.score).toBe(5);
  expect(sync.snapshot().status).toEqual({ state: "saved", at: "2026-11-20T10:00:00Z" });
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
  await until(() => queue.state().previousSubmission === "offline");
  score(5);
  const second = queue.submitCurrent("en");
  expect(queue.recall()).toBe(true);
  serverState.offline = false;
  window.dispatchEvent(new Event("online"));
  expect(await second).toBeNull();
  await until(() => queue.state().previousSubmission === "none");
  expect([shown(), submitted]).toEqual(["one", []]);
  expect(requests).not.toContain("POST assignments one submit");
  await queue.submitCurrent("en");
  expect([shown(), queue.state().current.sync.snapshot().session.document.score]).toEqual(["two", 5]);
  await until(() => submitted.length === 1 && queue.state().previousSubmission === "none");
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
  expect([shown(), queue.state().previousSubmission, submitted]).toEqual(["one", "none", ["one"]]);
  expect(requests).not.toContain("POST assignments two submit");
  stop();
});
