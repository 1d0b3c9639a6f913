import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "@/app/request-language";
import { SignedInPage } from "@/app/signed-in-page";
import { Trans } from "@/components/i18n/translations";
import { Changes } from "@/components/prose/changes-view";
import { prepare } from "@/components/prose/prepare";
import { Prose } from "@/components/prose/prose";
import { Disclosures } from "@/components/review/disclosures";
import { Page } from "@/components/shell/page";
import { Banner } from "@/components/ui/banner";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { actAs } from "@/lib/auth/actor";
import { findGuidelines } from "@/lib/batch/data/guidelines";
import { BatchParams } from "@/lib/batch/schema";
import { requireUser } from "@/lib/project/page-access";
import { UndoSubmissionNotice } from "../../undo-submission";
import { Confirm } from "./confirm";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations()).t("guidelines.title") };
}

/** A batch's current guidelines, changes since the annotator last read them, and the confirmation. */
export default async function GuidelinesPage({ params }: { params: Promise<{ batch: string }> }) {
  const user = await requireUser();
  const { t } = await getTranslations();
  const id = BatchParams.safeParse({ id: (await params).batch });
  const view = id.success ? await findGuidelines(actAs(user, "annotator"), id.data.id) : null;
  if (!id.success || !view) notFound();
  const { batch, text, disclosures, version, readAt, before, mustRead } = view;
  const changed = readAt === null && before !== null;
  return (
    <SignedInPage user={user} status={<UndoSubmissionNotice />}>
      <Page width="narrow">
        <PageHeader
          title={t("guidelines.title")}
          breadcrumbs={[{ label: t("queue.title"), href: "/annotate" }]}
          description={t("guidelines.version", { batch, version })}
        />
        {changed && (
          <Banner tone="warning" title={t("guidelines.have-changed")}>
            {t("guidelines.have-changed.why")}
          </Banner>
        )}
        {changed && (
          <Panel title={t("guidelines.since", { version: before.version })}>
            <Changes before={before.text} after={text} label={t("guidelines.changes")} />
          </Panel>
        )}
        <Panel>
          {text.trim() === "" && disclosures.length === 0 ? (
            <p className="text-sm text-muted">{t("guidelines.none")}</p>
          ) : (
            <>
              {text.trim() !== "" && (
                <Prose label={t("guidelines.title")} text={text} prepared={prepare(text)} toolbar={false} />
              )}
              <Disclosures disclosures={disclosures} t={t} />
            </>
          )}
        </Panel>
        {readAt ? (
          <p className="text-sm text-muted">
            <Trans id="guidelines.confirmed" values={{ at: <Time at={readAt.toISOString()} /> }} />
          </p>
        ) : (
          <Confirm batch={id.data.id} version={version} mustRead={mustRead} />
        )}
      </Page>
    </SignedInPage>
  );
}
