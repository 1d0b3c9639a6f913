import { ListChecks } from "lucide-react";
import Link from "next/link";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable, type Row } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatQuantity } from "@/components/ui/format";
import { type Breadcrumb, PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { EXPOSURE_LABELS } from "@/lib/report/rules/wording";
import {
  addressOf,
  type JudgementPage,
  type JudgementsQuery,
  type ListedJudgement,
} from "@/lib/report/schema/judgements";

interface StudyJudgementsProps {
  name: string;
  breadcrumbs: readonly Breadcrumb[];
  /** The address of this page without its query. */
  path: string;
  query: JudgementsQuery;
  found: JudgementPage;
}

const FILTERS = {
  item: "Item",
  arm: "Arm",
  rater: "Person",
  model: "Response model",
  family: "Family",
} as const;

/** The judgements behind a number, by pseudonyms. What they have in common stands in the address. */
export function StudyJudgements({ name, breadcrumbs, path, query, found }: StudyJudgementsProps) {
  const { after, ...filters } = query;
  const { judgements, next } = found;
  return (
    <Page width="wide">
      <PageHeader
        title={`Judgements: ${name}`}
        breadcrumbs={breadcrumbs}
        description="What people said of each unit, under their pseudonyms"
      />
      <ul aria-label="Filters" className="flex empty:hidden flex-wrap items-center gap-2 text-sm">
        {(Object.keys(FILTERS) as (keyof typeof FILTERS)[]).map((key) => {
          const value = filters[key];
          if (value === undefined) return null;
          return (
            <li key={key} className="inline-flex items-center gap-2 rounded-md border px-2 py-1">
              <span className="text-muted">{FILTERS[key]}</span> {value}
              <Link
                href={`${path}${addressOf({ ...filters, [key]: undefined })}`}
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
              href={`${path}${addressOf({ ...filters, exposure: undefined })}`}
              aria-label={`Remove the filter exposure: ${EXPOSURE_LABELS[filters.exposure]}`}
              className="text-accent hover:underline"
            >
              Remove
            </Link>
          </li>
        )}
      </ul>
      <Panel flush>
        <DataTable
          caption="Judgements"
          columns={[
            { id: "item", header: "Item", minWidth: "min(10rem, 36vw)" },
            { id: "rater", header: "Person" },
            { id: "value", header: "Value" },
            { id: "draft", header: "Drafted" },
            { id: "response", header: "Response", minWidth: "min(16rem, 50vw)" },
            { id: "model", header: "Model" },
            { id: "exposure", header: "Exposure" },
            { id: "arm", header: "Arm" },
            { id: "seconds", header: "Seconds", type: "number", decimals: 1 },
            { id: "submittedAt", header: "Submitted" },
          ]}
          rows={judgements.map(rowOf)}
          keepFirst
          empty={
            <EmptyState icon={<ListChecks />} title="No judgements">
              Nobody said anything that fits these filters.
            </EmptyState>
          }
        />
      </Panel>
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-muted print:hidden">
        <span>{formatQuantity(judgements.length, "judgement")} on this page</span>
        <span className="flex gap-2">
          {after && <ButtonLink href={`${path}${addressOf(filters)}`}>From the beginning</ButtonLink>}
          {next && <ButtonLink href={`${path}${addressOf({ ...filters, after: next })}`}>Next</ButtonLink>}
        </span>
      </div>
    </Page>
  );
}

function rowOf(judgement: ListedJudgement): Row {
  const { id, task, instruction, responses, item, itemText, exposure, submittedAt } = judgement;
  return {
    id,
    item: {
      value: item,
      content: (
        <span className="grid">
          <span>{item}</span>
          {itemText && itemText !== item && <span className="text-xs text-muted">{itemText}</span>}
        </span>
      ),
    },
    response: {
      value: responses.join(", ") || task,
      content: (
        <span className="grid">
          <span>{responses.join(" and ") || task}</span>
          <span className="line-clamp-2 text-xs text-muted">{instruction}</span>
        </span>
      ),
    },
    model: judgement.model,
    rater: judgement.rater,
    value: String(judgement.value),
    draft: judgement.draft === null ? null : String(judgement.draft),
    exposure: exposure ?? "unknown",
    arm: judgement.arm,
    seconds: judgement.seconds,
    submittedAt: { value: submittedAt, content: submittedAt && <Time at={submittedAt} /> },
  };
}
