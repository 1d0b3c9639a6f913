import { ListChecks } from "lucide-react";
import { notFound } from "next/navigation";
import { type AgreementStudy, belowAgreement } from "@/app/projects/[project]/agreement/agreement-study";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterLinks } from "@/components/ui/filter-links";
import { formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import type { Member } from "@/lib/auth/actor";
import { listJudgements } from "@/lib/report/data/list-judgements";
import { EXPOSURE_LABELS } from "@/lib/report/rules/wording";
import { type JudgementPage, JudgementsQuery, judgementsQueryString } from "@/lib/report/schema/judgements";
import { judgementColumns, judgementRow } from "./judgement-rows";

interface StudyJudgementsProps {
  actor: Member<"researcher">;
  study: AgreementStudy;
  project: string;
  /** The filter in the address. */
  search: Record<string, string | string[] | undefined>;
}

const FILTERS = {
  item: "Item",
  arm: "Arm",
  rater: "Rater",
  method: "Method",
  model: "Response model",
  family: "Family",
  group: "Response group",
} as const;

const RATERS = { people: "By people", machines: "By LLMs and rules" };

/** Judgements behind a number, with people under pseudonyms. The filter is in the address. */
export async function StudyJudgements({ actor, study, project, search }: StudyJudgementsProps) {
  const read = JudgementsQuery.safeParse(search);
  if (!read.success) notFound();
  const query = read.data;
  const { after, ...filters } = query;
  const { judgements, next } = (await listJudgements(actor, study.id, query)) ?? notFound();
  const path = `${study.home}/judgements`;
  return (
    <Page width="wide">
      <PageHeader
        title={`Judgements: ${study.name}`}
        breadcrumbs={belowAgreement(study)}
        description={
          query.by
            ? "Values of LLMs and rules for each unit: their drafts, and what was imported as theirs"
            : "People's values for each unit, under their pseudonyms"
        }
      />
      <FilterLinks
        label="Whose judgements"
        words={RATERS}
        counts={{}}
        current={query.by ?? "people"}
        hrefOf={(by) => `${path}${judgementsQueryString(judgedBy(by, filters))}`}
      />
      <Filters filters={filters} path={path} />
      <Panel flush>
        <DataTable
          caption="Judgements"
          columns={judgementColumns(query)}
          rows={judgements.map((judgement) => judgementRow(judgement, project))}
          keepFirst
          empty={
            <EmptyState icon={<ListChecks />} title="No judgements">
              No values match these filters.
            </EmptyState>
          }
        />
      </Panel>
      <JudgementPages judgements={judgements} after={after} path={path} filters={filters} next={next} />
    </Page>
  );
}

/** Filters that are set, each with a link that removes it. */
function Filters({ filters, path }: { filters: Omit<JudgementsQuery, "after">; path: string }) {
  return (
    <ul aria-label="Filters" className="flex empty:hidden flex-wrap items-center gap-2 text-sm">
      {(Object.keys(FILTERS) as (keyof typeof FILTERS)[]).map((key) => {
        const value = filters[key];
        if (value === undefined) return null;
        return (
          <li key={key} className="inline-flex items-center gap-2 rounded-md border px-2 py-1">
            <span className="text-muted">{FILTERS[key]}</span> {value}
            <Link
              href={`${path}${judgementsQueryString({ ...filters, [key]: undefined })}`}
              aria-label={`Remove the filter ${FILTERS[key]}: ${value}`}
              className="text-accent hover:underline"
            >
              Remove
            </Link>
          </li>
        );
      })}
      {filters.exposure && (
        <li className="inline-flex items-center gap-2 rounded-md border px-2 py-1">
          <span className="text-muted">Exposure</span> {EXPOSURE_LABELS[filters.exposure]}
          <Link
            href={`${path}${judgementsQueryString({ ...filters, exposure: undefined })}`}
            aria-label={`Remove the filter exposure: ${EXPOSURE_LABELS[filters.exposure]}`}
            className="text-accent hover:underline"
          >
            Remove
          </Link>
        </li>
      )}
    </ul>
  );
}

interface JudgementPagesProps {
  judgements: JudgementPage["judgements"];
  after: JudgementsQuery["after"];
  path: string;
  filters: Omit<JudgementsQuery, "after">;
  next: JudgementPage["next"];
}

function JudgementPages({ judgements, after, path, filters, next }: JudgementPagesProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-muted print:hidden">
      <span>{formatQuantity(judgements.length, "judgement")} on this page</span>
      <span className="flex gap-2">
        {after && (
          <ButtonLink href={`${path}${judgementsQueryString(filters)}`}>From the beginning</ButtonLink>
        )}
        {next && (
          <ButtonLink href={`${path}${judgementsQueryString({ ...filters, after: next })}`}>Next</ButtonLink>
        )}
      </span>
    </div>
  );
}

/**
 * The same filter for the other kind of rater: a rater id belongs to one kind, and models saw no draft, so
 * both are dropped.
 */
function judgedBy(
  by: keyof typeof RATERS,
  { rater: _, method: __, ...filters }: Omit<JudgementsQuery, "after">,
) {
  if (by === "people") return { ...filters, by: undefined };
  return { ...filters, by, exposure: undefined, arm: undefined };
}
