import { ReviewSync } from "@/lib/review/client/autosave";
import type { AssignmentView } from "@/lib/review/schema";

/** An assignment in the queue, with its autosave. */
export type QueuedAssignment = {
  view: AssignmentView;
  sync: ReviewSync;
  /** Annotator works on it before the server has opened it: operations wait in the browser. */
  opening: boolean;
};

/** True if the assignment can be edited, as far as the client knows. */
export const isWorkedOn = ({ view, opening }: Pick<QueuedAssignment, "view" | "opening">) =>
  opening || (view.state === "open" && view.lease !== null);

/** The queue's entry for an assignment; `rehearsal` is for previews, `opening` for one the server has not opened. */
export function queuedAssignmentOf(
  view: AssignmentView,
  { rehearsal = false, opening = false } = {},
): QueuedAssignment {
  const { id, version, frame, ops, lease } = view;
  const { leaseMinutes } = view.batch;
  const savedAt = textOf(view.savedAt);
  const sync = new ReviewSync({ id, lease, leaseMinutes, version, savedAt, frame, ops, rehearsal });
  return { view, sync, opening };
}

/** A time as text; null without one. */
export const textOf = (date: Date | null) => date && new Date(date).toISOString();
