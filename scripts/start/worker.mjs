/** How to run TypeScript of ours outside Next: `server-only` is empty under this condition. */
export const runTypeScript = ["--conditions=react-server", "--import", "tsx"];

/**
 * How Node runs the worker. A report makes many things that are forgotten at once: the room for them is kept small, and
 * emptied more often.
 */
export const runWorker = [...runTypeScript, "--max-semi-space-size=4"];

/**
 * Where it runs. Columns that a table no longer needs go back to the system at once, instead of being kept by the C
 * library for the next: it would otherwise come to keep ever longer ones. Other libraries than GNU's know no such setting.
 */
export const workerMemory = { MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };
