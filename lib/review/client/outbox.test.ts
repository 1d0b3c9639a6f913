import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Autosave } from "@/lib/review/client/autosave";
import {
  dropUnsent,
  findUnsent,
  forgetUnsentOfOthers,
  listUnsent,
  nameOwner,
  storeUnsent,
  unsentAssignments,
} from "@/lib/review/client/outbox";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";

const note = (op: string): Op => ({ op, at: "2026-11-27T10:00:00.000Z", type: "note", text: op });
const about = { batch: "Batch", title: "Task" };

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
});

afterEach(async () => {
  // Closes the database: the next file has none of its rows.
  await new Promise<void>((resolve) => {
    indexedDB.deleteDatabase("countersign-outbox").onsuccess = () => resolve();
  });
  vi.unstubAllGlobals();
});

test("in a browser that two people use, each finds and asks for their own work only, the latest first", async () => {
  nameOwner("ann");
  await storeUnsent("early", note("1"), 1, about);
  await storeUnsent("late", note("2"), 2, about);
  nameOwner("bob");
  await storeUnsent("bobs", note("3"), 3, about);
  expect(await unsentAssignments()).toEqual(["bobs"]);
  expect((await listUnsent("bob")).map(({ assignment }) => assignment)).toEqual(["bobs"]);
  nameOwner("ann");
  await storeUnsent("early", note("4"), 4, about);
  expect(await unsentAssignments()).toEqual(["early", "late"]);
  expect(await listUnsent("ann")).toEqual([
    { assignment: "early", about, ops: [note("1"), note("4")] },
    { assignment: "late", about, ops: [note("2")] },
  ]);
  await dropUnsent("early", ["1", "4"]);
  expect(await unsentAssignments()).toEqual(["late"]);
});

test("unsent work of other users is deleted after thirty days; a user's own stays, and so does work in progress", async () => {
  const at = (day: number): Op => ({
    ...note(`day ${day}`),
    at: new Date(Date.UTC(2026, 10, day)).toISOString(),
  });
  nameOwner("ann");
  await storeUnsent("left", at(1), 1, about);
  await storeUnsent("goes on", at(1), 2, about);
  await storeUnsent("goes on", at(20), 3, about);
  nameOwner("bob");
  await storeUnsent("bobs", at(1), 4, about);
  await forgetUnsentOfOthers("bob", new Date(Date.UTC(2026, 10, 30)));
  expect(await findUnsent("left")).toHaveLength(1);
  await forgetUnsentOfOthers("bob", new Date(Date.UTC(2026, 11, 2)));
  expect(await findUnsent("left")).toEqual([]);
  expect(await findUnsent("goes on")).toEqual([at(1), at(20)]);
  expect(await findUnsent("bobs")).toEqual([at(1)]);
});

test("when there are more assignments than one request takes, the latest are requested again", async () => {
  nameOwner("ann");
  const names = Array.from({ length: 25 }, (_, n) => `assignment ${String(24 - n).padStart(2, "0")}`);
  for (const [n, name] of names.entries()) await storeUnsent(name, note(name), n);
  expect(await unsentAssignments()).toEqual(names.slice(5).reverse());
});

test("without storage there is nothing; once it can be opened, work is kept again", async () => {
  const works = indexedDB;
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new Error("The user denied permission to access the database.");
    },
  });
  await storeUnsent("lost", note("1"), 1);
  expect([await findUnsent("lost"), await listUnsent("ann"), await unsentAssignments()]).toEqual([
    [],
    [],
    [],
  ]);
  vi.stubGlobal("indexedDB", works);
  await storeUnsent("kept", note("2"), 2);
  expect(await findUnsent("kept")).toEqual([note("2")]);
});

test("work that goes on in another assignment is kept there, and no longer under the one that is gone", async () => {
  const frame: ReviewFrame = { steps: [] };
  const opened = { lease: "l", leaseMinutes: 30, version: 0, savedAt: null, frame, ops: [] };
  const [gone, claimed] = [
    new Autosave({ id: "gone", ...opened }),
    new Autosave({ id: "claimed", ...opened }),
  ];
  vi.stubGlobal("fetch", async () => Response.json({ error: { code: "x", message: "x" } }, { status: 503 }));
  expect(gone.perform({ type: "note", text: "Read twice." })).toBeNull();
  await vi.waitFor(async () => expect(await findUnsent("gone")).toHaveLength(1));
  await claimed.adopt(gone);
  expect(await findUnsent("gone")).toEqual([]);
  expect(await findUnsent("claimed")).toMatchObject([{ type: "note", text: "Read twice." }]);
});
