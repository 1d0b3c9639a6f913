/** Node arguments for running our TypeScript outside Next: `server-only` is empty under this condition. */
export const runTypeScript = ["--conditions=react-server", "--import", "tsx"];

/**
 * Node arguments of the worker. A report creates many short-lived objects: in a smaller young generation more of them live
 * long enough to be copied. Four megabytes took a tenth more of processor time, and some 30 MB less of memory.
 */
export const runWorker = [...runTypeScript, "--max-semi-space-size=16"];

/**
 * Environment of the worker. Makes the C library return columns from a megabyte on to the system as soon as they are freed,
 * instead of keeping ever more for reuse. Smaller pieces are kept: to give them back from 32 kB on took a fifth of a report's
 * processor time. Effective with glibc only.
 */
export const workerMemory = { MALLOC_MMAP_THRESHOLD_: String(1024 * 1024), MALLOC_ARENA_MAX: "1" };
