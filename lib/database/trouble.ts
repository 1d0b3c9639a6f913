/**
 * What keeps the database from doing something now, though nothing is wrong with what was asked.
 *
 * `busy`: it was given up and nothing of it was done, so it may simply be asked again: a lock that somebody else holds,
 * a statement that took too long, a deadlock, no connection to be had. `lost`: the connection broke, perhaps after the
 * change was made. `full`: no room is left on its disk, and nothing was done.
 */
export type Trouble = "busy" | "lost" | "full";

/** By PostgreSQL's codes, those of the system, and those of the client in between. */
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

/** Those for which a library has words only. */
const WORDS: [RegExp, Trouble][] = [
  [/timeout exceeded when trying to connect/i, "busy"],
  [/Connection terminated due to connection timeout/i, "busy"],
  [/Connection terminated unexpectedly|Client has encountered a connection error/i, "lost"],
  [/No space left on device/i, "full"],
];

/** Which trouble of the database an error comes from; null when it is an error like any other. */
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
  // Clients wrap what the driver said: where it lies depends on how it was asked.
  for (const name of ["cause", "meta", "driverAdapterError", "errors"] as const) {
    const inner: unknown = name in error ? error[name as keyof typeof error] : undefined;
    for (const one of Array.isArray(inner) ? inner : [inner]) {
      const trouble = troubleOf(one, depth + 1);
      if (trouble) return trouble;
    }
  }
  return null;
}
