import { Trans } from "@/components/i18n/translations";
import { Banner } from "@/components/ui/banner";
import type { AssignmentView } from "@/lib/review/schema";

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

/** Banner above the workbench of a submission that was sent back. */
export function ReopenedBanner({ view }: { view: AssignmentView }) {
  return (
    <Banner title={<Trans id="assignment.sent-back.again" />} className="rounded-none border-x-0">
      <ReopenedNote view={view} />
    </Banner>
  );
}
