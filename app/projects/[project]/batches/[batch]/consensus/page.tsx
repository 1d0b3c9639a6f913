import { ListChecks } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { BatchHeader } from "@/app/projects/[project]/batches/[batch]/batch-header";
import { Diff } from "@/app/projects/[project]/batches/[batch]/consensus/diff";
import { DraftFollower } from "@/app/projects/[project]/batches/[batch]/consensus/follow-up-batch";
import { MakeByMajority } from "@/app/projects/[project]/batches/[batch]/consensus/make-by-majority";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { BatchStateBadge } from "@/app/projects/[project]/batches/batch-state";
import { DiscussionSwitch } from "@/app/projects/[project]/discussion/discussion-switch";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { ListTable } from "@/components/ui/list-table";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import { listRewordedItems, type RewordedItem } from "@/lib/rubric/data/follow-up-batch";
import { type ConsensusView, findConsensus } from "@/lib/rubric/data/reviewed";
import { groupAdditions, isComplete, majorityConsensus } from "@/lib/rubric/rules/consensus";
import type { ReviewedRubric } from "@/lib/rubric/schema";

export const metadata: Metadata = { title: "Consensus" };

const PAGE = 50;
const Search = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) });

interface ConsensusPageProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/**
 * Results of a batch for its rubrics: versions made from it, and judgements whose wordings have changed
 * since.
 */
export default async function ConsensusPage({ params, searchParams }: ConsensusPageProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");
  const found = (await findConsensus(actor, batch.id)) ?? notFound();
  const reworded = await listRewordedItems(actor, batch.id);
  const isAdmin = project.role === "admin";
  const home = `/projects/${project.id}/batches`;
  const { page } = Search.parse(await searchParams);
  return (
    <Page>
      <BatchHeader
        batch={batch}
        about="Consensus"
        state={<BatchStateBadge state={batch.state} />}
        description={
          <>
            Make the next version of a checklist or criteria from annotators’ decisions about its items. A
            version never changes; a batch keeps the versions it was opened with.{" "}
            <DocsLink href="/docs/how-to/after-the-batch#consensus-on-a-rubric">
              From decisions to a version
            </DocsLink>
          </>
        }
      />
      {found.reviews.length > 0 && (
        <Consensus found={found} isAdmin={isAdmin} home={`${home}/${batch.id}/consensus`} page={page} />
      )}
      {isAdmin && found.rubrics.length > 0 && (
        <Panel title="Discussion among annotators">
          <DiscussionSwitch
            path={`/api/v1/batches/${batch.id}/rubrics/discussion`}
            of="lists"
            open={found.batch.reviewsDiscussed}
          />
        </Panel>
      )}
      <OnEarlierWordings
        reworded={reworded}
        batch={batch.id}
        home={home}
        isAdmin={isAdmin}
        judges={found.judges.length > 0}
      />
      {found.followers.length > 0 && (
        <Panel title="Batches that follow this one" flush>
          <ul className="divide-y text-sm">
            {found.followers.map(({ id, name, state }) => (
              <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-2">
                <Link href={`${home}/${id}`} className="hover:underline">
                  {name || "Untitled"}
                </Link>
                <BatchStateBadge state={state} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </Page>
  );
}

interface ConsensusProps {
  found: ConsensusView;
  isAdmin: boolean;
  home: string;
  page: number;
}

/** Every reviewed rubric with the majority's result. */
function Consensus({ found: { batch, rubrics }, isAdmin, home, page }: ConsensusProps) {
  const rows = rubrics.map((rubric) => ({ rubric, agreed: majorityConsensus(rubric) }));
  const waiting = rows.filter(({ rubric }) => rubric.latest === rubric.version);
  const ready = waiting.filter(({ agreed: majority }) => isComplete(majority));
  const kinds = [...new Set(rubrics.flatMap(({ kind, made }) => (made === null ? [] : [kind])))];
  const shown = rows.slice((page - 1) * PAGE, page * PAGE);
  const address = (n: number) => (n === 1 ? home : `${home}?page=${n}`);
  return (
    <>
      {(batch.state === "open" || batch.state === "paused") && rubrics.length > 0 && (
        <Banner title="The batch is not closed yet">
          More decisions may arrive. A version made now uses the decisions so far; you can make another one
          later.
        </Banner>
      )}
      <Panel
        flush
        title="Consensus"
        description={
          rubrics.length > 0 &&
          `A majority settles ${formatCount(ready.length)} of ${formatQuantity(waiting.length, "rubric")} without a newer version; the others are decided by hand.`
        }
        actions={
          isAdmin && (
            <ConsensusActions
              kinds={kinds}
              batch={batch}
              home={home}
              ready={ready.length}
              waiting={waiting.length}
            />
          )
        }
      >
        {rubrics.length === 0 ? (
          <EmptyState icon={<ListChecks />} title="Nothing is decided yet">
            Once an annotator submits a review, what they accepted, revised, removed and added appears here.
          </EmptyState>
        ) : (
          <ListTable
            label="Reviewed rubrics"
            columns={[
              { header: "Rubric" },
              { header: "Reviews", atEnd: true },
              { header: "By majority" },
              { header: "Version" },
            ]}
          >
            {shown.map(({ rubric, agreed: majority }) => (
              <RubricRow key={rubric.id} rubric={rubric} home={home} majority={majority} />
            ))}
          </ListTable>
        )}
        {rows.length > PAGE && (
          <div className="border-t px-4 py-2">
            <Pager
              label="reviewed rubrics"
              previous={page > 1 ? address(page - 1) : undefined}
              next={page * PAGE < rows.length ? address(page + 1) : undefined}
            >
              {formatCount(shown.length)} of {formatCount(rows.length)}
            </Pager>
          </div>
        )}
      </Panel>
    </>
  );
}

interface ConsensusActionsProps {
  kinds: readonly ReviewedRubric["kind"][];
  batch: Pick<ConsensusProps["found"]["batch"], "id" | "dataVersion">;
  home: string;
  /** Rubrics that a majority settles. */
  ready: number;
  /** Rubrics without a newer version. */
  waiting: number;
}

/** Drafts of follow-up batches, and versions by majority. */
function ConsensusActions({ kinds, batch, home, ready, waiting }: ConsensusActionsProps) {
  return (
    <span className="flex flex-wrap gap-2">
      {kinds.map((kind) => (
        <DraftFollower
          key={kind}
          batch={batch.id}
          home={home.replace(/\/[^/]+\/consensus$/, "")}
          purpose="score"
          kind={kind}
        >
          {kind === "criteria" ? "Draft the scoring batch" : "Draft the answering batch"}
        </DraftFollower>
      ))}
      {ready > 0 && (
        <MakeByMajority
          batch={batch.id}
          dataVersion={batch.dataVersion}
          ready={ready}
          open={waiting - ready}
        />
      )}
    </span>
  );
}

function RubricRow({
  rubric,
  home,
  majority,
}: {
  rubric: ReviewedRubric;
  home: string;
  majority: ReturnType<typeof majorityConsensus>;
}) {
  return (
    <tr className="align-top">
      <th scope="row" className="w-full min-w-56 text-left font-normal">
        <Link href={`${home}/${rubric.id}`} className="hover:underline">
          {rubric.key}
        </Link>
        <span dir="auto" className="line-clamp-1 text-xs wrap-anywhere text-muted">
          {rubric.title ?? "for every task"}
        </span>
      </th>
      <td className="text-right tabular-nums">{formatCount(rubric.reviews)}</td>
      <td className="min-w-56">
        <Majority rubric={rubric} majority={majority} />
      </td>
      <td className="whitespace-nowrap">
        {rubric.made === null ? (
          <span className="text-muted">{rubric.latest}</span>
        ) : (
          <Badge tone="positive">Version {rubric.made} made</Badge>
        )}
      </td>
    </tr>
  );
}

/** The items that the majority keeps, changes, drops and adds, and those it leaves open. */
function Majority({
  rubric,
  majority,
}: {
  rubric: ReviewedRubric;
  majority: ReturnType<typeof majorityConsensus>;
}) {
  const { items, additions } = majority.choices;
  const count = (what: "keep" | "take" | "drop") => items.filter((choice) => choice.do === what).length;
  const groups = groupAdditions(rubric.additions).length;
  const open = majority.open.items.length + majority.open.additions.length;
  const parts = [
    count("keep") > 0 && `${formatCount(count("keep"))} kept`,
    count("take") > 0 && `${formatCount(count("take"))} revised`,
    count("drop") > 0 && `${formatCount(count("drop"))} dropped`,
    groups > 0 && `${formatCount(additions.length)} of ${formatQuantity(groups, "addition")} taken`,
  ].filter((part) => part !== false);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
      {parts.join(" · ")}
      {open > 0 && <Badge tone="warning">{formatCount(open)} to decide by hand</Badge>}
    </span>
  );
}

interface OnEarlierWordingsProps {
  reworded: RewordedItem[];
  batch: string;
  home: string;
  isAdmin: boolean;
  judges: boolean;
}

/** Judgements on outdated wordings, and a button to have them judged again. */
function OnEarlierWordings({ reworded, batch, home, isAdmin, judges }: OnEarlierWordingsProps) {
  if (!judges) return null;
  const kinds = [...new Set(reworded.map(({ kind }) => kind))];
  return (
    <Panel
      flush
      title="Judgements on earlier wordings"
      description="They remain answers to the version that they were given on, and are exported with it."
      actions={
        isAdmin && (
          <span className="flex flex-wrap gap-2">
            {kinds.map((kind) => (
              <DraftFollower key={kind} batch={batch} home={home} purpose="judge-again" kind={kind}>
                {kinds.length > 1 ? `Judge again: ${kind}` : "Draft a batch to judge again"}
              </DraftFollower>
            ))}
          </span>
        )
      }
    >
      {reworded.length === 0 ? (
        <p className="px-4 py-6 text-sm text-muted">
          None: every item judged here is still asked in the same words.
        </p>
      ) : (
        <ul className="divide-y text-sm">
          {reworded.map(({ item, key, name, version, latest, was, now, judgements, responses }) => (
            <li key={`${item} ${version}`} className="grid gap-1 px-4 py-3">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{name ?? key}</span>
                <Badge tone="warning">
                  Judged on version {version}, now {latest}
                </Badge>
                <span className="text-xs text-muted tabular-nums">
                  {formatQuantity(judgements, "judgement")} of {formatQuantity(responses, "response")}
                </span>
              </span>
              <Diff before={was} after={now} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
