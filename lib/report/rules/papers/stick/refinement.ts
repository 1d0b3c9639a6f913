import { meanOfKnown } from "@/lib/agreement/arithmetic-mean";
import { byIteration, type IterationRow } from "@/lib/drafting/rules/refinement";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import {
  type Generated,
  generatedIn,
  NO_RESPONSES,
  NO_SCORES,
} from "@/lib/report/rules/papers/stick/generated";
import { PUBLISHED_REFINEMENT } from "@/lib/report/rules/papers/stick/published";
import { tableOf } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";

const METHODS = { "stick.refine": "STICK", "self_refine.unstructured": "Self-Refine" } as const;

/** Versions of each task's response, by model and method. */
function refinementsIn(generated: readonly Generated[]): Map<string, Map<string, Generated[]>> {
  const found = new Map<string, Map<string, Generated[]>>();
  for (const one of generated) {
    if (!(one.method in METHODS)) continue;
    const key = JSON.stringify([one.model, one.method]);
    const byTask = found.get(key) ?? new Map<string, Generated[]>();
    found.set(key, byTask);
    byTask.set(one.task, [...(byTask.get(one.task) ?? []), one]);
  }
  return found;
}

interface RefinedRow {
  model: string;
  tasks: string;
  score: string;
  source: "this study" | "paper";
  n: number | null;
  base: number | null;
  selfRefine: number | null;
  stick: number | null;
}

type Way = keyof typeof METHODS;

/** The score of a task's first and last version; null without both. */
function endsOf(
  versions: readonly Generated[],
  score: string,
): readonly [first: number, last: number] | null {
  const scored = versions.filter(({ scores }) => scores[score] !== undefined);
  const sorted = scored.toSorted((a, b) => a.iteration - b.iteration);
  const first = sorted.find(({ iteration }) => iteration === 0);
  const last = sorted.findLast(({ isFinal }) => isFinal) ?? sorted.at(-1);
  const [from, to] = [first?.scores[score], last?.scores[score]];
  return from === undefined || to === undefined ? null : [from, to];
}

/** Scores before and after refinement, by family of tasks. */
export const refinementTable: PaperTable = {
  id: "T1",
  title: "Scores before and after refinement",
  needs: "first and last responses of refinements with an external score",
  of: (source) => {
    const generated = generatedIn(source);
    const refinements = refinementsIn(generated);
    const scores = [...new Set(generated.flatMap((one) => Object.keys(one.scores)))].sort();
    if (refinements.size === 0 || scores.length === 0)
      return {
        missing: [
          ...(refinements.size === 0 ? [NO_RESPONSES] : []),
          ...(scores.length === 0 ? [NO_SCORES] : []),
        ],
      };
    const families = new Map(source.study.tasks.map(({ id, tags }) => [id, tags[0] ?? null]));
    const names = [...new Set([...families.values()].flatMap((family) => family ?? []))].sort((a, b) =>
      a.localeCompare(b, "en"),
    );
    const models = [
      ...new Set(generated.filter(({ method }) => method in METHODS).map(({ model }) => model)),
    ].sort();
    const own = models.flatMap((model) =>
      [null, ...names].flatMap((family) =>
        scores.flatMap((score): RefinedRow[] => {
          const ends = (method: Way) =>
            [...(refinements.get(JSON.stringify([model, method])) ?? [])].flatMap(([task, versions]) => {
              const found = family === null || families.get(task) === family ? endsOf(versions, score) : null;
              return found === null ? [] : [found];
            });
          const [stick, plain] = [ends("stick.refine"), ends("self_refine.unstructured")];
          // Both runs share their first responses; those of STICK count where it ran.
          const first = stick.length > 0 ? stick : plain;
          if (first.length === 0) return [];
          return [
            {
              ...{ model, tasks: family ?? "Overall", score, source: "this study", n: first.length },
              base: meanOfKnown(first.map(([from]) => from)),
              selfRefine: meanOfKnown(plain.map(([, to]) => to)),
              stick: meanOfKnown(stick.map(([, to]) => to)),
            },
          ];
        }),
      ),
    );
    if (own.length === 0) return { missing: [NO_SCORES] };
    const printed = PUBLISHED_REFINEMENT.map(
      (row): RefinedRow => ({ ...row, score: "LiveBench, %", source: "paper", n: null }),
    );
    const number = (id: string, header: string, about: string, of: (row: RefinedRow) => number | null) =>
      coefficient<RefinedRow>(id, header, about, (row) => [of(row), null]);
    const change = (row: RefinedRow, to: number | null) =>
      to === null || row.base === null ? null : to - row.base;
    return tableOf(namedReport(source).report, [...own, ...(source.published ? printed : [])], {
      name: "stick-t1",
      title: "STICK, Table 1: scores before and after refinement",
      description: "Mean external scores of first and last responses, and what refinement changed",
      columns: [
        textColumn<RefinedRow>("model", "Model", "The model that wrote and revised", ({ model }) => model),
        textColumn<RefinedRow>("tasks", "Tasks", "A family of tasks: their first tag", ({ tasks }) => tasks),
        textColumn<RefinedRow>("score", "Score", "The external score", ({ score }) => score),
        {
          ...textColumn<RefinedRow>("source", "Source", "This study, or the paper", (row) =>
            source.published ? row.source : null,
          ),
          optional: true,
        },
        number("base", "Base", "First responses", ({ base }) => base),
        number("selfRefine", "Self-Refine", "Last responses without a checklist", (row) => row.selfRefine),
        number("selfRefineChange", "Self-Refine Δ", "Less the first responses", (row) =>
          change(row, row.selfRefine),
        ),
        number("stick", "STICK", "Last responses with a checklist", (row) => row.stick),
        number("stickChange", "STICK Δ", "Less the first responses", (row) => change(row, row.stick)),
        {
          ...countColumn<RefinedRow>("n", "Tasks, n", "tasks", "Tasks with both scores", ({ n }) => n),
          optional: true,
        },
      ],
      kinds: ["llm"],
      n: { of: "responses", count: source.study.responses.length },
      intervals: false,
    });
  },
};

interface CourseRow extends IterationRow {
  model: string;
  method: string;
}

/** The course of refinements: pass rates and external scores after each revision. */
export const iterationsTable: PaperTable = {
  id: "F3",
  title: "Scores by iteration",
  needs: "all versions of the responses of refinements",
  of: (source) => {
    const rows = [...refinementsIn(generatedIn(source))].flatMap(([key, byTask]): CourseRow[] => {
      const [model, method] = JSON.parse(key) as [string, Way];
      const versions = [...byTask.values()].map((own) =>
        own.map(({ iteration, scores, passRate }) => ({
          ...{ iteration, scores: passRate === null ? scores : { ...scores, passRate } },
          passed: null,
        })),
      );
      return byIteration(versions).map((row) => ({ ...row, model, method: METHODS[method] }));
    });
    if (rows.length === 0) return { missing: [NO_RESPONSES] };
    const names = [...new Set(rows.flatMap(({ scores }) => Object.keys(scores)))]
      .filter((name) => name !== "passRate")
      .sort();
    return tableOf(namedReport(source).report, rows, {
      name: "stick-f3",
      title: "STICK, Figure 3: scores by iteration",
      description: "A task that stopped earlier counts with its last response",
      columns: [
        textColumn<CourseRow>("model", "Model", "The model that wrote and revised", ({ model }) => model),
        textColumn<CourseRow>("method", "Method", "With or without a checklist", ({ method }) => method),
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
        ...names.map((name) => ({
          ...coefficient<CourseRow>(`score:${name}`, name, "Mean of this external score", ({ scores }) => [
            scores[name]?.mean ?? null,
            null,
          ]),
          optional: true as const,
        })),
      ],
      kinds: ["llm"],
      n: { of: "responses", count: source.study.responses.length },
      intervals: false,
    });
  },
};
