import { conditionNumber } from "@/lib/drafting/rules/run-condition";
import { JUDGE_METHOD } from "@/lib/drafting/schema/judge-spec";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { stancesOf } from "@/lib/report/rules/anchoring";
import { WHOLE } from "@/lib/report/rules/bounds";
import { draftOrigins } from "@/lib/report/rules/draft-origins";
import { humanInTheLoopOf } from "@/lib/report/rules/human-in-the-loop";
import { humanVsLlmOf } from "@/lib/report/rules/human-vs-llm";
import { PUBLISHED_LEVELS, PUBLISHED_STANCES } from "@/lib/report/rules/papers/coeval/published";
import { byFamily, namedReport, tableFromReport } from "@/lib/report/rules/papers/from-report";
import { onlyCondition } from "@/lib/report/rules/papers/only-condition";
import { ReportBasis } from "@/lib/report/rules/report-basis";
import { ALL, type Scope } from "@/lib/report/rules/scopes";
import { stancesTable as reportStances } from "@/lib/report/rules/tables/anchoring";
import { tableOf } from "@/lib/report/rules/tables/build";
import { countColumn, raterName, share, textColumn } from "@/lib/report/rules/tables/columns";
import { decisionsByItemTable } from "@/lib/report/rules/tables/decisions";
import {
  type ComparedRow,
  humanVsLlmTable,
  distributionsTable as reportDistributions,
} from "@/lib/report/rules/tables/human-vs-llm";
import type { DistributionRow, HumanVsLlmRow, Machine } from "@/lib/report/schema/human-vs-llm";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";

const isOverall = (item: string) => item === OVERALL;
const isCriterion = (item: string) => ![OVERALL, PREFERENCE, ALL].includes(item);

/** The two kinds of scores in the tables of section 5.2. */
const MODEL = "the model";
const HUMAN_IN_THE_LOOP = "+Human-in-the-loop";

const bases = new WeakMap<PaperSource, ReportBasis>();

/** The units and scopes of a source, which both tables need beside the report. */
function basisOf(source: PaperSource): ReportBasis {
  const basis = bases.get(source) ?? new ReportBasis(source.study, source.options, WHOLE);
  bases.set(source, basis);
  return basis;
}

/**
 * Models with a unit held against people, then people who had a model's draft in view against people who had none. Rows of
 * people without a unit are kept, as their reason tells what is lacking; there are no rows where none has a unit.
 */
function correlations(
  ofModels: readonly HumanVsLlmRow[],
  scopes: readonly Scope[],
  { chosen, drafts, options }: ReportBasis,
): ComparedRow[] {
  const models = ofModels.filter(({ n }) => n > 0);
  const people = scopes.flatMap((scope) => humanInTheLoopOf(scope, chosen.machines, drafts, options));
  if (models.length === 0 && people.every(({ n }) => n === 0)) return [];
  return [
    ...models.map((row) => ({ ...row, scores: MODEL })),
    ...people.map((row) => ({ ...row, scores: HUMAN_IN_THE_LOOP })),
  ];
}

/** A table of section 5.2, of the items with a wanted name. */
function correlationsTable(
  about: Pick<PaperTable, "id" | "title" | "needs"> & { name: string; lacking: string },
  isWanted: (item: string) => boolean,
): PaperTable {
  const wantedIn = ({ scopes }: ReportBasis) => scopes.filter(({ name }) => isWanted(name));
  const own = tableFromReport<ComparedRow>(
    about,
    ({ humanVsLlm }, source) => {
      const basis = basisOf(source);
      const ofModels = humanVsLlm.filter(({ item }) => isWanted(item));
      return correlations(ofModels, wantedIn(basis), basis);
    },
    ({ report, labels }, rows) => humanVsLlmTable(report, labels, rows),
    byFamily((part) => {
      const { chosen, drafts, options } = part;
      const scopes = wantedIn(part);
      const ofModels = scopes.flatMap((scope) => humanVsLlmOf(scope, chosen.machines, drafts, options));
      return correlations(ofModels, scopes, part);
    }),
  );
  return {
    ...own,
    of: (source) => {
      const result = own.of(source);
      if ("missing" in result) return result;
      if (!result.rows.some(({ scores }) => scores === HUMAN_IN_THE_LOOP))
        return { ...result, notes: [...result.notes, NOBODY_IN_THE_LOOP] };
      return { ...result, description: BOTH_SCORES, notes: [...result.notes, IN_THE_LOOP] };
    },
  };
}

const BOTH_SCORES =
  "Values of an LLM, and joint values of people who had its draft in view, against the mean, or the majority, of other people’s values of the same unit";
const IN_THE_LOOP = `${HUMAN_IN_THE_LOOP}: the joint score of people who had the model’s draft in view, against that of people who judged independently; who gave both counts with the score given with the draft.`;
const NOBODY_IN_THE_LOOP = `${HUMAN_IN_THE_LOOP} has no row: it takes scores that people gave with a model’s draft in view, and it is known whose draft that was.`;

/** Correlation of models' overall scores with people's; a way of scoring is a method or a condition. */
export const overallCorrelationsTable = correlationsTable(
  {
    ...{ id: "overall", name: "coeval-overall", title: "CoEval, section 5.2: correlation of overall scores" },
    needs: "overall scores by a model and by people on the same responses",
    lacking: "overall scores of the same responses by a model and by people",
  },
  isOverall,
);

/** The same by criterion. */
export const criteriaCorrelationsTable = correlationsTable(
  {
    ...{ id: "criteria", name: "coeval-criteria", title: "CoEval, section 5.2: correlation by criterion" },
    needs: "scores of criteria by a model and by people on the same responses",
    lacking: "scores of the same criteria and responses by a model and by people",
  },
  isCriterion,
);

/** Score distributions by evaluator, criterion and model of the responses. */
export const distributionsTable = tableFromReport(
  {
    ...{ id: "F3", name: "coeval-f3", title: "CoEval, Figures 3, 4, 8 and 9: distributions of scores" },
    also: ["F4", "F8", "F9"],
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

const LEVELS = [1, 2, 3, 4] as const;
const FOUR_LEVELS = "1-4";

/** Marks a condition that a run of Countersign wrote: version and parameters. */
const OF_A_RUN = /^v\d/;

/**
 * The scale of a model's overall scores, as its run says; undefined where nothing says it. Methods whose run does not
 * name a scale have one of their own, and none of these has four levels; judges have the scale of their specification.
 */
function scaleOfRun({ study }: PaperSource, { llm: name, method, condition }: Machine): string | undefined {
  const known = condition ?? onlyCondition(study, { name, method }) ?? "";
  const highest = conditionNumber(known, "highest");
  if (highest !== undefined) return `1-${highest}`;
  return OF_A_RUN.test(known) && method !== JUDGE_METHOD ? "of the method" : undefined;
}

/** The distributions of overall scores on four levels. Values alone do not say it: nobody may have given a 5. */
function onFourLevels(source: PaperSource, distributions: readonly DistributionRow[]): DistributionRow[] {
  const overall = distributions.filter(
    ({ scope, responseModel, n }) => scope === OVERALL && responseModel === "all" && n > 0,
  );
  const scaled = overall.map((row) => ({
    row,
    scale: row.machine ? scaleOfRun(source, row.machine) : undefined,
  }));
  const { overall: declared } = source.study;
  const named = [...new Set(scaled.flatMap(({ scale }) => scale ?? []))];
  // People and imported scores are on the scale of the batch; in a study without batches, on the one that its runs name.
  const others =
    declared?.type === "points" ? `${declared.min}-${declared.max}` : named.length === 1 ? named[0] : null;
  return scaled.flatMap(({ row, scale = others }) =>
    scale === FOUR_LEVELS &&
    Object.keys(row.values).every((value) => LEVELS.some((level) => `${level}` === value))
      ? [row]
      : [],
  );
}

/** The share of each level among overall scores on a scale of four. */
export const levelsTable: PaperTable = {
  id: "levels",
  title: "Share of each level of the overall score, by evaluator",
  needs: "overall scores on a scale from 1 to 4",
  of: (source) => {
    const { report } = namedReport(source);
    const own = onFourLevels(source, report.distributions);
    if (own.length === 0)
      return {
        missing: [
          "overall scores on a scale that is known to be 1 to 4: of a run with the parameter highest=4, or of a batch with this scale",
        ],
      };
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
        ...LEVELS.map((level, at) => ({
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
  shares: LEVELS.map((level) => (values[`${level}`] ?? 0) / n),
});

const printedLevels: LevelRow[] = Object.entries(PUBLISHED_LEVELS).map(([evaluator, percents]) => ({
  ...{ evaluator, source: "paper", n: null },
  shares: percents.map((percent) => percent / 100),
}));
