import type { ReactNode } from "react";
import { OpeningSummary } from "@/app/projects/[project]/batches/opening-summary";
import { formatQuantity } from "@/components/ui/format";
import type { DesignNumbers } from "@/lib/batch/rules/design";
import type { AffectedWork } from "@/lib/batch/schema/views";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

/** The actions of a batch that are confirmed in a dialog. */
export type Verb = "open" | "pause" | "resume" | "close" | "archive" | "unarchive" | "version" | "delete";
type Question = { title: string; description: ReactNode; confirm: string; done: string; danger?: boolean };

/** Confirmation text of an action, with current counts; what there is none of is not counted. */
export function questionOf(
  action: Verb,
  {
    id,
    name,
    kind,
    people,
    dueAt,
  }: { id: string; name: string; kind: SubjectKind; people: number; dueAt: string | null },
  affected: AffectedWork,
  design: DesignNumbers | null,
): Question {
  const { free, open, onHold, reopened, submitted } = affected;
  const unfinished = open + onHold;
  const unfinishedText = formatQuantity(unfinished, "assignment");
  const lost = free + unfinished;
  const done = submitted > 0 ? formatQuantity(submitted, "submission") : "";
  const kept = done ? `${done}, results and exports` : "Results and exports";
  const sentBack = formatQuantity(reopened, "submission");
  switch (action) {
    case "open":
      return {
        title: `Open “${name}”?`,
        description: design ? (
          <OpeningSummary saved={() => Promise.resolve(id)} kind={kind} people={people} dueAt={dueAt} />
        ) : (
          ""
        ),
        confirm: "Open batch",
        done: "Batch opened",
      };
    case "pause":
      return {
        title: `Pause “${name}”?`,
        description: sentences(
          "Nobody can claim or save until you resume it.",
          unfinished > 0
            ? `${unfinishedText} in progress ${verb(unfinished, "stays with its annotator", "stay with their annotators")}; what is not saved yet stays in the browser.`
            : "Nobody is in the middle of an assignment.",
          reopened > 0 && `${sentBack} sent back ${verb(reopened, "waits", "wait")}.`,
          done && `${done} ${verb(submitted, "does", "do")} not change.`,
        ),
        confirm: "Pause batch",
        done: "Batch paused",
      };
    case "resume":
      return {
        title: `Resume “${name}”?`,
        description: sentences(
          "Annotators can claim and save again.",
          unfinished > 0 &&
            `${unfinishedText} in progress ${verb(unfinished, "goes on where it was, with its", "go on where they were, with their")} full time.`,
          free > 0
            ? `${formatQuantity(free, "assignment")} ${verb(free, "is", "are")} free.`
            : "No assignment is free.",
        ),
        confirm: "Resume batch",
        done: "Batch resumed",
      };
    case "close":
      return {
        title: `Close “${name}” for good?`,
        description: sentences(
          lost > 0 && `${formatQuantity(lost, "assignment")} will never be submitted.`,
          unfinished > 0 &&
            `${unfinishedText} in progress ${verb(unfinished, "is", "are")} taken back: what was saved is kept, but it does not count as submitted.`,
          reopened > 0 && `${sentBack} sent back ${verb(reopened, "stays", "stay")} as submitted.`,
          `${kept} stay. A closed batch cannot be opened again.`,
        ),
        confirm: "Close batch",
        done: "Batch closed",
        danger: true,
      };
    case "archive":
      return {
        title: `Archive “${name}”?`,
        description: `It leaves the list of batches and can be brought back. ${kept} stay readable.`,
        confirm: "Archive batch",
        done: "Batch archived",
      };
    case "unarchive":
      return {
        title: `Bring “${name}” back?`,
        description: `It is closed again${done && `, with ${done}`}. Nobody is asked to work on it.`,
        confirm: "Bring back",
        done: "Batch brought back",
      };
    case "version":
      return {
        title: `Make a new version of “${name}”?`,
        description:
          "A draft is made with the same design, guidelines and annotators, to be changed and opened on its own, " +
          `with the rubrics as they are then. This batch stays as it is${done && `, with its ${done}: none is copied`}.`,
        confirm: "Make version",
        done: "New version made",
      };
    case "delete":
      return {
        title: `Delete the draft “${name}”?`,
        description: "It was never opened, so no work is lost. This cannot be undone.",
        confirm: "Delete draft",
        done: "Draft deleted",
        danger: true,
      };
  }
}

const verb = (n: number, one: string, many: string) => (n === 1 ? one : many);
const sentences = (...parts: (string | false)[]) => parts.filter(Boolean).join(" ");
