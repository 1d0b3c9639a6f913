import { afterFrame } from "@/lib/review/client/after-frame";
import type { Op } from "@/lib/review/schema/operation";

/** Batch and title of an unsent operation's assignment, for when the assignment does not exist any more. */
export type UnsentAbout = { batch: string; title: string };

type QueuedOp = {
  assignment: string;
  op: string;
  n: number;
  body: Op;
  about?: UnsentAbout | undefined;
  /** The user whose work it is. */
  owner?: string | null;
};

/** The unsent work on an assignment. */
export type UnsentWork = { assignment: string; about: UnsentAbout | undefined; ops: Op[] };

const NAME = "countersign-outbox";
const OPS = "ops";
const BY_ASSIGNMENT = "assignment";

/** Time that unsent work is kept in a browser that its user does not come back to, in milliseconds. */
const KEPT_FOR_OTHERS_MS = 30 * 24 * 60 * 60_000;

/** The most assignments that a request may ask for again. */
const MOST_AGAIN = 20;
let opened: Promise<IDBDatabase> | undefined;
/** The user of this page. */
let owner: string | null = null;

/** Operations stored from now on are this user's, and only theirs are asked for again. */
export function nameOwner(user: string): void {
  owner = user;
}

function shelf(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(OPS, { keyPath: ["assignment", "op"] });
      store.createIndex(BY_ASSIGNMENT, "assignment");
    };
    request.onsuccess = () => {
      const db = request.result;
      db.onclose = () => {
        opened = undefined;
      };
      // Another tab wants to delete the database: close it.
      db.onversionchange = () => {
        db.close();
        opened = undefined;
      };
      resolve(db);
    };
    request.onerror = () => reject(request.error);
  });
  // The next operation tries again.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Resolves once the browser has committed the transaction with the given operations. */
async function onShelf<Asked>(
  mode: IDBTransactionMode,
  work: (ops: IDBObjectStore) => Asked,
): Promise<Asked> {
  const transaction = (await shelf()).transaction(OPS, mode);
  const storeRequest = work(transaction.objectStore(OPS));
  await new Promise<unknown>((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  return storeRequest;
}

/** Operations to store with the next transaction, and when it is done. */
let waiting: QueuedOp[] = [];
let stored: Promise<void> = Promise.resolve();

/**
 * Operations the server has not confirmed, stored in the browser so that a crash loses nothing. They are stored once
 * the browser has drawn their effect, or with `storeNow`. Without browser storage (some private windows) work
 * continues unprotected.
 */
export function storeUnsent(assignment: string, op: Op, n: number, about?: UnsentAbout): Promise<void> {
  waiting.push({ assignment, op: op.op, n, body: op, about, owner });
  if (waiting.length === 1) {
    const before = stored;
    stored = afterFrame().then(async () => {
      await before;
      await storeNow();
    });
  }
  return stored;
}

/** Stores what waits for a frame, for a page that may draw none any more. */
export async function storeNow(): Promise<void> {
  const rows = waiting;
  waiting = [];
  if (rows.length === 0) return;
  try {
    await onShelf("readwrite", (ops) => {
      for (const row of rows) ops.put(row);
    });
  } catch {
    // The page still has the operations in memory, and shows "unsaved" until the server has them.
  }
}

/** The unsent operations of an assignment, oldest first. */
export async function findUnsent(assignment: string): Promise<Op[]> {
  await storeNow();
  try {
    const found = await onShelf("readonly", (ops) => ops.index(BY_ASSIGNMENT).getAll(assignment));
    const rows: QueuedOp[] = found.result;
    return rows.sort((a, b) => a.n - b.n).map((row) => row.body);
  } catch {
    return [];
  }
}

/** The unsent work of a user, by assignment, the latest first. */
export async function listUnsent(user: string): Promise<UnsentWork[]> {
  await storeNow();
  try {
    const found = await onShelf("readonly", (ops) => ops.getAll());
    const rows: QueuedOp[] = found.result;
    const byAssignment = new Map<string, UnsentWork>();
    for (const { assignment, about, body, owner } of rows.sort((a, b) => a.n - b.n)) {
      if (owner !== user) continue;
      const known = byAssignment.get(assignment);
      byAssignment.delete(assignment);
      byAssignment.set(assignment, { assignment, about, ops: [...(known?.ops ?? []), body] });
    }
    return [...byAssignment.values()].reverse();
  } catch {
    return [];
  }
}

/**
 * The assignments with unsent work in this browser, those worked on last first; without those known to be another
 * user's. At most as many as one request takes.
 */
export async function unsentAssignments(): Promise<string[]> {
  await storeNow();
  try {
    const found = await onShelf("readonly", (ops) => ops.getAll());
    const rows: QueuedOp[] = found.result;
    const own = rows.filter((row) => owner === null || !row.owner || row.owner === owner);
    const latestFirst = own.sort((a, b) => b.n - a.n).map(({ assignment }) => assignment);
    return [...new Set(latestFirst)].slice(0, MOST_AGAIN);
  } catch {
    return [];
  }
}

/** Removes operations that the server has confirmed or refused permanently. */
export async function dropUnsent(assignment: string, dropped: readonly string[]): Promise<void> {
  await storeNow();
  try {
    await onShelf("readwrite", (ops) => {
      for (const op of dropped) ops.delete([assignment, op]);
    });
  } catch {
    // A leftover row is harmless: sending it again changes nothing.
  }
}

/** Deletes the annotator's unsent operations from the browser when they sign out. */
export async function forgetUnsent(): Promise<void> {
  await storeNow();
  try {
    await onShelf("readwrite", (ops) => ops.clear());
  } catch {
    // Nothing was stored.
  }
}

/**
 * Deletes what other users left unsent in this browser thirty days ago or earlier: their session ended without their
 * signing out. An assignment that anything was entered in since stays whole, and so does all work of `user`.
 */
export async function forgetUnsentOfOthers(user: string, now: Date): Promise<void> {
  try {
    const rows: QueuedOp[] = (await onShelf("readonly", (ops) => ops.getAll())).result;
    const since = now.getTime() - KEPT_FOR_OTHERS_MS;
    const isKept = ({ owner, body }: QueuedOp) => owner === user || Date.parse(body.at) > since;
    const kept = new Set(rows.filter(isKept).map(({ assignment }) => assignment));
    const left = rows.filter(({ assignment }) => !kept.has(assignment));
    await onShelf("readwrite", (ops) => {
      for (const { assignment, op } of left) ops.delete([assignment, op]);
    });
  } catch {
    // The next visit tries again.
  }
}
