import type { DraftRecord, StudyRecord } from "@/lib/dataset/schema";
import { ItemAblation } from "@/lib/drafting/schema/verdicts";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { itemKey } from "@/lib/report/rules/item-key";

/** The ids of the kept items of each task. */
type KeptItems = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The records about these items alone: their rubrics without other items, the tasks of those rubrics with their
 * responses, what was said about the items or about a response as a whole, and ablations of these items only.
 */
export function recordsAboutItems(records: readonly StudyRecord[], keys: ReadonlySet<string>): StudyRecord[] {
  const rubrics = new Map<string, ReadonlySet<string>>();
  const byTask = new Map<string, Set<string>>();
  for (const record of records) {
    if (record.type !== "rubric" || record.task === null) continue;
    const ids = record.items.flatMap(({ id }) => (keys.has(itemKey(record.id, id)) ? [id] : []));
    if (ids.length === 0) continue;
    rubrics.set(record.id, new Set(ids));
    byTask.set(record.task, new Set([...(byTask.get(record.task) ?? []), ...ids]));
  }
  return records.flatMap((record) => partOf(record, rubrics, byTask) ?? []);
}

/** The part of a record that is about kept items; null without any. */
function partOf(record: StudyRecord, rubrics: KeptItems, byTask: KeptItems): StudyRecord | null {
  switch (record.type) {
    case "study":
      return record;
    case "task":
      return byTask.has(record.id) ? record : null;
    case "response":
      return byTask.has(record.task) ? record : null;
    case "rubric": {
      const items = record.items.filter(({ id }) => rubrics.get(record.id)?.has(id));
      return items.length > 0 ? { ...record, items } : null;
    }
    case "decision":
      return rubrics.get(record.rubric)?.has(record.item) ? record : null;
    case "draft":
      return isAbout(record, byTask) ? withAblationsOf(record, rubrics, byTask) : null;
    case "judgement":
    case "labels":
      return isAbout(record, byTask) ? record : null;
  }
}

/** True of what is about a kept item, or about a response, pair or task with kept items as a whole. */
function isAbout({ task, item }: { task: string; item?: string | undefined }, byTask: KeptItems): boolean {
  const kept = byTask.get(task);
  if (!kept) return false;
  return item === undefined || item === OVERALL || item === PREFERENCE || kept.has(item);
}

const Ablations = ItemAblation.array();

/** The draft with its verdicts without one of the kept items each. */
function withAblationsOf(draft: DraftRecord, rubrics: KeptItems, byTask: KeptItems): DraftRecord {
  const { data } = Ablations.safeParse(draft.metadata?.ablations);
  if (!data) return draft;
  const judgedBy = draft.metadata?.rubric;
  const kept = typeof judgedBy === "string" ? rubrics.get(judgedBy) : byTask.get(draft.task);
  const ablations = data.filter(({ item }) => kept?.has(item));
  return { ...draft, metadata: { ...draft.metadata, ablations } };
}
