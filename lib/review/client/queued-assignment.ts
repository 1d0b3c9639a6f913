import type { ApiResult } from "@/lib/http/client";
import { Autosave } from "@/lib/review/client/autosave";
import type { SubmissionFeedback, SubmitOutcome } from "@/lib/review/client/autosave-state";
import type { AssignmentView } from "@/lib/review/schema";

/** An assignment in the queue, with its autosave. */
export type QueuedAssignment = {
  /**
   * Identifies the entry: an assignment whose submission is undone comes back as another entry, a refused one as the
   * same.
   */
  key: number;
  view: AssignmentView;
  sync: Autosave;
  /** Annotator works on it before the server has opened it: operations wait in the browser. */
  opening: boolean;
};

/** True if the assignment can be edited, as far as the client knows. */
export const isWorkedOn = ({ view, opening }: Pick<QueuedAssignment, "view" | "opening">) =>
  opening || (view.state === "open" && view.lease !== null);

/** Parts of a frame that a prefetched assignment lacks: drafts come when it is opened. */
const DRAFTED = new Set(["draft", "beside", "withheld", "rubrics"]);

/** True if two assignments show the same and ask for the same, so that work on one fits the other. */
export function isSameWork(one: AssignmentView, other: AssignmentView): boolean {
  const textOfParts = ({ task, response, pair, frame }: AssignmentView) =>
    JSON.stringify([task, response, pair, frame], (key, value) => (DRAFTED.has(key) ? undefined : value));
  return textOfParts(one) === textOfParts(other);
}

let made = 0;

/** The queue's entry for an assignment; `rehearsal` is for previews, `opening` for one the server has not opened. */
export function queuedAssignmentOf(
  view: AssignmentView,
  { rehearsal = false, opening = false } = {},
): QueuedAssignment {
  const { id, version, frame, ops, lease } = view;
  const { leaseMinutes, signals } = view.batch;
  const savedAt = textOf(view.savedAt);
  const about = { batch: view.batch.name, title: view.task.instruction.slice(0, 200) };
  const sync = new Autosave({
    id,
    lease,
    leaseMinutes,
    signals,
    version,
    savedAt,
    frame,
    ops,
    about,
    rehearsal,
  });
  made += 1;
  return { key: made, view, sync, opening };
}

/** A time as text; null without one. */
export const textOf = (date: Date | null) => date && new Date(date).toISOString();

/** The outcome of a submission that had arrived although its response was lost, from the assignment read again. */
export function outcomeOf(found: ApiResult<AssignmentView>): SubmitOutcome {
  const { undoUntil, feedback } = found.ok
    ? { ...found.value, feedback: feedbackOf(found.value) }
    : { undoUntil: null, feedback: null };
  return { submitted: true, undoUntil: (undoUntil ?? new Date()).toISOString(), feedback };
}

/** The feedback that came with an accepted submission. */
function feedbackOf({ feedback, stage }: AssignmentView): SubmissionFeedback {
  if (stage?.isOver) return "result";
  return feedback ? "feedback" : null;
}
