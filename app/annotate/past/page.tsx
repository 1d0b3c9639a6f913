import { SearchX } from "lucide-react";
import type { Metadata } from "next";
import { z } from "zod";
import { SignedInFrame } from "@/app/signed-in-frame";
import { Page } from "@/components/shell/page";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import { actAs } from "@/lib/auth/actor";
import { requireUser } from "@/lib/auth/page";
import { listPastBatches, listPastWork } from "@/lib/review/data/find";
import { PastWorkList } from "../past-work-list";
import { PastFilters } from "./past-filters";

export const metadata: Metadata = { title: "Your submissions" };

/** What cannot be meant is left out, so that an old address still shows a list. */
const Search = z.object({
  q: z.string().max(200).catch(""),
  batch: z.uuid().optional().catch(undefined),
  after: z.uuid().optional().catch(undefined),
});

interface PastWorkProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Everything the reader has submitted, to read again as it was submitted. Nothing of anybody else. */
export default async function PastWorkPage({ searchParams }: PastWorkProps) {
  const user = await requireUser();
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
    <SignedInFrame user={user}>
      <Page width="normal">
        <PageHeader
          breadcrumbs={[{ label: "Your work", href: "/annotate" }]}
          title="Your submissions"
          description="Newest first, to read as you submitted them."
        />
        <Panel
          flush
          title="Submissions"
          actions={<PastFilters q={q} batch={batch ?? ""} batches={batches} />}
        >
          {rows.length === 0 ? (
            <EmptyState
              icon={<SearchX />}
              title={batches.length === 0 ? "Nothing submitted yet" : "Nothing found"}
            >
              {batches.length === 0
                ? "What you submit is listed here."
                : "No submission of yours fits. Try other words, or another batch."}
            </EmptyState>
          ) : (
            <PastWorkList rows={rows} />
          )}
          {(next || after) && (
            <div className="border-t px-4 py-2">
              <Pager
                label="submissions"
                previous={after ? address("") : undefined}
                next={next ? address(next) : undefined}
              />
            </div>
          )}
        </Panel>
      </Page>
    </SignedInFrame>
  );
}
