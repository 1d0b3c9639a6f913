import { CheckCheck } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Participations } from "@/app/annotate/participations";
import { getTranslations } from "@/app/request-language";
import { SignedInPage } from "@/app/signed-in-page";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { actAs } from "@/lib/auth/actor";
import { listQueue, type QueueEntry } from "@/lib/batch/data/progress";
import { BatchParams } from "@/lib/batch/schema";
import { listOwnParticipations } from "@/lib/participation/data/participations";
import { requireUser } from "@/lib/project/page-access";
import { type BatchWork, findBatchWork } from "@/lib/review/data/own-work";
import { ContinueButton } from "../../continue-button";
import { UndoSubmissionNotice } from "../../undo-submission";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations()).t("queue.nothing-left") };
}

/** End of a batch for an annotator: what they did, and what to do next. */
export default async function BatchDone({ params }: { params: Promise<{ batch: string }> }) {
  const user = await requireUser();
  const { t } = await getTranslations();
  const annotator = actAs(user, "annotator");
  const id = BatchParams.safeParse({ id: (await params).batch });
  const work = id.success ? await findBatchWork(annotator, id.data.id) : null;
  if (!id.success || !work) notFound();
  const [places, queue] = await Promise.all([listOwnParticipations(user), listQueue(annotator)]);
  const own = places.filter(({ batch }) => batch === id.data.id);
  const next = queue.find((entry) => entry.hasWork && entry.id !== id.data.id);
  return (
    <SignedInPage user={user} status={<UndoSubmissionNotice />}>
      <Page width="narrow">
        <Participations places={own} />
        <header className="grid justify-items-start gap-2">
          <CheckCheck aria-hidden="true" className="size-8 text-positive" />
          <h1 className="text-xl">{t("queue.nothing-left")}</h1>
          <p className="text-muted">{t("queue.nothing-left.why")}</p>
        </header>
        <Done work={work} batch={id.data.id} />
        {next && <Next entry={next} />}
        <ButtonLink href="/annotate" className="justify-self-start">
          {t("queue.title")}
        </ButtonLink>
      </Page>
    </SignedInPage>
  );
}

async function Done({ work, batch }: { work: BatchWork; batch: string }) {
  const { t } = await getTranslations();
  const facts = [
    { name: t("day.submitted"), value: t("day.count", { count: work.submitted }) },
    { name: t("day.active"), value: t("day.minutes", { count: Math.round(work.activeMs / 60_000) }) },
    ...(work.skipped > 0
      ? [{ name: t("done.skipped"), value: t("day.count", { count: work.skipped }) }]
      : []),
    ...(work.firstAt && work.lastAt
      ? [
          { name: t("done.first"), value: <Time at={work.firstAt.toISOString()} /> },
          { name: t("done.last"), value: <Time at={work.lastAt.toISOString()} /> },
        ]
      : []),
  ];
  return (
    <Panel
      title={<bdi>{work.batch}</bdi>}
      description={<bdi>{work.project}</bdi>}
      actions={
        work.submitted > 0 && (
          <ButtonLink size="sm" href={`/annotate/past?batch=${batch}`}>
            {t("done.read")}
          </ButtonLink>
        )
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

async function Next({ entry }: { entry: QueueEntry }) {
  const { t } = await getTranslations();
  return (
    <section
      aria-label={t("queue.next")}
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-accent-line bg-surface p-4"
    >
      <div className="min-w-0">
        <p className="text-sm text-muted">{t("queue.next")}</p>
        <p className="font-medium wrap-anywhere">
          <bdi>{entry.name}</bdi>
        </p>
      </div>
      <ContinueButton
        batch={entry.id}
        name={entry.name}
        started={entry.openAssignment !== null || entry.submitted > 0}
        big={false}
      />
    </section>
  );
}
