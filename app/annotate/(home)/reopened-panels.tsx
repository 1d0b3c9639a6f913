import { ContinueButton } from "@/app/annotate/continue-button";
import { getTranslations } from "@/app/request-language";
import { Badge } from "@/components/ui/badge";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import type { ReopenedWork } from "@/lib/review/schema";

/** Submissions that an admin sent back, and below them those that the annotator opened again. */
export async function ReopenedPanels({ work }: { work: ReopenedWork[] }) {
  const { t } = await getTranslations();
  const sentBack = work.filter(({ reopened }) => reopened.note !== "");
  const own = work.filter(({ reopened }) => reopened.note === "");
  return (
    <>
      {sentBack.length > 0 && (
        <Panel title={t("queue.sent-back")} description={t("queue.sent-back.about")} flush>
          <ReopenedList work={sentBack} />
        </Panel>
      )}
      {own.length > 0 && (
        <Panel title={t("queue.reopened")} description={t("assignment.reopened.counts")} flush>
          <ReopenedList work={own} />
        </Panel>
      )}
    </>
  );
}

/** Reopened submissions; those that were sent back with the reason. */
async function ReopenedList({ work }: { work: ReopenedWork[] }) {
  const { t } = await getTranslations();
  return (
    <ul className="divide-y">
      {work.map(({ id, title, state, reopened, batch }) => (
        <li key={id} className="grid gap-3 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
          <div className="grid gap-1 text-sm">
            <h3 dir="auto" className="truncate text-base">
              {title}
            </h3>
            {reopened.note !== "" && (
              <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                {reopened.note}
              </p>
            )}
            <p className="text-muted">
              <bdi>{batch.name}</bdi> · <Time at={reopened.at.toISOString()} />
            </p>
          </div>
          {batch.state === "paused" ? (
            <Badge tone="warning" className="justify-self-start">
              {t("queue.paused")}
            </Badge>
          ) : (
            <ContinueButton batch={batch.id} name={title} started={state !== "reopened"} big={false} />
          )}
        </li>
      ))}
    </ul>
  );
}
