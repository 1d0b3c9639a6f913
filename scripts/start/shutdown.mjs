import { readFileSync } from "node:fs";

/** Shortest time until a second Ctrl-C counts, in milliseconds. */
const TWICE = 500;

/**
 * Detects when to stop: Ctrl-C, a signal of the system, npm gone (a killed npm sends no signal), or a part
 * that failed.
 */
export function watchForTheEnd() {
  const controller = new AbortController();
  /** @type {(failure: string | undefined) => void} */
  let reach = () => {};
  /** @type {Promise<string | undefined>} resolves with what went wrong, or undefined when asked to stop */
  const reached = new Promise((resolve) => {
    reach = resolve;
  });
  const begin = (/** @type {string} */ failure = "") => {
    reach(failure || undefined);
    controller.abort();
  };

  let began = 0;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      // Second Ctrl-C: remaining processes are killed as this one exits. Terminal and npm both deliver the
      // first one, so an immediate second does not count.
      if (controller.signal.aborted && signal === "SIGINT" && Date.now() - began > TWICE) process.exit(130);
      began ||= Date.now();
      begin();
    });
  }
  const startedBy = ancestors();
  const isOrphan = () => process.env.npm_lifecycle_event !== undefined && ancestors() !== startedBy;
  setInterval(() => {
    if (isOrphan()) begin();
  }, 1_000).unref();

  return {
    reached,
    /** Aborted as soon as the shutdown has begun. */
    signal: controller.signal,
    begin: () => begin(),
    /** @param {string} reason in words, for people */
    fail: (reason) => begin(reason),
    /** Called for a later start, which must not be refused by an orphaned one. */
    hasBegun: () => {
      if (isOrphan()) begin();
      return controller.signal.aborted;
    },
  };
}

/** Our parent: npm, or the shell it runs us with and npm as its parent. */
function ancestors() {
  const { ppid } = process;
  try {
    const stat = readFileSync(`/proc/${ppid}/stat`, "utf8");
    const [, name, rest = ""] = /\((.*)\) (.*)/s.exec(stat) ?? [];
    return /^(ba|da|a)?sh$/.test(name ?? "") ? `${ppid} of ${rest.split(" ")[1]}` : String(ppid);
  } catch {
    return String(ppid); // not on Linux, where the shell replaces itself
  }
}

/** @typedef {ReturnType<typeof watchForTheEnd>} End */
