import type { RunState } from "@/lib/drafting/schema/runs";

/** A draft and the run it waits for, as they are now. */
export interface Wait {
  run: { id: string; name: string; state: RunState; units: number; done: number; failed: number };
  requestedAt: Date;
  /** Why it was not opened when the run was done, in words. */
  refused: string | null;
}

export type WaitState = "waiting" | "paused" | "opening" | "refused" | "failed-in-part" | "cancelled";

/** How a wait stands. In the last three states nothing happens by itself: an admin decides. */
export function waitState({ run, refused }: Wait): WaitState {
  if (run.state === "cancelled") return "cancelled";
  if (run.state !== "done") return run.state === "running" ? "waiting" : "paused";
  if (run.failed > 0) return "failed-in-part";
  return refused === null ? "opening" : "refused";
}

/** Whether it is over, with the batch still a draft. */
export function needsDecision(wait: Wait): boolean {
  return ["refused", "failed-in-part", "cancelled"].includes(waitState(wait));
}

/** Whether a run in this state may still be done one day by itself, or when somebody goes on with it. */
export function canStillFinish(state: RunState): boolean {
  return state !== "done" && state !== "cancelled";
}
