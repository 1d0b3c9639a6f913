import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { stancesOf } from "@/lib/report/rules/anchoring";
import { draftOrigins } from "@/lib/report/rules/draft-origins";
import { humanVsLlmOf } from "@/lib/report/rules/human-vs-llm";
import { PUBLISHED_LEVELS, PUBLISHED_STANCES } from "@/lib/report/rules/papers/coeval/published";
import { byFamily, namedReport, tableFromReport } from "@/lib/report/rules/papers/from-report";
import type { ReportBasis } from "@/lib/report/rules/report-basis";
import { stancesTable as reportStances } from "@/lib/report/rules/tables/anchoring";
import { tableOf } from "@/lib/report/rules/tables/build";
import { countColumn, raterName, share, textColumn } from "@/lib/report/rules/tables/columns";
import { decisionsByItemTable } from "@/lib/report/rules/tables/decisions";
import {
  humanVsLlmTable,
  distributionsTable as reportDistributions,
} from "@/lib/report/rules/tables/human-vs-llm";
import type { DistributionRow, HumanVsLlmRow } from "@/lib/report/schema/human-vs-llm";
import type { PaperTable } from "@/lib/report/schema/paper-table";

const isOverall = ({ item, n }: HumanVsLlmRow) => item === OVERALL && n > 0;
const isOfCriterion = ({ item, n }: HumanVsLlmRow) => n > 0 && ![OVERALL, PREFERENCE, "all"].includes(item);

/** Models held against people on every scope of a part. */
const correlationsIn = ({ scopes, chosen, drafts, options }: ReportBasis) =>
  scopes.flatMap((scope) => humanVsLlmOf(scope, chosen.machines, drafts, options));

/** Correlation of models' overall scores with people's; a way of scoring is a method or a condition. */
export const overallCorrelationsTable = tableFromReport(
  {
    ...{ id: "overall", name: "coeval-overall", title: "CoEval, section 5.2: correlation of overall scores" },
    needs: "overall scores by a model and by people on the same responses",
    lacking: "overall scores of the same responses by a model and by people",
  },
  ({ humanVsLlm }) => humanVsLlm.filter(isOverall),
  ({ report, labels }, rows) => humanVsLlmTable(report, labels, rows),
  byFamily((part) => correlationsIn(part).filter(isOverall)),
);

/** The same by criterion. */
export const criteriaCorrelationsTable = tableFromReport(
  {
    ...{ id: "criteria", name: "coeval-criteria", title: "CoEval, section 5.2: correlation by criterion" },
    needs: "scores of criteria by a model and by people on the same responses",
    lacking: "scores of the same criteria and responses by a model and by people",
  },
  ({ humanVsLlm }) => humanVsLlm.filter(isOfCriterion),
  ({ report, labels }, rows) => humanVsLlmTable(report, labels, rows),
  byFamily((part) => correlationsIn(part).filter(isOfCriterion)),
);

/** Score distributions by evaluator, criterion and model of the responses. */
export const distributionsTable = tableFromReport(
  {
    ...{ id: "F3", name: "coeval-f3", title: "CoEval, Figures 3, 4, 8 and 9: distributions of scores" },
    needs: "scores by people or models",
    lacking: "scores by people or by models",
  },
  ({ distributions }) => distributions.filter(({ n }) => n > 0),
  ({ report, labels }, rows) => reportDistributions(report, labels, rows),
);

const ownStances = tableFromReport(
  {
    ...{
      id: "T11",
      name: "coeval-t11",
      title: "CoEval, Table 11: correction, scrutiny, subjectivity, outliers",
    },
    needs: "values of the same units by people with a model’s draft, and by people without",
    lacking: "values of the same units by people who saw a model’s draft and by people who did not",
  },
  ({ anchoring }) => anchoring.stances.filter(({ qualified }) => qualified > 0),
  ({ report, labels }, rows) => reportStances(report, labels, rows),
  byFamily(({ study, scopes, drafts, options }) => {
    const origins = draftOrigins(study, drafts);
    return scopes
      .flatMap((scope) => origins.flatMap((origin) => stancesOf(scope, origin, options)))
      .filter(({ qualified }) => qualified > 0);
  }),
);

/** Numbers of people who followed or corrected the draft. */
export const stancesTable: PaperTable = {
  ...ownStances,
  of: (source) => {
    const result = ownStances.of(source);
    if ("missing" in result || !source.published) return result;
    return { ...result, notes: [...result.notes, PUBLISHED_STANCES] };
  },
};

/** Numbers of scores that people raised, lowered or left, by criterion. */
export const changedScoresTable = tableFromReport(
  {
    ...{ id: "changes", name: "coeval-changes", title: "CoEval: scores that people raised, lowered or left" },
    needs: "scores that people gave with a model’s draft in view",
    lacking: "judgements of people that name the draft they saw",
  },
  ({ decisions }) =>
    Object.entries(decisions.byItem).filter(
      ([, { values }]) => values.raised + values.lowered + values.unchanged > 0,
    ),
  ({ report, labels }, rows) => decisionsByItemTable(report, labels, rows),
);

interface LevelRow {
  evaluator: string;
  source: "this study" | "paper";
  n: number | null;
  shares: readonly (number | null)[];
}

/** The share of each level among overall scores on a scale of four. */
export const levelsTable: PaperTable = {
  id: "levels",
  title: "Share of each level of the overall score, by evaluator",
  needs: "overall scores in whole numbers from 1 to 4",
  of: (source) => {
    const { report } = namedReport(source);
    const own = report.distributions.filter(
      ({ scope, responseModel, n, values }) =>
        scope === OVERALL &&
        responseModel === "all" &&
        n > 0 &&
        Object.keys(values).every((value) => /^[1-4]$/.test(value)),
    );
    if (own.length === 0) return { missing: ["overall scores in whole numbers from 1 to 4, and no others"] };
    const rows = [...own.map(ownLevels), ...(source.published ? printedLevels : [])];
    return tableOf(report, rows, {
      name: "coeval-levels",
      title: "CoEval, Self-Instruct: share of each level of the overall score",
      description: "How often each evaluator gave each of four levels",
      columns: [
        textColumn<LevelRow>(
          "evaluator",
          "Evaluator",
          "People, or a model with its method",
          (row) => row.evaluator,
        ),
        {
          ...textColumn<LevelRow>("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        ...[1, 2, 3, 4].map((level, at) => ({
          ...share<LevelRow>(`level${level}`, `${level}`, "scores", `Scores of ${level}`, ({ shares }) => [
            shares[at] ?? null,
            null,
          ]),
          decimals: 2,
        })),
        { ...countColumn<LevelRow>("n", "n", "scores", "Scores in all", ({ n }) => n), optional: true },
      ],
      kinds: ["human", "llm"],
      intervals: false,
    });
  },
};

const ownLevels = ({ machine, exposure, values, n }: DistributionRow): LevelRow => ({
  evaluator: machine
    ? raterName({
        rater: machine.llm,
        kind: "llm",
        method: machine.method,
        ...(machine.condition !== undefined && { condition: machine.condition }),
      })
    : `People, ${exposure ?? "any"}`,
  source: "this study",
  n,
  shares: [1, 2, 3, 4].map((level) => (values[`${level}`] ?? 0) / n),
});

const printedLevels: LevelRow[] = Object.entries(PUBLISHED_LEVELS).map(([evaluator, percents]) => ({
  ...{ evaluator, source: "paper", n: null },
  shares: percents.map((percent) => percent / 100),
}));
