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
  switch (view.state) {
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
