import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ContinueShortcut } from "@/app/annotate/[assignment]/continue-shortcut";
import { Participations } from "@/app/annotate/participations";
import { getTranslations } from "@/app/request-language";
import { SignedInPage } from "@/app/signed-in-page";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { actAs } from "@/lib/auth/actor";
import { findOwnQualification, type OwnQualification } from "@/lib/batch/data/checks/own-qualification";
import { BatchParams } from "@/lib/batch/schema";
import type { Translate } from "@/lib/i18n/rules";
import { listOwnParticipations } from "@/lib/participation/data/participations";
import { requireUser } from "@/lib/project/page-access";
import { neededOf } from "@/lib/quality/rules/qualification";
import type { ExamOutcome } from "@/lib/quality/schema";
import { ComparedItem } from "../../compared-item";
import { stageWords } from "../../qualification-stage";
import { UndoSubmissionNotice } from "../../undo-submission";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations()).t("stage.title") };
}

/** The annotator's progress in the training and exam of a batch, and the way on. */
export default async function QualificationPage({ params }: { params: Promise<{ batch: string }> }) {
  const user = await requireUser();
  const { t } = await getTranslations();
  const id = BatchParams.safeParse({ id: (await params).batch });
  const [own, places] = await Promise.all([
    id.success ? findOwnQualification(actAs(user, "annotator"), id.data.id) : null,
    listOwnParticipations(user),
  ]);
  if (!own) notFound();
  const { batch, where, rule, results, answers } = own;
  const { exam } = rule;
  const { title, why } = inWords(own, t);
  return (
    <SignedInPage user={user} status={<UndoSubmissionNotice />}>
      <Page width="narrow">
        <PageHeader
          title={title}
          breadcrumbs={[{ label: t("queue.title"), href: "/annotate" }]}
          description={<bdi>{batch.name}</bdi>}
        />
        <Panel>
          <div className="grid justify-items-start gap-4">
            <p>{why}</p>
            {exam && results.length > 0 && <ExamResults t={t} results={results} exam={exam} />}
            {where.at === "failed" || batch.state !== "open" ? (
              <ButtonLink href="/annotate">{t("queue.title")}</ButtonLink>
            ) : (
              <ContinueShortcut batch={batch.id} name={batch.name} />
            )}
          </div>
        </Panel>
        <Participations places={places.filter((place) => place.batch === batch.id)} />
        {answers.length > 0 && (
          <Panel title={t("after.compare")}>
            <ol className="grid gap-2 text-sm">
              {answers.map((compared, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same question is asked of several subjects, and the list never changes
                <ComparedItem key={n} compared={compared} />
              ))}
            </ol>
          </Panel>
        )}
      </Page>
    </SignedInPage>
  );
}

/** Results of the annotator's attempts at the exam. */
function ExamResults({
  t,
  results,
  exam,
}: {
  t: Translate;
  results: ExamOutcome[];
  exam: NonNullable<OwnQualification["rule"]["exam"]>;
}) {
  return (
    <ul className="grid gap-1 text-sm" aria-label={t("stage.results")}>
      {results.map(({ attempt, right, asked, passed }) => (
        <li key={attempt} className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
          {t("stage.result", { attempt, right, asked, needed: neededOf(asked, exam) })}
          <Badge tone={passed ? "positive" : "neutral"}>{t(passed ? "stage.passed" : "stage.failed")}</Badge>
        </li>
      ))}
    </ul>
  );
}

function inWords(
  { where, results, attempts }: OwnQualification,
  t: Translate,
): { title: string; why: string } {
  if (where.at === "work")
    return {
      title: t(results.at(-1)?.passed ? "stage.passed" : "stage.ready"),
      why: t("stage.passed.why"),
    };
  if (where.at === "failed") return { title: t("stage.failed"), why: t("stage.failed.why") };
  if (results.length > 0)
    return {
      title: t("stage.not-yet"),
      why: t("stage.not-yet.why", { count: attempts - results.length }),
    };
  return { title: stageWords(where, t), why: t("stage.ahead.why") };
}
