import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Autosave } from "@/lib/review/client/autosave";
import { fold } from "@/lib/review/rules/apply";
import { touches } from "@/lib/review/rules/operation-conflicts";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";

const ITEMS = ["q1", "q2", "q3", "q4"];

const frame: ReviewFrame = {
  steps: [
    {
      ...{ type: "judge", kind: "criteria", exposure: "none" },
      items: ITEMS.map((key) => ({
        ...{ key, rubric: "c", name: null, text: "Is it polite?", category: null, draft: null },
        scale: { type: "points", min: 1, max: 9 },
      })),
    },
  ],
};

/**
 * A server by the protocol of saves, on a network that delivers requests and responses late, in any order,
 * and loses some responses.
 */
function unreliableServer(scheduler: fc.Scheduler, losses: Iterator<boolean>) {
  const ops: Op[] = [];
  const record = ({ base, ops: sent }: { base: number; ops: Op[] }): [number, object] => {
    const ids = new Set(sent.map(({ op }) => op));
    const known = new Set(ops.map(({ op }) => op));
    const fresh = sent.filter(({ op }) => !known.has(op));
    const merged = ops.slice(base).filter(({ op }) => !ids.has(op));
    const unseen = new Set(merged.flatMap((op) => touches(ops, op)));
    if (fresh.some((op) => touches(ops, op).some((name) => unseen.has(name))))
      return [409, { error: { code: "stale", message: "", detail: { version: ops.length, ops: merged } } }];
    ops.push(...fresh);
    return [200, { version: ops.length, savedAt: "2026-11-20T10:00:00Z", merged }];
  };
  const read = () => ({
    ...{ state: "open", batch: { projectArchived: false }, lease: "l", savedAt: null, frame },
    ...{ version: ops.length, ops: [...ops] },
  });
  vi.stubGlobal("fetch", async (_: string, { method, body }: { method: string; body?: string }) => {
    await scheduler.schedule(Promise.resolve());
    const [status, value] = method === "GET" ? [200, read()] : record(JSON.parse(body ?? ""));
    await scheduler.schedule(Promise.resolve());
    if (losses.next().value) throw new TypeError("the connection was lost");
    return Response.json(value, { status });
  });
  return ops;
}

type Step =
  | { does: "set"; tab: 0 | 1; item: number; value: number }
  | { does: "save" | "refresh"; tab: 0 | 1 }
  | { does: "wait" };

const tab = fc.constantFrom(0 as const, 1 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("set" as const),
      tab,
      item: fc.nat(ITEMS.length - 1),
      value: fc.integer({ min: 1, max: 9 }),
    }),
  },
  fc.record({ does: fc.constantFrom("save" as const, "refresh" as const), tab }),
  fc.record({ does: fc.constant("wait" as const) }),
);

// Requests are repeated below, not by timers.
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Runs the steps in two tabs, then saves everything on a network that works again. */
async function work(scheduler: fc.Scheduler, losses: boolean[], steps: readonly Step[]) {
  let isReliable = false;
  const lost = losses[Symbol.iterator]();
  const stored = unreliableServer(scheduler, {
    next: () => ({ value: !isReliable && (lost.next().value ?? false) }),
  });
  const opened = { id: "a", lease: "l", leaseMinutes: 30, version: 0, savedAt: null, frame, ops: [] };
  const tabs = [new Autosave(opened), new Autosave(opened)] as const;
  const set = [new Map<string, number>(), new Map<string, number>()] as const;
  const requests: Promise<unknown>[] = [];
  for (const one of steps) {
    if (one.does === "wait") {
      if (scheduler.count() > 0) await scheduler.waitOne();
    } else if (one.does === "set") {
      const item = ITEMS[one.item] ?? "";
      tabs[one.tab].perform({ type: "answer", item, value: one.value });
      set[one.tab].set(item, one.value);
    } else {
      const tab = tabs[one.tab];
      requests.push(one.does === "save" ? tab.flush() : tab.refresh());
    }
  }
  await scheduler.waitFor(Promise.all(requests));
  isReliable = true;
  for (const tab of [...tabs, ...tabs]) {
    await scheduler.waitFor(tab.flush());
    await scheduler.waitFor(tab.refresh());
  }
  return { stored, tabs, set };
}

test("tabs that set different items never conflict, and each value arrives once, whatever is lost on the way", async () => {
  const steps = fc.array(step, { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.boolean()), steps, async (scheduler, losses, mixed) => {
      // The first tab has the first two items, the second one the others.
      const apart = mixed.map((one) => (one.does === "set" ? { ...one, tab: one.item < 2 ? 0 : 1 } : one));
      const { stored, tabs, set } = await work(scheduler, losses, apart as Step[]);
      const answers = stored.filter(({ type }) => type === "answer");
      expect(answers).toHaveLength(apart.filter(({ does }) => does === "set").length);
      expect(new Set(answers.map(({ op }) => op)).size).toBe(answers.length);
      const document = fold(frame, stored);
      for (const [item, value] of [...set[0], ...set[1]]) expect(document.items[item]?.answer).toBe(value);
      for (const one of tabs) {
        const { session, status } = one.snapshot();
        expect(session.conflicts).toEqual([]);
        expect(status.state).toBe("saved");
        expect(session.document).toEqual(document);
      }
    }),
    { numRuns: 150 },
  );
});

test("if two tabs set the same item, each last value is stored or waits for a choice", async () => {
  const steps = fc.array(step, { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.boolean()), steps, async (scheduler, losses, mixed) => {
      const { stored, tabs, set } = await work(scheduler, losses, mixed);
      const document = fold(frame, stored);
      for (const which of [0, 1] as const) {
        const { session } = tabs[which].snapshot();
        expect(session.pending).toEqual([]);
        for (const { mine } of session.conflicts)
          expect(mine.type === "answer" && set[1 - which]?.has(mine.item)).toBe(true);
        for (const [item, value] of set[which]) {
          const isStored = stored.some(
            (op) => op.type === "answer" && op.item === item && op.value === value,
          );
          const waits = session.conflicts.some(
            ({ mine }) => mine.type === "answer" && mine.item === item && mine.value === value,
          );
          expect(isStored || waits).toBe(true);
        }
        expect(session.document).toEqual(document);
      }
    }),
    { numRuns: 150 },
  );
});
