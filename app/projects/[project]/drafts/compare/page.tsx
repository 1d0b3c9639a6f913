import { Scale } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AuthorPanel } from "@/app/projects/[project]/drafts/compare/author-panel";
import { cell, judgeIn, methodName, named } from "@/app/projects/[project]/drafts/compare/cells";
import { DatasetChoice } from "@/app/projects/[project]/drafts/compare/dataset-choice";
import { FiguresTable } from "@/app/projects/[project]/drafts/compare/figures-table";
import { DraftTabs } from "@/app/projects/[project]/drafts/draft-tabs";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import type { Column, RichCell, Row } from "@/components/ui/cell";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatPercent, formatQuantity } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { listReadyDatasets } from "@/lib/batch/data/progress";
import { findComparison } from "@/lib/drafting/data/comparison";
import type {
  AnswerComparison,
  ChecklistComparison,
  NumberOrMissing,
  SimilarityRow,
} from "@/lib/drafting/rules/comparison";
import { SIMILARITY_VERSION } from "@/lib/drafting/rules/similarity";
import { requireMember } from "@/lib/project/page-access";
import { UNTIL_FINAL_LOOK } from "@/lib/report/rules/inference/glossary";

export const metadata: Metadata = { title: "Drafts compared with people" };

interface ComparePageProps {
  params: Promise<{ project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Decisions on drafted checklists, and models' answers compared with people's. */
export default async function ComparePage({ params, searchParams }: ComparePageProps) {
  const { actor, project } = await requireMember((await params).project, "researcher");
  const { dataset } = await searchParams;
  const datasets = await listReadyDatasets(actor, project.id);
  const chosen = typeof dataset === "string" ? dataset : datasets[0]?.id;
  const found = chosen === undefined ? null : await findComparison(actor, chosen);
  if (chosen !== undefined && (!found || !datasets.some(({ id }) => id === found.dataset.id))) notFound();
  const here = `/projects/${project.id}/drafts`;
  return (
    <Page width="report">
      <PageHeader
        title="Drafts compared with people"
        breadcrumbs={[{ label: "Drafts", href: here }]}
        state={found?.dataset.sample && <SampleBadge />}
        description={
          <>
            For each method and model: decisions on its questions, the likeness of its checklists to people’s,
            and its answers compared with theirs.{" "}
            <DocsLink href="/docs/reference/comparing-drafts">What is compared</DocsLink>
          </>
        }
      />
      <DraftTabs project={project.id} isAdmin={project.role === "admin"} />
      {found && <DatasetChoice chosen={found.dataset.id} datasets={datasets} href={`${here}/compare`} />}
      {!found || (found.checklists.length === 0 && found.answers.any.length === 0) ? (
        <Panel flush>
          <EmptyState icon={<Scale />} title="Nothing to compare yet">
            {found
              ? "No model has drafted a checklist of this dataset, or answered one."
              : "Import a dataset first."}
          </EmptyState>
        </Panel>
      ) : (
        <>
          {found.checklists.length > 0 && <Checklists rows={found.checklists} />}
          <HeldOutAnswers answers={found.heldOut} />
          <Answers {...found.answers} />
          <AuthorPanel rows={found.authors} />
        </>
      )}
    </Page>
  );
}

function HeldOutAnswers({ answers }: { answers: number }) {
  if (answers === 0) return null;
  return (
    <p className="text-sm text-muted">
      {formatQuantity(answers, "answer")} of judges’ versions on held-out tasks {answers === 1 ? "is" : "are"}{" "}
      left out {UNTIL_FINAL_LOOK}.
    </p>
  );
}

const NAMES: Column[] = [
  { id: "method", header: "Method", minWidth: "13rem" },
  { id: "model", header: "Model" },
];

function Checklists({ rows }: { rows: readonly ChecklistComparison[] }) {
  return (
    <Panel
      title="Checklists"
      description="Questions drafted by a model, and what reviewers did with them. Only finished reviews of the drafted version count."
    >
      <div className="grid gap-8">
        <FiguresTable
          title="What became of drafted questions"
          columns={[
            ...NAMES,
            { id: "checklists", header: "Checklists", type: "number" },
            { id: "length", header: "Length", type: "number", decimals: 1, tip: TIPS.length },
            { id: "reviews", header: "Reviews", type: "number" },
            { id: "accepted", header: "Accepted", type: "percent", decimals: 1, tip: TIPS.decided },
            { id: "revised", header: "Revised", type: "percent", decimals: 1 },
            { id: "removed", header: "Removed", type: "percent", decimals: 1 },
            { id: "added", header: "Added per review", type: "number", decimals: 2, tip: TIPS.added },
            { id: "reviewedLength", header: "Length after review", type: "number", decimals: 1 },
          ]}
          rows={rows.map((row) => ({
            ...namesOf(row.method, row.model),
            checklists: row.checklists,
            length: cell(row.length),
            reviews: row.reviews,
            accepted: share(row.accepted, row.counts.accept),
            revised: share(row.revised, row.counts.revise),
            removed: share(row.removed, row.counts.remove),
            added: cell(row.added),
            reviewedLength: cell(row.reviewedLength),
          }))}
        />
        <Similarity
          title="Likeness to checklists people wrote themselves"
          note="People who wrote them saw no draft."
          rows={rows.map((row) => ({ ...row, alike: row.written }))}
        />
        <Similarity
          title="Likeness to the same checklists after review"
          note="Reviewers had the draft before them: a high number says that little was changed, not that they would have written the same."
          rows={rows.map((row) => ({ ...row, alike: row.reviewed }))}
        />
      </div>
    </Panel>
  );
}

interface SimilarityProps {
  title: string;
  note: string;
  rows: readonly (Pick<ChecklistComparison, "method" | "model"> & { alike: SimilarityRow })[];
}

function Similarity({ title, note, rows }: SimilarityProps) {
  return (
    <div className="grid gap-2">
      <FiguresTable
        title={title}
        columns={[
          ...NAMES,
          { id: "tasks", header: "Tasks", type: "number", tip: TIPS.tasks },
          { id: "bleu4", header: "BLEU-4", type: "number", decimals: 3, tip: TIPS.bleu },
          { id: "rouge1", header: "ROUGE-1 F1", type: "number", decimals: 3, tip: TIPS.rouge },
          { id: "rouge2", header: "ROUGE-2 F1", type: "number", decimals: 3 },
          { id: "rougeL", header: "ROUGE-L F1", type: "number", decimals: 3, tip: TIPS.rougeL },
          { id: "count", header: "Difference of lengths", type: "number", decimals: 2, tip: TIPS.count },
        ]}
        rows={rows.map(({ method, model, alike }) => ({
          ...namesOf(method, model),
          tasks: alike.tasks,
          bleu4: cell(alike.bleu4),
          rouge1: cell(alike.rouge1),
          rouge2: cell(alike.rouge2),
          rougeL: cell(alike.rougeL),
          count: cell(alike.countDifference),
        }))}
        implementation={SIMILARITY_VERSION}
      />
      <p className="text-xs text-muted">
        {note} Words are compared without case and punctuation ({SIMILARITY_VERSION}).
      </p>
    </div>
  );
}

function Answers({
  independent,
  any,
}: {
  independent: readonly AnswerComparison[];
  any: readonly AnswerComparison[];
}) {
  if (any.length === 0) return null;
  return (
    <Panel
      title="Answers"
      description="What a model answered to checklist questions, against the majority of the people who answered the same question about the same response."
    >
      <div className="grid gap-8">
        <AnswerTable title="Against people who had not seen the draft" rows={independent} />
        <AnswerTable title="Against everything people answered" rows={any} />
        <p className="text-xs text-muted">
          Answers given with a draft in view lean towards it: they overstate the model’s accuracy.
        </p>
      </div>
    </Panel>
  );
}

function AnswerTable({ title, rows }: { title: string; rows: readonly AnswerComparison[] }) {
  const hasLeft = rows.some(({ leftToRules }) => leftToRules > 0);
  return (
    <FiguresTable
      title={title}
      columns={[
        { id: "policy", header: "Questions by", minWidth: "13rem" },
        { id: "judge", header: "Answered by", minWidth: "11rem" },
        { id: "questions", header: "Questions", type: "number", tip: TIPS.questions },
        { id: "strict", header: "Accuracy, strict", type: "percent", decimals: 1, tip: TIPS.strict },
        { id: "lenient", header: "Accuracy, lenient", type: "percent", decimals: 1, tip: TIPS.lenient },
        { id: "undecided", header: "Undecided", type: "number" },
        ...(hasLeft
          ? [{ id: "leftToRules", header: "Left to rules", type: "number" as const, tip: TIPS.leftToRules }]
          : []),
        { id: "ties", header: "Ties of people", type: "number", tip: TIPS.ties },
        { id: "passRate", header: "Pass rate, r", type: "number", decimals: 3, tip: TIPS.passRate },
        { id: "responses", header: "Responses", type: "number", tip: TIPS.responses },
      ]}
      rows={rows.map((row, at) => ({
        id: String(at),
        policy: named(row.policy, row.policyModel),
        judge: judgeIn(rows, row),
        questions: row.questions,
        strict: cell(row.strict),
        lenient: cell(row.lenient),
        undecided: row.undecided,
        ...(hasLeft && { leftToRules: row.leftToRules }),
        ties: row.ties,
        passRate: cell(row.passRate),
        responses: row.responses,
      }))}
    />
  );
}

function namesOf(method: string | null, model: string | null): Row {
  return {
    id: JSON.stringify([method, model]),
    method: methodName(method),
    model: model ?? "not known",
  };
}

/** A share with its count. */
function share(figure: NumberOrMissing, count: number): RichCell {
  if (figure.value === null) return cell(figure);
  return {
    value: figure.value,
    content: (
      <>
        {formatPercent(figure.value)} <span className="text-xs text-muted">{formatCount(count)}</span>
      </>
    ),
  };
}

const TIPS = {
  length: "Questions of a drafted checklist, on average.",
  decided:
    "Of the decisions that reviewers took on drafted questions: accepted unchanged, revised, or removed.",
  added: "Questions that reviewers found missing, on average.",
  tasks: "Tasks with a checklist on both sides. Several for one task are averaged first.",
  bleu: "The share of the draft’s wording, in sequences of up to four words, that people’s lists have too. Shorter drafts are penalised. 1 is the same wording. Papineni et al. (2002).",
  rouge: "F1 of the words that both have, and of pairs of words. Lin (2004).",
  rougeL: "F1 of the longest sequence of words that both have in the same order.",
  count: "The mean difference in the number of questions, without a sign.",
  questions:
    "Pairs of a question and a response on which the model was asked and people have a majority. n/a is left out.",
  strict: "The share that the model answered as the majority did. Undecided counts as wrong.",
  lenient: "The same, undecided questions left out.",
  leftToRules:
    "Questions that the run did not ask, because a program proves the answer: in no other number of the row.",
  ties: "Left out, because as many people answered yes as no.",
  passRate:
    "Pearson’s r, over responses, of the model’s pass rate on the drafted questions and people’s pass rate on the same checklist, as they answered it.",
  responses: "Responses with a pass rate on both sides.",
} as const;
