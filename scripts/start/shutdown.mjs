import { readFileSync } from "node:fs";

/** How much later somebody presses Ctrl-C a second time at the soonest, in milliseconds. */
const TWICE = 500;

/**
 * Notices when it is time to stop: Ctrl-C, a signal of the system, npm having gone (a killed npm tells
 * nobody), or a part of ours having ended by itself.
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
      // Asked twice: everything that is still there is ended by force as this process exits. Ctrl-C comes twice at once
      // by itself, from the terminal and from npm.
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
    /** Aborted as soon as the end has begun. */
    signal: controller.signal,
    begin: () => begin(),
    /** @param {string} reason in words, for people */
    fail: (reason) => begin(reason),
    /** Asked by a later start, which must not be turned away by one that nobody holds any more. */
    hasBegun: () => {
      if (isOrphan()) begin();
      return controller.signal.aborted;
    },
  };
}

/** Our parent: npm, or the shell it runs us with, and then npm as the parent of that. */
function ancestors() {
  const { ppid } = process;
  try {
    const stat = readFileSync(`/proc/${ppid}/stat`, "utf8");
    const [, name, rest = ""] = /\((.*)\) (.*)/s.exec(stat) ?? [];
    return /^(ba|da|a)?sh$/.test(name ?? "") ? `${ppid} of ${rest.split(" ")[1]}` : String(ppid);
  } catch {
    return String(ppid); // not on Linux, where the shells step aside
  }
}

/** @typedef {ReturnType<typeof watchForTheEnd>} End */
