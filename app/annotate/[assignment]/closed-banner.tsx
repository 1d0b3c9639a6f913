import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { Time } from "@/components/ui/time";
import type { AssignmentView } from "@/lib/review/schema";
import { ContinueButton } from "../continue-button";

/** Why an assignment can only be read, and the way on. */
export function ClosedBanner({ view }: { view: AssignmentView }) {
  const back = (
    <ButtonLink size="sm" href="/annotate">
      Your work
    </ButtonLink>
  );
  if (view.batch.projectArchived && view.state !== "submitted" && view.state !== "skipped") {
    return (
      <Banner
        tone="warning"
        title="This project is archived."
        action={back}
        className="rounded-none border-x-0"
      >
        What was saved stays; nothing can be added any more.
      </Banner>
    );
  }
  switch (view.state) {
    case "reopened":
      return (
        <Banner
          tone="warning"
          title="This was sent back to you."
          action={<ContinueButton batch={view.batch.id} name={view.batch.name} started={false} big={false} />}
          className="rounded-none border-x-0"
        >
          <ReopenedNote view={view} />
          <p>
            You get to it as soon as nothing else of this batch is open. What you submitted counts until then.
          </p>
        </Banner>
      );
    case "submitted":
      return (
        <Banner title="Submitted" action={back} className="rounded-none border-x-0">
          {view.submittedAt && <Time at={view.submittedAt.toISOString()} />} · to read, not to change.
        </Banner>
      );
    case "skipped":
      return (
        <Banner title="Skipped" action={back} className="rounded-none border-x-0">
          {view.skipReason}
        </Banner>
      );
    default:
      return (
        <Banner
          tone="warning"
          title="This assignment is not open."
          action={
            view.batch.state === "open" ? (
              <ContinueButton batch={view.batch.id} name={view.batch.name} started big={false} />
            ) : (
              back
            )
          }
          className="rounded-none border-x-0"
        >
          Your work in it is kept. Continue takes it up again if it is still to be had.
        </Banner>
      );
  }
}

/** What whoever runs the batch wants looked at again, in their words. */
export function ReopenedNote({ view }: { view: AssignmentView }) {
  return (
    view.reopened && (
      <p dir="auto" className="max-h-40 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
        {view.reopened.note}
      </p>
    )
  );
}

/** Above the workbench of a submission that was sent back. */
export function ReopenedBanner({ view }: { view: AssignmentView }) {
  return (
    <Banner
      title="Sent back to you: look at it again, then submit it again."
      className="rounded-none border-x-0"
    >
      <ReopenedNote view={view} />
    </Banner>
  );
}
