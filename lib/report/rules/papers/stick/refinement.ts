import { weightedMean } from "@/lib/agreement/arithmetic-mean";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { byIteration, type IterationRow, latestUpTo, type Version } from "@/lib/drafting/rules/refinement";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import {
  byKey,
  type Generated,
  type GeneratedGroup,
  generatedIn,
  groupsOf,
  NO_RESPONSES,
  NO_SCORES,
  runColumns,
  type ShownRun,
} from "@/lib/report/rules/papers/stick/generated";
import { PUBLISHED_COURSE, PUBLISHED_REFINEMENT } from "@/lib/report/rules/papers/stick/published";
import { familyParts } from "@/lib/report/rules/papers/study-parts";
import {
  andInterval,
  meanOverTasks,
  meanShareOverTasks,
  NOTHING,
  type WithEnds,
  withoutInterval,
} from "@/lib/report/rules/papers/task-intervals";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { ReportOptions } from "@/lib/report/schema";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import type { Ends } from "@/lib/report/schema/values";

const METHODS = { "stick.refine": "STICK", "self_refine.unstructured": "Self-Refine" } as const;

type Way = keyof typeof METHODS;

const isRefinement = <G extends GeneratedGroup>(group: G): group is G & { method: Way } =>
  group.method in METHODS;

/** The refinements of a study. */
const refinementsIn = (generated: readonly Generated[]) => groupsOf(generated).filter(isRefinement);
type Refinement = ReturnType<typeof refinementsIn>[number];

interface RefinedRow extends ShownRun {
  model: string;
  tasks: string;
  score: string;
  source: "this study" | "paper";
  n: number | null;
  base: WithEnds;
  selfRefine: WithEnds;
  selfRefineChange: WithEnds;
  stick: WithEnds;
  stickChange: WithEnds;
}

/** A score and what it weighs in a mean: 1, or the questions that a pass rate is of. */
interface Weighed {
  value: number;
  weight: number;
}

/** The score of a task's first and last version. */
interface Refined {
  task: string;
  from: Weighed;
  to: Weighed;
}

function weighed({ scores, weights }: Pick<Version, "scores" | "weights">, score: string): Weighed | null {
  const value = scores[score];
  return value === undefined ? null : { value, weight: weights?.[score] ?? 1 };
}

/** Null without both. */
function refinedOf(task: string, versions: readonly Generated[], score: string): Refined | null {
  const scored = versions.filter(({ scores }) => scores[score] !== undefined);
  const sorted = scored.toSorted((a, b) => a.iteration - b.iteration);
  const first = sorted.find(({ iteration }) => iteration === 0);
  const last = sorted.findLast(({ isFinal }) => isFinal) ?? sorted.at(-1);
  const [from, to] = [first && weighed(first, score), last && weighed(last, score)];
  return from && to ? { task, from, to } : null;
}

/** The mean of last versions less that of first ones; with an interval where both are of the same tasks and weights. */
function changeFrom(first: readonly Refined[], last: readonly Refined[], options: ReportOptions): WithEnds {
  const begun = groupInOrder(first, ({ task }) => task);
  const pairs = last.flatMap(({ task, to }) => {
    const firsts = (begun.get(task) ?? []).map((one) => one.from);
    const from = weightedMean(firsts);
    return from === null || firsts.some(({ weight }) => weight !== to.weight)
      ? []
      : [{ task, value: to.value - from, weight: to.weight }];
  });
  const isOfSameTasks = pairs.length === last.length && begun.size === tasksOf(last).size;
  if (isOfSameTasks) return meanOverTasks(pairs, options);
  const before = weightedMean(first.map(({ from }) => from));
  const after = weightedMean(last.map(({ to }) => to));
  return withoutInterval(before === null || after === null ? null : after - before);
}

const tasksOf = (refined: readonly Refined[]) => new Set(refined.map(({ task }) => task));

/**
 * The refinements of a row: with a checklist, without one, or both where a model and profile has one condition of
 * each.
 */
interface RefinementRow extends ShownRun {
  model: string;
  byWay: { [way in Way]?: Refinement };
}

/** Refinements of a model and profile beside each other; with several conditions, each has a row of its own. */
function refinementRows(refinements: readonly Refinement[]): RefinementRow[] {
  const profiles = groupInOrder(refinements, ({ model, profile }) => JSON.stringify([model, profile]));
  return [...profiles].sort(byKey).flatMap(([, own]): RefinementRow[] => {
    const several = own.some(({ shownCondition }) => shownCondition !== null);
    return (several ? own.map((refinement) => [refinement]) : [own]).flatMap((ofRow) => {
      const [first] = ofRow;
      if (!first) return [];
      const { model, profile, condition } = first;
      const byWay = Object.fromEntries(ofRow.map((refinement) => [refinement.method, refinement]));
      return [{ model, profile, condition: several ? condition : null, byWay }];
    });
  });
}

/** Scores before and after refinement, by family of tasks. */
export const refinementTable: PaperTable = {
  id: "T1",
  title: "Scores before and after refinement",
  needs:
    "first and last responses of refinements with an external score, one by a judge, or a model’s answers to people’s checklists",
  of: (source) => {
    const { responses, isShare, scoresOf } = generatedIn(source);
    const refinements = refinementsIn(responses);
    const { names: scores, notes } = scoresOf(responses.filter(({ method }) => method in METHODS));
    if (refinements.length === 0 || scores.length === 0)
      return {
        missing: [
          ...(refinements.length === 0 ? [NO_RESPONSES] : []),
          ...(scores.length === 0 ? [NO_SCORES] : []),
        ],
      };
    const families = familyParts(source.study);
    const { options } = source;
    const own = refinementRows(refinements).flatMap(({ model, profile, condition, byWay }) =>
      [null, ...families].flatMap((part) =>
        scores.flatMap((score): RefinedRow[] => {
          const refined = (method: Way) =>
            (byWay[method]?.tasks ?? []).flatMap(({ task, responses }) => {
              const found = (part?.tasks.has(task) ?? true) ? refinedOf(task, responses, score) : null;
              return found === null ? [] : [found];
            });
          const [stick, plain] = [refined("stick.refine"), refined("self_refine.unstructured")];
          // Both runs share their first responses; those of STICK count where it ran.
          const first = stick.length > 0 ? stick : plain;
          if (first.length === 0) return [];
          const mean = (refinements: readonly Refined[], at: "from" | "to") =>
            (isShare(score) ? meanShareOverTasks : meanOverTasks)(
              refinements.map((one) => ({ task: one.task, ...one[at] })),
              options,
            );
          return [
            {
              ...{ model, profile, condition, tasks: part?.name ?? "Overall", score, source: "this study" },
              n: tasksOf(first).size,
              base: mean(first, "from"),
              selfRefine: mean(plain, "to"),
              selfRefineChange: plain.length === 0 ? NOTHING : changeFrom(first, plain, options),
              stick: mean(stick, "to"),
              stickChange: stick.length === 0 ? NOTHING : changeFrom(first, stick, options),
            },
          ];
        }),
      ),
    );
    if (own.length === 0) return { missing: [NO_SCORES] };
    const printed = PUBLISHED_REFINEMENT.map(
      ({ base, selfRefine, stick, ...row }): RefinedRow => ({
        ...{ ...row, profile: null, condition: null, score: "LiveBench, %", source: "paper", n: null },
        base: withoutInterval(base),
        ...{ selfRefine: withoutInterval(selfRefine), selfRefineChange: withoutInterval(selfRefine - base) },
        ...{ stick: withoutInterval(stick), stickChange: withoutInterval(stick - base) },
      }),
    );
    const number = (
      id: "base" | "selfRefine" | "selfRefineChange" | "stick" | "stickChange",
      header: string,
      about: string,
    ) =>
      andInterval(
        coefficient<RefinedRow>(id, header, about, (row) => [row[id].value, null]),
        (row) => row[id].ends,
      );
    return tableOf(namedReport(source).report, [...own, ...(source.published ? printed : [])], {
      name: "stick-t1",
      title: "STICK, Table 1: scores before and after refinement",
      description: "Mean scores of first and last responses, and what refinement changed",
      columns: [
        textColumn<RefinedRow>("model", "Model", "The model that wrote and revised", ({ model }) => model),
        ...runColumns<RefinedRow>(own),
        textColumn<RefinedRow>("tasks", "Tasks", "A family of tasks: their first tag", ({ tasks }) => tasks),
        textColumn<RefinedRow>("score", "Score", "An external one, or a judge’s", ({ score }) => score),
        {
          ...textColumn<RefinedRow>("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        ...number("base", "Base", "First responses"),
        ...number("selfRefine", "Self-Refine", "Last responses without a checklist"),
        ...number("selfRefineChange", "Self-Refine Δ", "Less the first responses"),
        ...number("stick", "STICK", "Last responses with a checklist"),
        ...number("stickChange", "STICK Δ", "Less the first responses"),
        {
          ...countColumn<RefinedRow>("n", "Tasks, n", "tasks", "Tasks with both scores", ({ n }) => n),
          optional: true,
        },
      ],
      notes,
      kinds: ["llm"],
      n: { of: "responses", count: source.study.responses.length },
      intervals: true,
    });
  },
};

interface CourseRow extends IterationRow, ShownRun {
  model: string;
  method: string;
  /** A family of tasks; null for all of them. */
  tasks: string | null;
  ends: Record<string, Ends | null>;
}

/** A version whose pass rate is one of its scores. */
const versionOf = ({ iteration, scores, weights, passRate }: Generated): Version => ({
  ...{ iteration, weights, scores: passRate === null ? scores : { ...scores, passRate } },
  passed: null,
});

/** The course of refinements: pass rates, and external scores and judges’ after each revision. */
export const iterationsTable: PaperTable = {
  id: "F3",
  title: "Scores by iteration",
  needs: "all versions of the responses of refinements",
  drawing: { mark: "lines", along: "iteration", axis: "Score", places: "Revisions" },
  of: (source) => {
    const families = familyParts(source.study);
    const { responses: generated, isShare, scoresOf } = generatedIn(source);
    const rows = refinementsIn(generated).flatMap((refinement): CourseRow[] => {
      const { model, profile, shownCondition: condition } = refinement;
      return [null, ...families].flatMap((part) => {
        const tasks = part?.name ?? null;
        const chosen = refinement.tasks.flatMap(({ task, responses }) =>
          (part?.tasks.has(task) ?? true) ? [{ task, versions: responses.map(versionOf) }] : [],
        );
        const courses = byIteration(chosen.map(({ versions }) => versions));
        return courses.map((row) => {
          const ends = Object.keys(row.scores).map((name) => {
            const values = chosen.flatMap(({ task, versions }) => {
              const version = latestUpTo(versions, row.iteration);
              const found = version && weighed(version, name);
              return found ? [{ task, ...found }] : [];
            });
            const mean = name === "passRate" || isShare(name) ? meanShareOverTasks : meanOverTasks;
            return [name, mean(values, source.options).ends] as const;
          });
          const about = { model, profile, condition, tasks, method: METHODS[refinement.method] };
          return { ...row, ...about, ends: Object.fromEntries(ends) };
        });
      });
    });
    if (rows.length === 0) return { missing: [NO_RESPONSES] };
    const { names, notes } = scoresOf(generated.filter(({ method }) => method in METHODS));
    return tableOf(namedReport(source).report, rows, {
      name: "stick-f3",
      title: "STICK, Figure 3: scores by iteration",
      description: "A task that stopped earlier counts with its last response",
      columns: [
        textColumn<CourseRow>("model", "Model", "The model that wrote and revised", ({ model }) => model),
        textColumn<CourseRow>("method", "Method", "With or without a checklist", ({ method }) => method),
        ...runColumns<CourseRow>(rows),
        {
          ...textColumn<CourseRow>("tasks", "Tasks", "A family of tasks: their first tag", ({ tasks }) =>
            families.length === 0 ? null : (tasks ?? "Overall"),
          ),
          optional: true,
        },
        countColumn<CourseRow>(
          "iteration",
          "Iteration",
          "revisions",
          "Revisions so far",
          ({ iteration }) => iteration,
        ),
        countColumn<CourseRow>(
          "revised",
          "Revised",
          "tasks",
          "Tasks that were revised so often",
          ({ revised }) => revised,
        ),
        ...andInterval<CourseRow>(
          {
            ...share<CourseRow>(
              "passRate",
              "Pass rate",
              "questions",
              "Mean pass rate of the own checklist",
              ({ scores }) => [scores.passRate?.mean ?? null, null],
            ),
            optional: true,
          },
          ({ ends }) => ends.passRate ?? null,
        ),
        ...names.flatMap((name) =>
          andInterval<CourseRow>(
            {
              ...coefficient<CourseRow>(`score:${name}`, name, "Mean of this score", ({ scores }) => [
                scores[name]?.mean ?? null,
                null,
              ]),
              optional: true,
            },
            ({ ends }) => ends[name] ?? null,
          ),
        ),
      ],
      notes: [...notes, ...(source.published ? [PUBLISHED_COURSE] : [])],
      kinds: ["llm"],
      n: { of: "responses", count: source.study.responses.length },
      intervals: true,
    });
  },
};
