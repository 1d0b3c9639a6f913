/** How to run TypeScript of ours outside Next: `server-only` is empty under this condition. */
export const runTypeScript = ["--conditions=react-server", "--import", "tsx"];

/**
 * How Node runs the worker. A report makes many things that are forgotten at once: the room for them is kept small, and
 * emptied more often.
 */
export const runWorker = [...runTypeScript, "--max-semi-space-size=4"];

/**
 * Where it runs. Columns that a table no longer needs, and what came from the database in pieces of 64 kB, go back to the
 * system at once instead of being kept by the C library for the next: it would otherwise come to keep ever longer ones, in
 * several places. Other libraries than GNU's know no such settings.
 */
export const workerMemory = { MALLOC_MMAP_THRESHOLD_: String(32 * 1024), MALLOC_ARENA_MAX: "1" };
