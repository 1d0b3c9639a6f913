import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Autosave } from "@/lib/review/client/autosave";

/** Locks as browsers have them, which Node 20 has not: the holders of each name in their order, the first one has it. */
class Locks {
  readonly #queues = new Map<
    string,
    { run: () => unknown; hasIt: boolean; end: (value?: unknown) => void }[]
  >();

  /** The names of locks that are held, in the order of their first request. */
  get held(): string[] {
    return [...this.#queues].flatMap(([name, queue]) => (queue.length > 0 ? [name] : []));
  }

  request(name: string, ...rest: [() => unknown] | [{ signal: AbortSignal }, () => unknown]) {
    const [{ signal }, run] = rest.length === 1 ? [{ signal: undefined }, rest[0]] : rest;
    return new Promise((resolve, reject) => {
      const one = { run, hasIt: false, end: resolve };
      const giveUp = () => {
        if (one.hasIt) return;
        this.#queues.set(
          name,
          this.#queue(name).filter((other) => other !== one),
        );
        reject(signal?.reason);
      };
      if (signal?.aborted) return giveUp();
      signal?.addEventListener("abort", giveUp);
      this.#queues.set(name, [...this.#queue(name), one]);
      this.#grant(name);
    });
  }

  /** The browser ends the process of a tab, whose lock goes to the next one. */
  endHolder(name: string): void {
    const [first, ...rest] = this.#queue(name);
    this.#queues.set(name, rest);
    first?.end();
    this.#grant(name);
  }

  #queue = (name: string) => this.#queues.get(name) ?? [];

  #grant(name: string): void {
    const [first] = this.#queue(name);
    if (!first || first.hasIt) return;
    first.hasIt = true;
    void Promise.resolve()
      .then(() => first.run())
      .then(() => {
        if (this.#queue(name)[0] === first) this.endHolder(name);
      });
  }
}

let locks: Locks;
beforeEach(() => {
  locks = new Locks();
  vi.stubGlobal("navigator", { locks });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
});
afterEach(() => vi.unstubAllGlobals());

interface OpenTab {
  close: () => void;
  isElsewhere: () => boolean;
  /** The name of the lock that it holds. */
  lock: string;
}

/** Opens an assignment in so many tabs, which know of each other. */
async function tabsOf(id: string, many: number) {
  const tabs: OpenTab[] = [];
  for (let n = 0; n < many; n++) {
    const sync = new Autosave({
      ...{ id, lease: "l", leaseMinutes: 30, version: 0, savedAt: null },
      ...{ frame: { steps: [] }, ops: [] },
    });
    const close = sync.connect();
    await vi.waitFor(() => expect(locks.held).toHaveLength(n + 1));
    tabs.push({ close, isElsewhere: () => sync.snapshot().elsewhere, lock: locks.held.at(-1) ?? "" });
  }
  await vi.waitFor(() => expect(tabs.every((tab) => tab.isElsewhere())).toBe(many > 1));
  return tabs;
}

const areElsewhere = (tabs: readonly OpenTab[]) => tabs.map((tab) => tab.isElsewhere());

test("an assignment is open elsewhere until the last other tab is closed", async () => {
  const [one, two, three] = await tabsOf("closed", 3);
  if (!one || !two || !three) throw new Error("three tabs");
  three.close();
  await vi.waitFor(() => expect(locks.held).toEqual([one.lock, two.lock]));
  expect(areElsewhere([one, two])).toEqual([true, true]);
  one.close();
  await vi.waitFor(() => expect(two.isElsewhere()).toBe(false));
  two.close();
  await vi.waitFor(() => expect(locks.held).toEqual([]));
});

test("a tab that is killed is gone, although it says nothing", async () => {
  const [one, two, three] = await tabsOf("killed", 3);
  if (!one || !two || !three) throw new Error("three tabs");
  locks.endHolder(two.lock);
  await vi.waitFor(() => expect(locks.held).toEqual([one.lock, three.lock]));
  expect(areElsewhere([one, three])).toEqual([true, true]);
  locks.endHolder(three.lock);
  await vi.waitFor(() => expect(one.isElsewhere()).toBe(false));
  for (const tab of [one, two, three]) tab.close();
});

test("a page that the browser keeps for going back holds no lock, and is open again once it is back", async () => {
  const tabs = await tabsOf("kept", 2);
  window.dispatchEvent(new Event("pagehide"));
  await vi.waitFor(() => expect(locks.held).toEqual([]));
  expect(areElsewhere(tabs)).toEqual([false, false]);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await vi.waitFor(() => expect(areElsewhere(tabs)).toEqual([true, true]));
  for (const tab of tabs) tab.close();
});
