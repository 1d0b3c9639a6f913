import "server-only";
import { reportUnexpected } from "@/lib/api/log";
import { db } from "@/lib/database/db";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { log } from "@/lib/log";
import { versionOf, WHOLE } from "@/lib/report/data";
import { type LoadedStudy, loadStudy } from "@/lib/report/load-study";
import { rememberedStudy, rememberStudy } from "@/lib/report/remembered-study";
import { DISPLAY_BOUNDS } from "@/lib/report/rules/bounds";
import { reliabilityOfColumns } from "@/lib/report/rules/columns";
import { itemNames, itemNamesIn } from "@/lib/report/rules/item-names";
import { type Fate, MAX_REPORT_BYTES, REPORT_LIMITS } from "@/lib/report/rules/limits";
import { pilotsOf } from "@/lib/report/rules/planning/pilots";
import {
  type BegunReport,
  beginReport,
  DEFAULT_OPTIONS,
  finishReport,
  RULES_VERSION,
  reportSettings,
} from "@/lib/report/rules/report";
import { choicesOf, selected } from "@/lib/report/rules/selection";
import type {
  ItemName,
  ReportBeginning,
  ReportOptions,
  SelectionChoices,
  StudySummary,
} from "@/lib/report/schema";
import { StudySelection } from "@/lib/report/schema/judgements";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import { Prisma } from "@/prisma/generated/client/client";

/** How the intervals of a part's report are drawn. */
function optionsIn({ replicates, confidence, epsilon }: StudySelection): ReportOptions {
  return {
    ...DEFAULT_OPTIONS,
    ...(replicates && { replicates: Number(replicates) }),
    ...(confidence && { confidence: Number(confidence) }),
    ...(epsilon && { epsilon: Number(epsilon) }),
  };
}

/**
 * Computes a requested report: agreement by item first, which can be read while the rest is computed. Deletes
 * the reports it replaces. Repeating changes nothing. It uses the newest data, which may be newer than the
 * request.
 */
export async function computeReport(id: string): Promise<void> {
  const request = await db.report.findUnique({
    where: { id },
    select: {
      datasetId: true,
      batchId: true,
      dataAt: true,
      selection: true,
      dataset: { select: { projectId: true } },
    },
  });
  if (!request || request.dataAt) return;
  const { datasetId, batchId, dataset, selection } = request;
  const part = StudySelection.parse(Object.fromEntries(new URLSearchParams(selection)));
  const options = optionsIn(part);
  const scope = { projectId: dataset.projectId, datasetId, batchId };
  try {
    const { study, dataVersion, dataAt, begun } =
      selection === WHOLE ? await beginWhole(id, scope, options) : await beginPart(id, scope, part, options);
    const report = { ...finishReport(begun), choices: boundedChoices(study) };
    const result = report as unknown as Prisma.InputJsonObject;
    const items = itemNames(begun.study, report) as unknown as Prisma.InputJsonArray;
    const pilots = pilotsOf(begun) as unknown as Prisma.InputJsonObject;
    const bytes = Buffer.byteLength(JSON.stringify(result)) + Buffer.byteLength(JSON.stringify(items));
    if (bytes > MAX_REPORT_BYTES) throw new TooLarge(bytes);
    await db.$transaction(
      async (tx) => {
        await tx.report.deleteMany({
          where: {
            datasetId,
            batchId,
            id: { not: id },
            OR: [
              { selection, dataVersion: { lte: dataVersion } },
              // Outdated reports on parts of the study are deleted.
              { selection: { notIn: [WHOLE, selection] }, dataVersion: { lt: dataVersion } },
              { rulesVersion: { lt: RULES_VERSION } },
            ],
          },
        });
        await tx.report.updateMany({
          where: { id },
          data: { dataVersion, dataAt, result, items, pilots, failure: null, reliability: Prisma.DbNull },
        });
      },
      // Another report may keep this process busy: do not lose minutes of work.
      { maxWait: 60_000, timeout: 120_000 },
    );
  } catch (error) {
    if (error instanceof TooLarge) return failWith(id, error.message);
    const reference = reportUnexpected(error, "TASK", "report-compute");
    await failWith(id, `The numbers could not be computed. The error has the number ${reference}.`);
  }
}

/** A report whose first part is stored, on a study and its version. */
interface Begun extends LoadedStudy {
  begun: BegunReport;
}

/** Stores agreement by item before the other records are read. */
async function beginWhole(id: string, scope: StudyScope, options: ReportOptions): Promise<Begun> {
  let known: ReliabilityRow[] | undefined;
  const loaded = await loadStudy(scope, async ({ columns, frame, summary }) => {
    known = reliabilityOfColumns(columns, options);
    await storeBeginning(id, summary, options, known, itemNamesIn(frame, known));
  });
  rememberStudy(scope, loaded);
  return { ...loaded, begun: beginReport(loaded.study, options, known, DISPLAY_BOUNDS) };
}

/** Selects from the study of the last report if the data are still the same, and stores agreement by item. */
async function beginPart(
  id: string,
  scope: StudyScope,
  part: StudySelection,
  options: ReportOptions,
): Promise<Begun> {
  const loaded = rememberedStudy(scope, await versionOf(scope)) ?? (await loadStudy(scope));
  rememberStudy(scope, loaded);
  const begun = beginReport(selected(loaded.study, part), options, undefined, DISPLAY_BOUNDS);
  const { study, summary, reliability } = begun;
  await storeBeginning(id, summary, options, reliability, itemNamesIn(study, reliability));
  return { ...loaded, begun };
}

async function storeBeginning(
  id: string,
  study: StudySummary,
  options: ReportOptions,
  rows: readonly ReliabilityRow[],
  items: ItemName[],
): Promise<void> {
  if (rows.length > MOST_BEGUN) return;
  const made = reportSettings(options, null);
  const beginning: ReportBeginning = { study, made, reliability: [...rows], items };
  const reliability = beginning as unknown as Prisma.InputJsonObject;
  await db.report.updateMany({ where: { id, dataAt: null }, data: { reliability } });
}

class TooLarge extends Error {
  constructor(bytes: number) {
    super(
      `The report would be ${(bytes / 1e6).toFixed(0)} MB long, and more than ${MAX_REPORT_BYTES / 1e6} MB are not kept. ${ADVICE}`,
    );
  }
}

/** Advice about a report that is too large. The cause is nearly always the same. */
const ADVICE =
  "Often a column with another value in every row was taken for a category, a model, an arm or an annotator: import the " +
  "file again with another mapping, or look at a part of the study. countersign report computes a whole study file.";

const FATES: Record<Exclude<Fate, "done">, string> = {
  "out-of-memory": `The report needs more memory than one may take (${REPORT_LIMITS.heapMb} MB). ${ADVICE}`,
  "out-of-time": `The report takes longer than one may (${REPORT_LIMITS.ms / 60_000} minutes). ${ADVICE}`,
  died: "The process that computed the report has ended. Try it again; if it happens again, look in the worker's log.",
};

/**
 * Stores why a report failed when its process died with it. It is not retried unless a researcher requests
 * it.
 */
export function failReport(id: string, fate: Exclude<Fate, "done">): Promise<void> {
  log("error", "report-failed", { kind: fate });
  return failWith(id, FATES[fate]);
}

async function failWith(id: string, failure: string): Promise<void> {
  await db.report.updateMany({ where: { id, dataAt: null }, data: { failure } });
}

/** Maximum number of names in each choice of a part. */
const MOST_CHOICES = 1_000;

function boundedChoices(study: Parameters<typeof choicesOf>[0]): SelectionChoices {
  const all = Object.entries(choicesOf(study)).map(([kind, names]) => [kind, names.slice(0, MOST_CHOICES)]);
  return Object.fromEntries(all);
}

/**
 * Above this number of items the first part of a report is not stored: it has a row for each item, while the
 * whole report is bounded.
 */
const MOST_BEGUN = 10_000;
