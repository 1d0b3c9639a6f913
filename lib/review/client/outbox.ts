import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Op } from "@/lib/review/schema";

interface Shelf extends DBSchema {
  ops: {
    key: [string, string];
    value: { assignment: string; op: string; n: number; body: Op };
    indexes: { assignment: string };
  };
}

const NAME = "countersign-outbox";
let opened: Promise<IDBPDatabase<Shelf>> | undefined;

function shelf(): Promise<IDBPDatabase<Shelf>> {
  opened ??= openDB<Shelf>(NAME, 1, {
    upgrade(db) {
      const store = db.createObjectStore("ops", { keyPath: ["assignment", "op"] });
      store.createIndex("assignment", "assignment");
    },
    // Another tab wants to delete it (signing out): let go.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
  });
  return opened;
}

/**
 * Operations the server has not confirmed yet, kept in the browser so that a crash or a closed lid loses nothing.
 * Where the browser offers no storage (private windows of some), work goes on without this net.
 */
export async function keepUnsent(assignment: string, op: Op, n: number): Promise<void> {
  try {
    await (await shelf()).put("ops", { assignment, op: op.op, n, body: op });
  } catch {
    // The page still holds it and says "unsaved" until the server has it.
  }
}

/** What was left unsent for an assignment, oldest first. */
export async function findUnsent(assignment: string): Promise<Op[]> {
  try {
    const rows = await (await shelf()).getAllFromIndex("ops", "assignment", assignment);
    return rows.sort((a, b) => a.n - b.n).map((row) => row.body);
  } catch {
    return [];
  }
}

/** The server has them, or refused them for good. */
export async function dropUnsent(assignment: string, ops: readonly string[]): Promise<void> {
  try {
    const tx = (await shelf()).transaction("ops", "readwrite");
    await Promise.all([...ops.map((op) => tx.store.delete([assignment, op])), tx.done]);
  } catch {
    // A stale row is harmless: sent again, it changes nothing.
  }
}

/** On signing out: nothing of this person stays in the browser. */
export async function forgetUnsent(): Promise<void> {
  try {
    await (await shelf()).clear("ops");
  } catch {
    // Nothing was stored.
  }
}
