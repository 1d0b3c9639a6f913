import { Eye } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { withPrepared } from "@/app/prepare-prose";
import { SignedInFrame } from "@/app/signed-in-frame";
import { StatusSlots } from "@/components/review/status-slots";
import { SampleBadge } from "@/components/shell/sample-badge";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { actAs } from "@/lib/auth/actor";
import { BatchParams } from "@/lib/batch/schema";
import { requireUser } from "@/lib/project/page-access";
import { KIND_NAME } from "@/lib/protocol/rules/subject-kind";
import { type BatchPreview, previewAssignment } from "@/lib/review/data/preview";
import { Rehearsal } from "./rehearsal";

export const metadata: Metadata = { title: "Preview" };

const Search = z.object({
  arm: z.coerce.number().int().min(0).max(7).catch(0),
  subject: z.coerce.number().int().min(0).max(1_000_000).catch(0),
});

interface PreviewPageProps {
  params: Promise<{ batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Preview of the workbench for the batch's admin: can be tried; nothing is stored. */
export default async function PreviewPage({ params, searchParams }: PreviewPageProps) {
  const user = await requireUser();
  const id = BatchParams.safeParse({ id: (await params).batch });
  const wanted = Search.parse(await searchParams);
  const preview = id.success ? await previewAssignment(actAs(user, "researcher"), id.data.id, wanted) : null;
  if (!id.success || !preview) notFound();
  const { view, kind } = preview;
  return (
    <SignedInFrame
      fill
      user={user}
      project={
        <span className="flex min-w-0 items-center gap-2">
          <h1 className="truncate text-base">{view?.batch.name ?? "Preview"}</h1>
          <Badge tone="accent" icon={<Eye aria-hidden="true" />}>
            Preview
          </Badge>
          {view?.batch.sample && <SampleBadge />}
        </span>
      }
      status={<StatusSlots />}
      banner={<PreviewBanner batch={id.data.id} preview={preview} />}
    >
      {view ? (
        <Rehearsal
          key={`${preview.arm} ${preview.subject}`}
          view={withPrepared(view)}
          place={`${KIND_NAME[kind]} ${preview.subject + 1}`}
          project={preview.projectId}
          origins={preview.origins}
        />
      ) : (
        <EmptyState icon={<Eye />} title={`There is no such ${kind}`}>
          No {kind} of this batch has this number.
        </EmptyState>
      )}
    </SignedInFrame>
  );
}

/** Banner of the preview: nothing is stored; shows arm and material, with links to others and back. */
function PreviewBanner({ batch, preview }: { batch: string; preview: BatchPreview }) {
  const { arms, arm, kind, subject, view, projectId, state } = preview;
  const home = `/projects/${projectId}/batches/${batch}`;
  const to = (place: { arm?: number; subject?: number }) =>
    `/annotate/preview/${batch}?arm=${place.arm ?? arm}&subject=${place.subject ?? subject}`;
  return (
    <Banner
      title="Preview: nothing you do here is recorded"
      className="rounded-none border-x-0"
      action={
        <>
          {subject > 0 && (
            <ButtonLink size="sm" href={to({ subject: subject - 1 })}>
              Previous {kind}
            </ButtonLink>
          )}
          {view && (
            <ButtonLink size="sm" href={to({ subject: subject + 1 })}>
              Next {kind}
            </ButtonLink>
          )}
          <ButtonLink size="sm" href={state === "draft" ? `${home}/edit` : home}>
            Back to the batch
          </ButtonLink>
        </>
      }
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {arms.map((name, index) => (
          <ButtonLink
            key={name}
            size="sm"
            variant="quiet"
            aria-current={index === arm ? "page" : undefined}
            className={index === arm ? "font-semibold underline" : undefined}
            href={to({ arm: index })}
          >
            Arm {name}
          </ButtonLink>
        ))}
      </span>
    </Banner>
  );
}
