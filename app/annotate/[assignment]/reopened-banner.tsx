import { Trans } from "@/components/i18n/translations";
import { Banner } from "@/components/ui/banner";
import type { Autosave } from "@/lib/review/client/autosave";
import type { AssignmentView } from "@/lib/review/schema";
import { LeaveButton } from "./undo-submit-button";

/** True if the annotator reopened the submission: an admin who sends one back says why. */
export const isReopenedByAuthor = ({ reopened }: Pick<AssignmentView, "reopened">) => reopened?.note === "";

/** The admin's note on a submission that was sent back. */
export function ReopenedNote({ view }: { view: AssignmentView }) {
  return (
    view.reopened && (
      <p dir="auto" className="max-h-40 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
        {view.reopened.note}
      </p>
    )
  );
}

/** Banner above the workbench of a submission that was sent back, or that the annotator reopened. */
export function ReopenedBanner({ view, sync }: { view: AssignmentView; sync: Autosave }) {
  if (isReopenedByAuthor(view))
    return (
      <Banner
        title={<Trans id="assignment.reopened" />}
        action={<LeaveButton id={view.id} flush={() => sync.flush()} />}
        className="rounded-none border-x-0"
      >
        <Trans id="assignment.reopened.counts" />
      </Banner>
    );
  return (
    <Banner title={<Trans id="assignment.sent-back.again" />} className="rounded-none border-x-0">
      <ReopenedNote view={view} />
    </Banner>
  );
}
