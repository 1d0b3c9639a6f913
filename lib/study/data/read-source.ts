import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { exportRecord } from "@/lib/dataset/rules/records";
import type { DecisionRecord, JudgementRecord, StudyRecord } from "@/lib/dataset/schema";
import type { RaterKind, Value } from "@/lib/judgement/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { storedReport } from "@/lib/report/data/find-report";
import { loadReportContext } from "@/lib/report/data/load-study";
import { DISPLAY_BOUNDS } from "@/lib/report/rules/bounds";
import { itemNames } from "@/lib/report/rules/item-names";
import { DEFAULT_OPTIONS } from "@/lib/report/rules/report";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { ItemName, Report } from "@/lib/report/schema";
import type { StudyData } from "@/lib/report/schema/study";
import { answerLines, draftingLines, type FrozenAnswerRow, frozenDesign } from "@/lib/study/data/records";
import type { PartWriter } from "@/lib/study/data/store";
import { type CardLookup, type PublicLabel, publicLabel } from "@/lib/study/rules/card-contents";
import { canonicalLine, sha256 } from "@/lib/study/rules/hash";
import type { ManifestBatch } from "@/lib/study/schema";

/** Facts about a batch or an imported study found while its records are written. */
export interface ReadSource {
  about: Omit<ManifestBatch, "report" | "data">;
  scope: StudyScope;
  /** Null when there is a report on the same data already. */
  study: StudyData | null;
  known: { report: Report; items: ItemName[] } | null;
  /** Rubrics of single tasks: their items are texts of the tasks. */
  taskRubrics: ReadonlySet<string>;
}

export function sourceOf({ batchId, datasetId }: StudyScope): string {
  return batchId ?? datasetId;
}

export async function computed(study: StudyData | null) {
  if (!study) throw new Error("There is neither a report nor what one is made from.");
  const report = await reportOf(study, DEFAULT_OPTIONS, DISPLAY_BOUNDS);
  return { report, items: itemNames(study, report) };
}

/**
 * The people of a project by pseudonym: annotators, and former ones as adjudicators. For an imported study
 * its own raters, who have no account.
 */
async function ratersOf(
  snapshot: Snapshot,
  { projectId, datasetId, batchId }: StudyScope,
): Promise<ReadonlyMap<string, string>> {
  const rows = await snapshot.rows<{ code: string; id: string }>(
    `SELECT DISTINCT ON ("code") "code", "id" FROM "Rater"
     WHERE "projectId" = $1 AND "datasetId" IS NOT DISTINCT FROM $2 AND "kind" IN ('human', 'adjudicator')
     ORDER BY "code", "kind", "id"`,
    [projectId, batchId === null ? datasetId : null],
  );
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** Writes the design of a batch or an imported study, and its records. Null when it is gone. */
export async function readSource(
  snapshot: Snapshot,
  scope: StudyScope,
  writer: PartWriter,
  count: () => void,
): Promise<ReadSource | null> {
  const design = await frozenDesign(snapshot, scope);
  if (!design) return null;
  const { batchId } = scope;
  const sourceId = sourceOf(scope);
  const raters = await ratersOf(snapshot, scope);
  const [row] = await snapshot.rows<{ dataVersion: number }>(
    `SELECT "dataVersion" FROM "${batchId ? "Batch" : "Dataset"}" WHERE "id" = $1`,
    [sourceId],
  );
  const dataVersion = row?.dataVersion ?? 0;
  const known = await storedReport(scope, dataVersion);
  const reader = new StudyDataReader();
  const beside = known ? {} : await loadReportContext(snapshot, scope);
  const nobodys = { sourceId, raterId: null };
  await writer.add({ ...nobodys, kind: "design" }, design.line);

  const what = new Lookup();
  const people = new Set<string>();
  const arms = new Set<string>();
  const counts = { tasks: 0, responses: 0, drafts: 0, judgements: 0, decisions: 0, labellings: 0 };
  for await (const record of studyRecords(snapshot, scope)) {
    if (!known) reader.add(record);
    what.note(record);
    // Gold that a batch is compared with is the dataset's: it is frozen too, but was not given in the batch.
    const isGiven = batchId === null || record.type !== "judgement" || record.raterKind !== "gold";
    if (record.type in COUNTED && isGiven) counts[COUNTED[record.type as keyof typeof COUNTED]]++;
    if (isPersons(record)) {
      const whose = { sourceId, raterId: raters.get(record.rater) ?? null };
      if (record.raterKind === "human") people.add(record.rater);
      if (record.arm !== undefined) arms.add(record.arm);
      await writer.add({ ...whose, kind: "labels" }, exportRecord(record));
      await writer.add({ ...whose, kind: "public_labels" }, canonicalLine(publicLabel(record, what)));
    } else await writer.add({ ...nobodys, kind: "material" }, exportRecord(record));
    if (record.type !== "rubric" && record.type !== "draft" && record.type !== "study") count();
  }
  for await (const line of draftingLines(snapshot, scope))
    await writer.add({ ...nobodys, kind: "drafting" }, line);
  const answers = batchId === null ? [] : answerLines(snapshot, batchId);
  for await (const { type, rater, row, line } of answers) {
    const whose = { sourceId, raterId: raters.get(rater) ?? null };
    people.add(rater);
    await writer.add({ ...whose, kind: "answers" }, line);
    if (type !== "labelling") continue;
    counts.labellings++;
    count();
    await writer.add({ ...whose, kind: "public_labels" }, canonicalLine(publicLabelling(row)));
  }
  const newest = design.guidelines.at(-1);
  const versions = new Map<number, number>();
  for (const { version } of design.rubrics) versions.set(version, (versions.get(version) ?? 0) + 1);
  return {
    about: {
      batch: 0,
      id: sourceId,
      ...(batchId === null && { imported: true as const }),
      name: design.name,
      dataset: design.dataset,
      dataVersion,
      guidelines: newest ? { version: newest.version, sha256: sha256(newest.text) } : null,
      arms: design.arms ?? [...arms].sort(),
      seed: design.seed,
      rubrics: [...versions].sort(([a], [b]) => a - b).map(([version, rubrics]) => ({ version, rubrics })),
      counts: { ...counts, people: people.size },
    },
    scope,
    study: known ? null : { ...reader.finish(), ...beside },
    known,
    taskRubrics: what.itemsOfTasks(),
  };
}

const COUNTED = {
  task: "tasks",
  response: "responses",
  draft: "drafts",
  judgement: "judgements",
  decision: "decisions",
} as const;

/** True for judgements, decisions and rulings of people, not of models, rules or gold. */
function isPersons(record: StudyRecord): record is JudgementRecord | DecisionRecord {
  return (record.type === "judgement" || record.type === "decision") && isPerson(record);
}

function isPerson({ raterKind }: { raterKind: RaterKind }): boolean {
  return raterKind === "human" || raterKind === "adjudicator";
}

/** True if a rater's name may be published. Gold is excluded: it may have its author's name. */
function isProgram({ raterKind }: { raterKind: RaterKind }): boolean {
  return raterKind === "llm" || raterKind === "rules";
}

/** Looks up the drafts and responses of labels on a card; in a study file they precede the labels. */
class Lookup implements CardLookup {
  private readonly drafts = new Map<string, { rater: string | null; value: Value | null }>();
  private readonly models = new Map<string, string>();
  private readonly tasks = new Map<string, string>();
  private readonly items = new Set<string>();

  note(record: StudyRecord): void {
    if (record.type === "draft")
      this.drafts.set(record.id, { rater: isProgram(record) ? record.rater : null, value: record.value });
    if (record.type === "response" && record.model) this.models.set(record.id, record.model);
    if (record.type === "rubric" && record.task !== null) {
      this.tasks.set(record.id, record.task);
      for (const { id } of record.items) this.items.add(id).add(`${record.id}/${id}`);
    }
  }

  draft(key: string) {
    return this.drafts.get(key);
  }

  model(response: string): string | null {
    return this.models.get(response) ?? null;
  }

  task(rubric: string): string | null {
    return this.tasks.get(rubric) ?? null;
  }

  itemsOfTasks(): ReadonlySet<string> {
    return this.items;
  }
}

function publicLabelling(row: FrozenAnswerRow): PublicLabel {
  const words = (labels: string[] | null | undefined) => (labels ? JSON.stringify(labels) : null);
  return {
    kind: "labels",
    task_id: row.task,
    response_id: row.response,
    response_model: null,
    item: JSON.stringify([row.question, row.item ?? null]),
    rater_kind: "human",
    arm: row.arm,
    exposure: row.exposure ?? null,
    draft_by: row.draftBy ?? null,
    draft_value: words(row.drafted),
    initial_value: words(row.initial),
    final_value: words(row.labels),
    set_aside: row.setAside ?? null,
  };
}
