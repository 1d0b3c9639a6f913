import type { Op } from "@/lib/review/schema/operation";

type QueuedOp = { assignment: string; op: string; n: number; body: Op };

const NAME = "countersign-outbox";
const OPS = "ops";
const BY_ASSIGNMENT = "assignment";
let opened: Promise<IDBDatabase> | undefined;

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

/**
 * Operations the server has not confirmed, stored in the browser so that a crash loses nothing. Without
 * browser storage (some private windows) work continues unprotected.
 */
export async function storeUnsent(assignment: string, op: Op, n: number): Promise<void> {
  try {
    await onShelf("readwrite", (ops) => ops.put({ assignment, op: op.op, n, body: op } satisfies QueuedOp));
  } catch {
    // The page still has the operation in memory, and shows "unsaved" until the server has it.
  }
}

/** The unsent operations of an assignment, oldest first. */
export async function findUnsent(assignment: string): Promise<Op[]> {
  try {
    const found = await onShelf("readonly", (ops) => ops.index(BY_ASSIGNMENT).getAll(assignment));
    const rows: QueuedOp[] = found.result;
    return rows.sort((a, b) => a.n - b.n).map((row) => row.body);
  } catch {
    return [];
  }
}

/** Removes operations that the server has confirmed or refused permanently. */
export async function dropUnsent(assignment: string, dropped: readonly string[]): Promise<void> {
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
  try {
    await onShelf("readwrite", (ops) => ops.clear());
  } catch {
    // Nothing was stored.
  }
}
