import "server-only";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { aboutError, log } from "@/lib/log";
import type { ReportStep } from "@/lib/report/data/request-report";
import { type ComputationOutcome, REPORT_LIMITS } from "@/lib/report/rules/computation-limits";

/** Run like the worker itself (scripts/start/worker.mjs), with its environment. */
const RUN = ["--conditions=react-server", "--import", "tsx", "--max-semi-space-size=16"];

/** Maximum number of concurrent reports. */
const AT_A_TIME = 2;

/** Time after which an idle process ends, in milliseconds. */
const IDLE = 5 * 60_000;

/** A process that computes one step after the other. */
class Computer {
  readonly #child: ChildProcess;
  readonly #limits: typeof REPORT_LIMITS;
  readonly ended: Promise<unknown>;
  #idle: NodeJS.Timeout | undefined;
  /** The study of its last step, which it may have in memory. */
  study: string | null = null;

  constructor(limits: typeof REPORT_LIMITS) {
    this.#limits = limits;
    const { heapMb } = limits;
    const args = [...RUN, `--max-old-space-size=${heapMb}`, "lib/worker/report-process.ts"];
    this.#child = spawn(process.execPath, args, {
      stdio: ["ignore", "inherit", "ignore", "ipc"],
    });
    this.#child.on("error", (error) => log("error", "report-process", aboutError(error)));
    this.ended = once(this.#child, "exit").catch(() => {});
  }

  async compute(step: ReportStep): Promise<ComputationOutcome> {
    clearTimeout(this.#idle);
    const { ms } = this.#limits;
    let late = false;
    const patience = setTimeout(() => {
      late = true;
      this.#child.kill("SIGKILL");
    }, ms);
    const done = once(this.#child, "message").then(() => "done" as const);
    this.#child.send(step, () => {}); // The promise below settles when the process has ended.
    const outcome = await Promise.race([done, this.ended.then(() => this.#endedBy(late))]);
    done.catch(() => {});
    clearTimeout(patience);
    if (outcome === "done") this.#idle = setTimeout(() => this.stop(), IDLE).unref();
    return outcome;
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  #endedBy(late: boolean): ComputationOutcome {
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
 * Runs `work` with a function that computes steps in a separate process with limits, so that no study can harm the
 * worker and its other jobs: the process that has the study in memory, if there is one. After one that died a new
 * one goes on. Two at a time; others wait.
 */
export async function withReportProcess<T>(
  { datasetId, batchId }: Pick<StudyScope, "datasetId" | "batchId">,
  work: (compute: (step: ReportStep) => Promise<ComputationOutcome>) => Promise<T>,
  limits = REPORT_LIMITS,
): Promise<T> {
  if (busy === AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
  else busy += 1;
  const study = `${datasetId} ${batchId ?? ""}`;
  let computer: Computer | null = takeFree(study);
  try {
    return await work(async (step) => {
      computer ??= startComputer(limits);
      computer.study = study;
      const outcome = await computer.compute(step);
      if (outcome !== "done") computer = null;
      return outcome;
    });
  } finally {
    if (computer) free.push(computer);
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

/** An idle process, preferably the one of a study. */
function takeFree(study: string): Computer | null {
  const at = free.findIndex((computer) => computer.study === study);
  return free.splice(at === -1 ? free.length - 1 : at, 1)[0] ?? null;
}

function startComputer(limits: typeof REPORT_LIMITS): Computer {
  const computer = new Computer(limits);
  void computer.ended.then(() => {
    const at = free.indexOf(computer);
    if (at >= 0) free.splice(at, 1);
  });
  return computer;
}
