import type { ExposureClass } from "@/lib/judgement/schema";
import { labelModel, type NumberedValues, RATER_MODELS } from "@/lib/report/rules/inference/rater-models";
import { namedReport } from "@/lib/report/rules/papers/from-report";
import { convergence, NEEDS, notesOf, valuesOrMissing } from "@/lib/report/rules/papers/rater-models/values";
import { type About, tableOf } from "@/lib/report/rules/tables/build";
import {
  coefficient,
  countColumn,
  exposureColumns,
  scopeColumns,
  share,
  textColumn,
} from "@/lib/report/rules/tables/columns";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import type { ReportReason } from "@/lib/report/schema/values";

type LabelModel = "dawid-skene" | "mace";
type Fitted = ReturnType<typeof labelModel> & Pick<NumberedValues, "scope" | "exposure">;

const known = new WeakMap<NumberedValues, Map<LabelModel, Fitted>>();

/** A model of the labels of a scope, fitted once for all tables. */
function fitted(values: NumberedValues, name: LabelModel): Fitted {
  const own = known.get(values) ?? new Map<LabelModel, Fitted>();
  known.set(values, own);
  const { scope, exposure } = values;
  const found = own.get(name) ?? { ...labelModel(values, name), scope, exposure };
  own.set(name, found);
  return found;
}

interface InScope {
  scope: string;
  exposure: ExposureClass;
}

/** A table about each of the scopes, whose rows are taken from models of them. */
function ofModels<Row extends InScope>(
  source: PaperSource,
  name: LabelModel,
  rowsOf: (found: Fitted, values: NumberedValues) => Row[],
  about: Omit<About<Row>, "kinds" | "intervals">,
): ReturnType<PaperTable["of"]> {
  const all = valuesOrMissing(source);
  if ("missing" in all) return all;
  const { report, labels } = namedReport(source);
  const models = all.map((values) => ({ values, found: fitted(values, name) }));
  const rows = models.flatMap(({ values, found }) => rowsOf(found, values));
  if (rows.length === 0) {
    const reasons = new Set(models.flatMap(({ found }) => found.reason ?? []));
    return { missing: [...reasons].map((one) => `${NEEDS}: ${MISSING_VALUE_REASONS[one]}`) };
  }
  return tableOf(report, rows, {
    ...about,
    columns: [
      ...scopeColumns<Row>(labels, ({ scope }) => scope),
      ...exposureColumns<Row>(),
      ...about.columns,
    ],
    notes: [
      ...(about.notes ?? []),
      ...notesOf(name),
      ...models.map(({ found: { scope, hasConverged, logLikelihood } }) =>
        convergence(labels.of(scope), { hasConverged, steps: logLikelihood.length }),
      ),
    ],
    kinds: ["human"],
    intervals: false,
  });
}

interface RaterRow extends InScope {
  rater: string;
  given: number;
  accuracy: number | null;
  reason: ReportReason | null;
}

function ratersTable(name: LabelModel, of: { header: string; tip: string }): PaperTable {
  const { title } = RATER_MODELS[name];
  return {
    id: name,
    title: `${title}: raters`,
    needs: NEEDS,
    of: (source) =>
      ofModels<RaterRow>(
        source,
        name,
        ({ scope, exposure, raters, reason }) =>
          raters.map(({ rater, given, accuracy }) => ({
            ...{ scope, exposure, rater, given, reason },
            accuracy: reason === null ? accuracy : null,
          })),
        {
          name: `raters-${name}`,
          title: `${title}: raters`,
          description: "The model’s estimates for each person, from the labels that all gave",
          columns: [
            textColumn("rater", "Rater", "A person, by pseudonym", ({ rater }) => rater),
            countColumn("given", "Labels", "labels", "Labels this person gave", ({ given }) => given),
            share("accuracy", of.header, "units", of.tip, ({ accuracy, reason }) => [
              accuracy,
              accuracy === null ? (reason ?? "none-qualify") : null,
            ]),
          ],
        },
      ),
  };
}

export const dawidSkeneTable = ratersTable("dawid-skene", {
  header: "Accuracy",
  tip: "The probability that the person gives the true label, over those that the person's units have, as frequent as the model finds them",
});

export const maceTable = ratersTable("mace", {
  header: "Competence",
  tip: "The probability that the person knows the true label, and does not guess",
});

interface ErrorRow extends InScope {
  rater: string;
  truth: string;
  label: string;
  share: number;
}

/** Dawid and Skene's matrix of errors of each rater, one row for each cell. */
export const errorsTable: PaperTable = {
  id: "dawid-skene-errors",
  title: "Dawid and Skene: errors of each rater",
  needs: NEEDS,
  of: (source) =>
    ofModels<ErrorRow>(
      source,
      "dawid-skene",
      ({ scope, exposure, labels, raters, reason }) =>
        reason !== null
          ? []
          : raters.flatMap(({ rater, errors = [] }) =>
              errors.flatMap((row, truth) =>
                (row ?? []).map((value, label) => ({
                  ...{ scope, exposure, rater, share: value },
                  ...{ truth: String(labels[truth]), label: String(labels[label]) },
                })),
              ),
            ),
      {
        name: "raters-dawid-skene-errors",
        title: "Dawid and Skene: errors of each rater",
        description: "How often each person gives each label where another one is true",
        columns: [
          textColumn("rater", "Rater", "A person, by pseudonym", ({ rater }) => rater),
          textColumn("truth", "True", "The true label", ({ truth }) => truth),
          textColumn("label", "Given", "The label that the person gives", ({ label }) => label),
          share("share", "Share", "labels", "Of the labels given where that one is true", (row) => [
            row.share,
            null,
          ]),
        ],
      },
    ),
};

interface SoftRow extends InScope {
  of: string;
  subject: string;
  label: string;
  dawidSkene: number | null;
  mace: number | null;
}

/** The probability of each label by unit. */
export const softLabelsTable: PaperTable = {
  id: "soft-labels",
  title: "Soft labels",
  needs: NEEDS,
  of: (source) =>
    ofModels<SoftRow>(
      source,
      "dawid-skene",
      ({ scope, exposure, labels, units, reason }, values) => {
        const other = fitted(values, "mace");
        return units.flatMap(({ item, subject, soft }, n) =>
          labels.map((label, at) => ({
            ...{ scope, exposure, subject, of: item, label: String(label) },
            dawidSkene: reason === null ? (soft[at] ?? null) : null,
            mace: other.reason === null ? (other.units[n]?.soft[at] ?? null) : null,
          })),
        );
      },
      {
        name: "raters-soft-labels",
        title: "Soft labels: the probability of each label by unit",
        description: "How probable each label is for a unit, by who gave which",
        columns: [
          textColumn("of", "Question", "The item that was rated", (row) => row.of),
          textColumn("subject", "Unit", "The response, or the pair", ({ subject }) => subject),
          textColumn("label", "Label", "The label", ({ label }) => label),
          coefficient("dawidSkene", "Dawid and Skene", "Its probability", (row) => [
            row.dawidSkene,
            row.dawidSkene === null ? "none-qualify" : null,
          ]),
          coefficient("mace", "MACE", "Its probability", (row) => [
            row.mace,
            row.mace === null ? "none-qualify" : null,
          ]),
        ],
        notes: [`MACE assumes: ${RATER_MODELS.mace.assumes} ${RATER_MODELS.mace.source}.`],
      },
    ),
};
