import "server-only";
import { reportUnexpected } from "@/lib/api/request-log";
import { db } from "@/lib/database/db";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { isOutOfRoom } from "@/lib/duckdb/engine";
import { log } from "@/lib/log";
import {
  forgetStudy,
  keyOf,
  RememberedStudy,
  rememberedStudy,
  rememberStudy,
} from "@/lib/report/computation/remembered-study";
import { type LoadedStudy, loadStudy } from "@/lib/report/data/load-study";
import { type ReportStep, requestSections, studyOfReport, versionOf } from "@/lib/report/data/request-report";
import { WHOLE } from "@/lib/report/data/stored-report";
import { storeFailure, storeOverview, storePilots, storeSection } from "@/lib/report/data/write-report";
import type { LoadedRatings } from "@/lib/report/judgement-table/database-ratings";
import { labelCounts, outlineOf } from "@/lib/report/judgement-table/outline";
import { reliabilityOfTable } from "@/lib/report/judgement-table/reliability";
import { DISPLAY_BOUNDS } from "@/lib/report/rules/bounds";
import { type ComputationOutcome, FAILURE_MESSAGES } from "@/lib/report/rules/computation-limits";
import { itemNamesIn } from "@/lib/report/rules/item-names";
import { pilotsOf } from "@/lib/report/rules/planning/pilots";
import { DEFAULT_OPTIONS, reportSettings } from "@/lib/report/rules/report";
import { type FirstResults, ReportBasis } from "@/lib/report/rules/report-basis";
import { overviewOf, sectionOf } from "@/lib/report/rules/sections";
import { choicesOf, selected } from "@/lib/report/rules/selection";
import type { ReportBeginning, ReportOptions, SelectionChoices } from "@/lib/report/schema";
import { StudySelection } from "@/lib/report/schema/judgements";
import { PLANNED_FROM, SectionName } from "@/lib/report/schema/sections";
import type { StudyData } from "@/lib/report/schema/study";
import type { Prisma } from "@/prisma/generated/client/client";

/** The settings of the intervals of a part's report. */
function optionsIn({ replicates, confidence, epsilon }: StudySelection): ReportOptions {
  return {
    ...DEFAULT_OPTIONS,
    ...(replicates && { replicates: Number(replicates) }),
    ...(confidence && { confidence: Number(confidence) }),
    ...(epsilon && { epsilon: Number(epsilon) }),
  };
}

let before: Promise<void> = Promise.resolve();

/**
 * Computes the overview of a report, or one of its sections. A failure is stored. Repeating changes nothing. It
 * uses the newest data, which may be newer than the request: a section of older data that are no longer in memory
 * brings its overview up to date first. A process computes one step after the other.
 */
export function computeStep(step: ReportStep): Promise<void> {
  const own = before.then(() => computeNext(step));
  before = own.catch(() => {});
  return own;
}

async function computeNext({ reportId: id, section }: ReportStep): Promise<void> {
  const row = await db.report.findUnique({
    where: { id },
    select: { dataAt: true, dataVersion: true, selection: true },
  });
  const scope = await studyOfReport(id);
  if (!row || !scope || (section === null && row.dataAt)) return;
  const { selection } = row;
  try {
    if (section === null) return await computeOverview(id, scope, selection);
    const study = rememberedStudy(scope, row.dataVersion);
    if (!study) return await computeOverview(id, scope, selection, section);
    await computeSections(id, study.loaded, basisOn(study, selection), [section]);
  } catch (error) {
    const reference = reportUnexpected(error, "TASK", "report-compute");
    // Nothing is kept of what may be half done: the next step reads everything again.
    forgetStudy();
    await storeFailure(id, section, isOutOfRoom(error) ? NO_ROOM : unexpected(reference));
  }
}

const NO_ROOM =
  "The engine that computes reports has no room left, in its memory and its temporary folder in the data folder. Make room on " +
  "the disk of the worker and try again.";

const unexpected = (reference: string) =>
  `The numbers could not be computed. The error has the number ${reference}.`;

/** Computes and stores an overview from the newest data, and then a section that needs it. */
async function computeOverview(
  id: string,
  scope: StudyScope,
  selection: string,
  section: SectionName | null = null,
): Promise<void> {
  const { study, known } = await load(id, scope, selection);
  const { loaded, isLarge } = study;
  const basis = basisOn(study, selection, known);
  const overview = { ...overviewOf(basis), choices: choicesIn(loaded.study) };
  await storeOverview(id, selection, scope, loaded, overview);
  // A large study is not kept, so that everything is computed while it is there.
  if (isLarge) await requestSections(id, SectionName.options);
  const due = isLarge ? SectionName.options : section === null ? [] : [section];
  await computeSections(id, loaded, basis, due);
}

/** The newest data of a study. */
async function load(
  id: string,
  scope: StudyScope,
  selection: string,
): Promise<{ study: RememberedStudy; known: FirstResults | null }> {
  const remembered = rememberedStudy(scope, await versionOf(scope));
  if (remembered) return { study: remembered, known: null };
  forgetStudy();
  let known: FirstResults | null = null;
  const loaded = await loadStudy(scope, async (found) => {
    if (selection === WHOLE) known = await begin(id, found, optionsOf(selection));
  });
  const study = new RememberedStudy(keyOf(scope), loaded);
  if (!study.isLarge) rememberStudy(study);
  return { study, known };
}

/** Computes agreement by item, and stores it before the records are read. */
async function begin(
  id: string,
  { table, frame, summary }: LoadedRatings,
  options: ReportOptions,
): Promise<FirstResults> {
  const outline = await outlineOf(table, frame, summary);
  const reliability = await reliabilityOfTable(table, outline.scopes, options);
  await storeBeginning(id, {
    study: summary,
    made: reportSettings(options, null),
    reliability,
    items: itemNamesIn(frame, outline.scopes),
  });
  return { reliability, outline };
}

async function computeSections(
  id: string,
  { dataVersion }: LoadedStudy,
  basis: ReportBasis,
  names: readonly SectionName[],
): Promise<void> {
  for (const name of names) {
    await storeSection(id, name, dataVersion, sectionOf(basis, name));
    if (name === PLANNED_FROM) await storePilots(id, dataVersion, pilotsOf(basis));
  }
}

function basisOn(study: RememberedStudy, selection: string, known: FirstResults | null = null): ReportBasis {
  return study.basisOf(selection, () => {
    const all = study.loaded.study;
    const data = selection === WHOLE ? all : selected(all, partOf(selection));
    return new ReportBasis(data, optionsOf(selection), DISPLAY_BOUNDS, known && withLabels(known, all));
  });
}

/** The first results with the numbers of labels, which are read with the records. */
function withLabels({ reliability, outline }: FirstResults, study: StudyData): FirstResults {
  const summary = { ...outline.summary, ...labelCounts(study) };
  return { reliability, outline: { ...outline, summary } };
}

function partOf(selection: string): StudySelection {
  return StudySelection.parse(Object.fromEntries(new URLSearchParams(selection)));
}

const optionsOf = (selection: string) => optionsIn(partOf(selection));

/**
 * Above this number of rows agreement by item is not stored before the overview: it has rows for each item, while
 * the report is bounded.
 */
const MOST_BEGUN = 10_000;

async function storeBeginning(id: string, beginning: ReportBeginning): Promise<void> {
  if (beginning.reliability.length > MOST_BEGUN) return;
  const reliability = beginning as unknown as Prisma.InputJsonObject;
  await db.report.updateMany({ where: { id, dataAt: null }, data: { reliability } });
}

/**
 * Stores why a report, or a section of it, failed when its process died with it. It is not retried unless a
 * researcher requests it.
 */
export function failReport(
  id: string,
  outcome: Exclude<ComputationOutcome, "done">,
  section: SectionName | null = null,
): Promise<void> {
  log("error", "report-failed", { kind: outcome });
  return storeFailure(id, section, FAILURE_MESSAGES[outcome]);
}

/** Maximum number of names in each choice of a part. */
const MOST_CHOICES = 1_000;

const choices = new WeakMap<StudyData, SelectionChoices>();

/** The choices of a whole study, which its parts share. */
function choicesIn(study: StudyData): SelectionChoices {
  const known = choices.get(study);
  if (known) return known;
  const all = Object.entries(choicesOf(study)).map(([kind, names]) => [kind, names.slice(0, MOST_CHOICES)]);
  const found = Object.fromEntries(all) as SelectionChoices;
  choices.set(study, found);
  return found;
}
