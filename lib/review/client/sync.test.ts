import { afterEach, expect, test, vi } from "vitest";
import { ReviewSync } from "@/lib/review/client/sync";
import type { Op, ReviewFrame } from "@/lib/review/schema";

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

const opened = { id: "a", lease: "l", version: 0, savedAt: null, frame, ops: [] };

/** A server that takes its time, and what it was sent. */
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

afterEach(() => {
  vi.unstubAllGlobals();
});

test("one request at a time: what is done meanwhile goes together in the next", async () => {
  const server = slowServer();
  const sync = new ReviewSync(opened);
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
