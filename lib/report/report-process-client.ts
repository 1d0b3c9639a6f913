import "server-only";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { aboutError, log } from "@/lib/log";
import { type Fate, REPORT_LIMITS } from "@/lib/report/rules/limits";

/** Run like the worker itself (scripts/start/worker.mjs), with its environment. */
const RUN = ["--conditions=react-server", "--import", "tsx", "--max-semi-space-size=4"];

/** Maximum number of concurrent reports. */
const AT_A_TIME = 2;

/** Time after which an idle process ends, in milliseconds. */
const IDLE = 5 * 60_000;

/** A process that computes one report after the other. */
class Computer {
  readonly #child: ChildProcess;
  readonly ended: Promise<unknown>;
  #idle: NodeJS.Timeout | undefined;

  constructor({ heapMb }: typeof REPORT_LIMITS) {
    const args = [...RUN, `--max-old-space-size=${heapMb}`, "lib/worker/report-process.ts"];
    this.#child = spawn(process.execPath, args, {
      stdio: ["ignore", "inherit", "ignore", "ipc"],
    });
    this.#child.on("error", (error) => log("error", "report-process", aboutError(error)));
    this.ended = once(this.#child, "exit").catch(() => {});
  }

  async compute(id: string, { ms }: typeof REPORT_LIMITS): Promise<Fate> {
    clearTimeout(this.#idle);
    let late = false;
    const patience = setTimeout(() => {
      late = true;
      this.#child.kill("SIGKILL");
    }, ms);
    const done = once(this.#child, "message").then(() => "done" as const);
    this.#child.send({ id }, () => {}); // The promise below settles when the process has ended.
    const fate = await Promise.race([done, this.ended.then(() => this.#endedBy(late))]);
    done.catch(() => {});
    clearTimeout(patience);
    if (fate === "done") this.#idle = setTimeout(() => this.stop(), IDLE).unref();
    return fate;
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  #endedBy(late: boolean): Fate {
    if (late) return "out-of-time";
    // Node ends with SIGABRT when its heap is full; the system sends SIGKILL when memory is.
    const { exitCode, signalCode } = this.#child;
    const full = signalCode === "SIGABRT" || signalCode === "SIGKILL" || exitCode === 134;
    return full ? "out-of-memory" : "died";
  }
}

/** Idle processes. */
const free: Computer[] = [];
const waiting: (() => void)[] = [];
let busy = 0;

/** Ends idle processes, which would end by themselves later. */
export function stopIdle(): void {
  for (const computer of free.splice(0)) computer.stop();
}

/**
 * Computes a report in a separate process with limits, so that no study can harm the worker and its other
 * jobs. Two at a time; others wait.
 */
export async function computeInProcess(id: string, limits = REPORT_LIMITS): Promise<Fate> {
  if (busy === AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
  else busy += 1;
  let computer = free.pop();
  if (!computer) {
    const fresh = new Computer(limits);
    void fresh.ended.then(() => {
      const at = free.indexOf(fresh);
      if (at >= 0) free.splice(at, 1);
    });
    computer = fresh;
  }
  try {
    const fate = await computer.compute(id, limits);
    if (fate === "done") free.push(computer);
    return fate;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}
