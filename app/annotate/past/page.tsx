import { SearchX } from "lucide-react";
import type { Metadata } from "next";
import { z } from "zod";
import { getTranslations } from "@/app/request-language";
import { SignedInPage } from "@/app/signed-in-page";
import { Page } from "@/components/shell/page";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import { actAs } from "@/lib/auth/actor";
import { requireUser } from "@/lib/project/page-access";
import { listPastBatches, listPastWork } from "@/lib/review/data/assignments";
import { PastWorkList } from "../past-work-list";
import { UndoSubmissionNotice } from "../undo-submission";
import { PastFilters } from "./past-filters";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations()).t("past.title") };
}

/** Invalid values are ignored, so that an old address still shows a list. */
const Search = z.object({
  q: z.string().max(200).catch(""),
  batch: z.uuid().optional().catch(undefined),
  after: z.uuid().optional().catch(undefined),
});

interface PastWorkProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** All of the annotator's own submissions, to read as submitted. */
export default async function PastWorkPage({ searchParams }: PastWorkProps) {
  const user = await requireUser();
  const { t } = await getTranslations();
  const annotator = actAs(user, "annotator");
  const { q, batch, after } = Search.parse(await searchParams);
  const [batches, { rows, next }] = await Promise.all([
    listPastBatches(annotator),
    listPastWork(annotator, { q, batch, after }),
  ]);
  const address = (last: string) => {
    const query = { q, batch: batch ?? "", after: last };
    return `/annotate/past?${new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""))}`;
  };
  return (
    <SignedInPage user={user} status={<UndoSubmissionNotice />}>
      <Page width="normal">
        <PageHeader
          breadcrumbs={[{ label: t("queue.title"), href: "/annotate" }]}
          title={t("past.title")}
          description={t("past.about")}
        />
        <Panel
          flush
          title={t("past.list")}
          actions={<PastFilters q={q} batch={batch ?? ""} batches={batches} />}
        >
          {rows.length === 0 ? (
            <EmptyState
              icon={<SearchX />}
              title={t(batches.length === 0 ? "queue.finished.none" : "past.none")}
            >
              {t(batches.length === 0 ? "queue.finished.none.why" : "past.none.why")}
            </EmptyState>
          ) : (
            <PastWorkList rows={rows} />
          )}
          {(next || after) && (
            <div className="border-t px-4 py-2">
              <Pager
                label={t("past.list")}
                previous={after ? address("") : undefined}
                next={next ? address(next) : undefined}
              />
            </div>
          )}
        </Panel>
      </Page>
    </SignedInPage>
  );
}
