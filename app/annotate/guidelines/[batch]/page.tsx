import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SignedInFrame } from "@/app/signed-in-frame";
import { Changes } from "@/components/prose/changes-view";
import { Prose } from "@/components/prose/prose";
import { Page } from "@/components/shell/page";
import { Banner } from "@/components/ui/banner";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { actAs } from "@/lib/auth/actor";
import { requireUser } from "@/lib/auth/page";
import { findGuidelines } from "@/lib/batch/data/guidelines";
import { BatchParams } from "@/lib/batch/schema";
import { Confirm } from "./confirm";

export const metadata: Metadata = { title: "Guidelines" };

/** The guidelines of a batch as they are now, what changed since the annotator last read them, and the confirmation. */
export default async function GuidelinesPage({ params }: { params: Promise<{ batch: string }> }) {
  const user = await requireUser();
  const id = BatchParams.safeParse({ id: (await params).batch });
  const view = id.success ? await findGuidelines(actAs(user, "annotator"), id.data.id) : null;
  if (!id.success || !view) notFound();
  const { batch, text, version, readAt, before, mustRead } = view;
  const changed = readAt === null && before !== null;
  return (
    <SignedInFrame user={user}>
      <Page width="narrow">
        <PageHeader
          title="Guidelines"
          breadcrumbs={[{ label: "Your work", href: "/annotate" }]}
          description={`${batch} · version ${version}`}
        />
        {changed && (
          <Banner tone="warning" title="The guidelines changed">
            What you have begun keeps the version you began it under. From the next assignment on this version
            holds.
          </Banner>
        )}
        {changed && (
          <Panel title={`Changed since version ${before.version}`}>
            <Changes before={before.text} after={text} label="What changed in the guidelines" />
          </Panel>
        )}
        <Panel>
          {text.trim() === "" ? (
            <p className="text-sm text-muted">There are no guidelines for this batch.</p>
          ) : (
            <Prose label="Guidelines" text={text} toolbar={false} />
          )}
        </Panel>
        {readAt ? (
          <p className="text-sm text-muted">
            You confirmed to have read them <Time at={readAt.toISOString()} />.
          </p>
        ) : (
          <Confirm batch={id.data.id} version={version} mustRead={mustRead} />
        )}
      </Page>
    </SignedInFrame>
  );
}
