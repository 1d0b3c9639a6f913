import type { ExposureClass } from "@/lib/judgement/schema";
import {
  generalisabilityModel,
  type NumberedValues,
  RATER_MODELS,
  raschModel,
  unusedScores,
} from "@/lib/report/rules/inference/rater-models";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { convergence, notesOf, valuesOrMissing } from "@/lib/report/rules/papers/rater-models/values";
import { type Spec, tableOf } from "@/lib/report/rules/tables/build";
import {
  coefficient,
  countColumn,
  exposureColumns,
  scopeColumns,
  textColumn,
} from "@/lib/report/rules/tables/columns";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { ReportReason } from "@/lib/report/schema/values";

const SCORED = "points, or yes and no, that two people gave to the same units";
const COMPLETE = "points, or yes and no, that every person gave to the same units";

interface InScope {
  scope: string;
  exposure: ExposureClass;
}

const inScope = <Row extends InScope>(source: PaperSource): Spec<Row>[] => [
  ...scopeColumns<Row>(namedReport(source).labels, ({ scope }) => scope),
  ...exposureColumns<Row>(),
];

/**
 * The results of a model of scores, by scope. Without a result in any of them the records are
 * missing, with the reason.
 */
function modelsOf<Found extends { reason: ReportReason | null }>(
  source: PaperSource,
  fitted: (values: NumberedValues) => Found | null,
  needs: string,
) {
  const all = valuesOrMissing(source);
  if ("missing" in all) return all;
  const models = all.flatMap((values) => {
    const found = fitted(values);
    const { scope, exposure } = values;
    return found === null ? [] : [{ about: { scope, exposure }, found }];
  });
  const withResult = models.filter(({ found }) => found.reason === null);
  if (withResult.length > 0) return withResult;
  const reasons = new Set(models.flatMap(({ found }) => found.reason ?? []));
  return {
    missing:
      reasons.size === 0 ? [needs] : [...reasons].map((one) => `${needs}: ${MISSING_VALUE_REASONS[one]}`),
  };
}

interface MeasureRow extends InScope {
  facet: string;
  name: string;
  measure: number;
  error: number;
  scores: number;
}

export const raschTable: PaperTable = {
  id: "rasch",
  title: "Many-facet Rasch: severity, difficulty, quality",
  needs: SCORED,
  of: (source) => {
    const models = modelsOf(source, raschModel, SCORED);
    if ("missing" in models) return models;
    const { report, labels } = namedReport(source);
    const rows = models.flatMap(({ about, found: { raters, items, subjects } }): MeasureRow[] => {
      const of = (
        facet: string,
        name: string,
        { measure, error, scores }: Pick<MeasureRow, "measure" | "error" | "scores">,
      ) => ({ ...about, facet, name, measure, error, scores });
      return [
        ...raters.map((one) => of("severity of a rater", one.rater, one)),
        ...items.map(({ item, ...one }) => of("difficulty of an item", item, one)),
        ...subjects.map(({ subject, ...one }) => of("quality of a unit", subject, one)),
      ];
    });
    return tableOf(report, rows, {
      name: "raters-rasch",
      title: RATER_MODELS.rasch.title,
      description: "How severe each person is, how difficult each item, and how good each unit",
      columns: [
        ...inScope<MeasureRow>(source),
        textColumn("facet", "Measure", "What is measured", ({ facet }) => facet),
        textColumn("name", "Of", "The person, item or unit", ({ name }) => name),
        coefficient("measure", "Logits", "Higher: more severe, more difficult, better", ({ measure }) => [
          measure,
          null,
        ]),
        coefficient("error", "Error", "Standard error, all other measures taken as known", ({ error }) => [
          error,
          null,
        ]),
        countColumn("scores", "Scores", "scores", "Scores it rests on", ({ scores }) => scores),
      ],
      notes: [
        ...notesOf("rasch"),
        "By joint maximum likelihood: with few scores for each unit differences come out too large.",
        ...models.flatMap(({ about: { scope }, found }) => unusedScores(found, labels.of(scope))),
        ...models.map(({ about: { scope }, found: { hasConverged, iterations } }) =>
          convergence(labels.of(scope), { hasConverged, steps: iterations }),
        ),
      ],
      kinds: ["human"],
      intervals: false,
    });
  },
};

interface VarianceRow extends InScope {
  of: string;
  variance: number;
}

/** Sources of variance in words. */
const SOURCES = {
  unit: "units: what a study is after",
  rater: "raters",
  item: "items",
  unitByRater: "units by raters",
  unitByItem: "units by items",
  raterByItem: "raters by items",
  residual: "the rest",
} as const;

/** Units that were left out of a study of variance, in words. */
const leftOutNotes = (
  models: readonly { about: InScope; found: { leftOut: number } }[],
  source: PaperSource,
) =>
  models.flatMap(({ about, found: { leftOut } }) =>
    leftOut > 0
      ? [
          `${namedReport(source).labels.of(about.scope)}: ${leftOut} units without every person’s value are left out.`,
        ]
      : [],
  );

export const varianceTable: PaperTable = {
  id: "variance",
  title: "Generalisability: sources of variance",
  needs: COMPLETE,
  of: (source) => {
    const models = modelsOf(source, generalisabilityModel, COMPLETE);
    if ("missing" in models) return models;
    const rows = models.flatMap(({ about, found: { components } }) =>
      (Object.keys(SOURCES) as (keyof typeof SOURCES)[]).map(
        (part): VarianceRow => ({ ...about, of: SOURCES[part], variance: components[part] }),
      ),
    );
    return tableOf(namedReport(source).report, rows, {
      name: "raters-variance",
      title: "Generalisability: sources of variance",
      description: "How much of the variance of scores is between units, raters and items (G study)",
      columns: [
        ...inScope<VarianceRow>(source),
        textColumn("of", "Between", "The source", (row) => row.of),
        coefficient("variance", "Variance", "Estimates below 0 are 0", ({ variance }) => [variance, null]),
      ],
      notes: [...notesOf("generalisability"), ...leftOutNotes(models, source)],
      kinds: ["human"],
      intervals: false,
    });
  },
};

interface DesignRow extends InScope {
  raters: number;
  items: number;
  relative: number | null;
  absolute: number | null;
}

export const designsTable: PaperTable = {
  id: "generalisability",
  title: "Generalisability: coefficients by design",
  needs: COMPLETE,
  of: (source) => {
    const models = modelsOf(source, generalisabilityModel, COMPLETE);
    if ("missing" in models) return models;
    const rows = models.flatMap(({ about, found: { designs } }): DesignRow[] =>
      designs.map((design) => ({ ...about, ...design })),
    );
    const cell = (value: number | null) => [value, value === null ? "no-variation" : null] as const;
    return tableOf(namedReport(source).report, rows, {
      name: "raters-generalisability",
      title: "Generalisability: coefficients by design",
      description: "How dependable the mean of this number of raters over this number of items is (D study)",
      columns: [
        ...inScope<DesignRow>(source),
        countColumn("raters", "Raters", "raters", "People who rate each unit", (row) => row.raters),
        countColumn("items", "Items", "items", "Items that each rates", (row) => row.items),
        coefficient("relative", "Eρ²", "For the order of units", ({ relative }) => cell(relative)),
        coefficient("absolute", "Φ", "For their level", ({ absolute }) => cell(absolute)),
      ],
      notes: [...notesOf("generalisability"), ...leftOutNotes(models, source)],
      kinds: ["human"],
      intervals: false,
    });
  },
};
