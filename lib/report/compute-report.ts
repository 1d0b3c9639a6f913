import "server-only";
import { reportUnexpected } from "@/lib/api/log";
import { db } from "@/lib/database/db";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { log } from "@/lib/log";
import { WHOLE } from "@/lib/report/find-report";
import { reliabilityOf, scopesOfTable } from "@/lib/report/judgement-table/reliability";
import { ratingsOfStudy } from "@/lib/report/judgement-table/study-ratings";
import { type LoadedStudy, loadStudy } from "@/lib/report/load-study";
import { basisOf, forgetStudy, isLarge, rememberedStudy, rememberStudy } from "@/lib/report/remembered-study";
import { nextStep, type ReportStep, requestSections, studyOfReport, versionOf } from "@/lib/report/requests";
import { DISPLAY_BOUNDS } from "@/lib/report/rules/bounds";
import { itemNamesIn } from "@/lib/report/rules/item-names";
import { FATES, type Fate } from "@/lib/report/rules/limits";
import { pilotsOf } from "@/lib/report/rules/planning/pilots";
import { DEFAULT_OPTIONS, reportSettings } from "@/lib/report/rules/report";
import { type MeasureScopes, ReportBasis } from "@/lib/report/rules/report-basis";
import { overviewOf, sectionOf } from "@/lib/report/rules/sections";
import { choicesOf, selected } from "@/lib/report/rules/selection";
import type { ReportBeginning, ReportOptions, SelectionChoices } from "@/lib/report/schema";
import { StudySelection } from "@/lib/report/schema/judgements";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import { PLANNED_FROM, SectionName } from "@/lib/report/schema/sections";
import type { StudyData } from "@/lib/report/schema/study";
import { storeFailure, storeOverview, storePilots, storeSection } from "@/lib/report/write-report";
import type { Prisma } from "@/prisma/generated/client/client";

/** How the intervals of a part's report are drawn. */
function optionsIn({ replicates, confidence, epsilon }: StudySelection): ReportOptions {
  return {
    ...DEFAULT_OPTIONS,
    ...(replicates && { replicates: Number(replicates) }),
    ...(confidence && { confidence: Number(confidence) }),
    ...(epsilon && { epsilon: Number(epsilon) }),
  };
}

/** Computes everything that is requested of the study of a report, in this process. */
export async function computeReport(id: string): Promise<void> {
  const scope = await studyOfReport(id);
  if (!scope) return;
  for (let step = await nextStep(scope); step; step = await nextStep(scope)) await computeStep(step);
}

/**
 * Computes the overview of a report, or one of its sections. A failure is stored. Repeating changes nothing. It
 * uses the newest data, which may be newer than the request: a section of older data that are no longer in memory
 * brings its overview up to date first.
 */
export async function computeStep({ reportId: id, section }: ReportStep): Promise<void> {
  const row = await db.report.findUnique({
    where: { id },
    select: { dataAt: true, dataVersion: true, selection: true },
  });
  const scope = await studyOfReport(id);
  if (!row || !scope || (section === null && row.dataAt)) return;
  const { selection } = row;
  try {
    if (section === null) return await computeOverview(id, scope, selection);
    const loaded = rememberedStudy(scope, row.dataVersion);
    if (!loaded) return await computeOverview(id, scope, selection, section);
    await computeSections(id, loaded, basisOn(loaded, selection), [section]);
  } catch (error) {
    const reference = reportUnexpected(error, "TASK", "report-compute");
    await storeFailure(
      id,
      section,
      `The numbers could not be computed. The error has the number ${reference}.`,
    );
  }
}

/** Computes and stores an overview from the newest data, and then a section that needs it. */
async function computeOverview(
  id: string,
  scope: StudyScope,
  selection: string,
  section: SectionName | null = null,
): Promise<void> {
  const { loaded, known } = await load(id, scope, selection);
  const basis = basisOn(loaded, selection, known);
  const overview = { ...(await overviewOf(basis)), choices: choicesIn(loaded.study) };
  await storeOverview(id, selection, scope, loaded, overview);
  // A large study is not kept, so that everything is computed while it is there.
  if (isLarge(loaded)) await requestSections(id, SectionName.options);
  const due = isLarge(loaded) ? SectionName.options : section === null ? [] : [section];
  await computeSections(id, loaded, basis, due);
}

/** The newest data of a study; of one that is read for a whole report with agreement by item, which is stored first. */
async function load(
  id: string,
  scope: StudyScope,
  selection: string,
): Promise<{ loaded: LoadedStudy; known: ReliabilityRow[] | undefined }> {
  const remembered = rememberedStudy(scope, await versionOf(scope));
  if (remembered) return { loaded: remembered, known: undefined };
  forgetStudy();
  let known: ReliabilityRow[] | undefined;
  const options = optionsOf(selection);
  const loaded =
    selection === WHOLE
      ? await loadStudy(scope, async ({ table, frame, summary }) => {
          const { items } = frame;
          known = await reliabilityOf(table, items, await scopesOfTable(table, frame), options);
          const names = known.map(({ scope: name }) => ({ name }));
          await storeBeginning(id, {
            study: summary,
            made: reportSettings(options, null),
            reliability: known,
            items: itemNamesIn(frame, names),
          });
        })
      : await loadStudy(scope);
  rememberStudy(scope, loaded);
  return { loaded, known };
}

async function computeSections(
  id: string,
  { dataVersion }: LoadedStudy,
  basis: ReportBasis,
  names: readonly SectionName[],
): Promise<void> {
  for (const name of names) {
    await storeSection(id, name, dataVersion, await sectionOf(basis, name));
    if (name === PLANNED_FROM) await storePilots(id, dataVersion, pilotsOf(basis));
  }
}

function basisOn(loaded: LoadedStudy, selection: string, known?: readonly ReliabilityRow[]): ReportBasis {
  return basisOf(loaded, selection, () => {
    const study = selection === WHOLE ? loaded.study : selected(loaded.study, partOf(selection));
    const options = optionsOf(selection);
    return new ReportBasis(study, options, DISPLAY_BOUNDS, measuringOf(study, options, known));
  });
}

/** Agreement by scope that is known, or else measured: the ratings are grouped for all scopes that are asked for at once. */
function measuringOf(
  study: StudyData,
  options: ReportOptions,
  known: readonly ReliabilityRow[] = [],
): MeasureScopes {
  const measured = new Set(known.map(({ scope }) => scope));
  return async (scopes) => {
    const asked = new Set(scopes.map(({ name }) => name));
    const rows = known.filter(({ scope }) => asked.has(scope));
    const unknown = scopes.filter(({ name }) => !measured.has(name));
    if (unknown.length === 0) return rows;
    const table = await ratingsOfStudy(study);
    try {
      return [...rows, ...(await reliabilityOf(table, study.items, unknown, options))];
    } finally {
      await table.close();
    }
  };
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
  fate: Exclude<Fate, "done">,
  section: SectionName | null = null,
): Promise<void> {
  log("error", "report-failed", { kind: fate });
  return storeFailure(id, section, FATES[fate]);
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
