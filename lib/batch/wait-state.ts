import type { RunState } from "@/lib/drafting/schema/runs";

/** A draft and the run it waits for, with their current states. */
export interface Wait {
  run: { id: string; name: string; state: RunState; units: number; done: number; failed: number };
  requestedAt: Date;
  /** The reason why the batch could not be opened when the run had ended, for display. */
  refused: string | null;
}

type WaitState = "waiting" | "paused" | "opening" | "refused" | "failed-in-part" | "cancelled";

/**
 * The state of a draft batch that waits for a run. In the last three states nothing happens automatically: an
 * admin decides.
 */
export function waitState({ run, refused }: Wait): WaitState {
  if (run.state === "cancelled") return "cancelled";
  if (run.state !== "done") return run.state === "running" ? "waiting" : "paused";
  if (run.failed > 0) return "failed-in-part";
  return refused === null ? "opening" : "refused";
}

/** True if the wait is over with the batch still a draft. */
export function needsDecision(wait: Wait): boolean {
  return ["refused", "failed-in-part", "cancelled"].includes(waitState(wait));
}

/** True if a run in this state may still finish, by itself or when it is resumed. */
export function canStillFinish(state: RunState): boolean {
  return state !== "done" && state !== "cancelled";
}
