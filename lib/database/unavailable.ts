/**
 * Why the database cannot execute a valid request now.
 *
 * `busy`: cancelled without effect, so it can be retried: a locked row, a slow statement, a deadlock, no free
 * connection. `lost`: the connection broke, perhaps after the change was made. `full`: its disk is full, and
 * nothing was done.
 */
export type Trouble = "busy" | "lost" | "full";

/** By codes of PostgreSQL, of the system, and of the client. */
const TROUBLES: Record<string, Trouble> = {
  "55P03": "busy", // a lock was not to be had in time
  "57014": "busy", // took longer than a statement may
  "40P01": "busy", // deadlock
  "40001": "busy", // could not be serialised
  "53300": "busy", // too many connections
  "57P03": "busy", // it is starting or stopping
  ECONNREFUSED: "busy",
  P2024: "busy", // no connection in time
  P2028: "busy", // a transaction that did not begin, or was undone because it took too long
  P2034: "busy", // deadlock or write conflict
  "53100": "full",
  "57P01": "lost",
  "57P02": "lost",
  "25P03": "lost",
  "08006": "lost",
  "08003": "lost",
  ECONNRESET: "lost",
  EPIPE: "lost",
  ETIMEDOUT: "lost",
};

/** Errors for which a library has only a message. */
const WORDS: [RegExp, Trouble][] = [
  [/timeout exceeded when trying to connect/i, "busy"],
  [/Connection terminated due to connection timeout/i, "busy"],
  [/Connection terminated unexpectedly|Client has encountered a connection error/i, "lost"],
  [/No space left on device/i, "full"],
];

/** The kind of database trouble behind an error; null for other errors. */
export function troubleOf(error: unknown, depth = 0): Trouble | null {
  if (typeof error !== "object" || error === null || depth > 6) return null;
  for (const name of ["code", "originalCode"] as const) {
    const code: unknown = name in error ? error[name as keyof typeof error] : undefined;
    const trouble = typeof code === "string" && Object.hasOwn(TROUBLES, code) ? TROUBLES[code] : undefined;
    if (trouble) return trouble;
  }
  const message: unknown = "message" in error ? error.message : undefined;
  const worded = typeof message === "string" && WORDS.find(([words]) => words.test(message));
  if (worded) return worded[1];
  // Clients wrap the driver's error in different places, depending on the call.
  for (const name of ["cause", "meta", "driverAdapterError", "errors"] as const) {
    const inner: unknown = name in error ? error[name as keyof typeof error] : undefined;
    for (const one of Array.isArray(inner) ? inner : [inner]) {
      const trouble = troubleOf(one, depth + 1);
      if (trouble) return trouble;
    }
  }
  return null;
}
