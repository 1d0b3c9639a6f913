import { Trans } from "@/components/i18n/translations";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { Time } from "@/components/ui/time";
import type { AssignmentView } from "@/lib/review/schema";
import { ContinueButton } from "../continue-button";
import { AfterSubmission } from "./after-submission";
import { isReopenedByAuthor, ReopenedNote } from "./reopened-banner";
import { UndoSubmitButton } from "./undo-submit-button";

/** Says why an assignment is read-only, with its feedback and the way on. */
export function ClosedBanner({ view }: { view: AssignmentView }) {
  return (
    <>
      <WhyClosed view={view} />
      <AfterSubmission view={view} />
    </>
  );
}

function WhyClosed({ view }: { view: AssignmentView }) {
  const back = (
    <ButtonLink size="sm" href="/annotate">
      <Trans id="queue.title" />
    </ButtonLink>
  );
  const withUndo = (
    <>
      {view.mayTakeBack && <UndoSubmitButton id={view.id} isSkipped={view.state === "skipped"} />}
      {back}
    </>
  );
  if (view.batch.projectArchived && view.state !== "submitted" && view.state !== "skipped") {
    return (
      <Banner
        tone="warning"
        title={<Trans id="assignment.archived" />}
        action={back}
        className="rounded-none border-x-0"
      >
        <Trans id="assignment.archived.why" />
      </Banner>
    );
  }
  switch (view.state) {
    case "reopened":
      return (
        <Banner
          tone="warning"
          title={<Trans id={isReopenedByAuthor(view) ? "assignment.reopened" : "assignment.sent-back"} />}
          action={<ContinueButton batch={view.batch.id} name={view.batch.name} started={false} big={false} />}
          className="rounded-none border-x-0"
        >
          <ReopenedNote view={view} />
          <p>
            <Trans id="assignment.sent-back.when" />
          </p>
        </Banner>
      );
    case "submitted":
      return (
        <Banner
          title={<Trans id="assignment.submitted" />}
          action={withUndo}
          className="rounded-none border-x-0"
        >
          {view.submittedAt ? (
            <Trans
              id={view.mayTakeBack ? "assignment.submitted.open" : "assignment.submitted.at"}
              values={{ at: <Time at={view.submittedAt.toISOString()} /> }}
            />
          ) : (
            <Trans id="assignment.submitted.read" />
          )}
        </Banner>
      );
    case "skipped":
      return (
        <Banner
          title={<Trans id="assignment.skipped" />}
          action={withUndo}
          className="rounded-none border-x-0"
        >
          <bdi>{view.skipReason}</bdi>
        </Banner>
      );
    default:
      return (
        <Banner
          tone="warning"
          title={<Trans id="assignment.not-open" />}
          action={
            view.batch.state === "open" ? (
              <ContinueButton batch={view.batch.id} name={view.batch.name} started big={false} />
            ) : (
              back
            )
          }
          className="rounded-none border-x-0"
        >
          <Trans id="assignment.not-open.why" />
        </Banner>
      );
  }
}
