import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { recordsByTask } from "@/lib/dataset/data/records";
import type { AboutTasks, StudyScope } from "@/lib/dataset/data/study-scope";
import { isQualityControl } from "@/lib/dataset/rules/reported-records";
import type { ResponseRecord, TaskRecord } from "@/lib/dataset/schema";
import {
  argillaRecord,
  labelStudioTask,
  type ToolRecord,
  type ToolValue,
} from "@/lib/export/rules/annotation-tools";
import { preferenceRow } from "@/lib/export/rules/preference-set";
import { listRaters } from "@/lib/judgement/data/records";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { itemLabels } from "@/lib/report/rules/scopes";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { ReportItem, StudyData } from "@/lib/report/schema/study";

/** Some tasks with their contents and values, and the names of their items. */
interface Group {
  records: AboutTasks[];
  values: Pick<StudyData, "drafts" | "judgements">;
  labelOf: (item: string) => string;
}

async function* groupsOf(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<Group> {
  let items: readonly ReportItem[] | undefined;
  let labels: ReadonlyMap<string, string> = new Map();
  for await (const records of recordsByTask(snapshot, scope, { contents: true })) {
    const reader = new StudyDataReader(items);
    for (const record of records) reader.add(record);
    const read = reader.finish();
    if (items) {
      yield { records: records as AboutTasks[], values: read, labelOf: (item) => labels.get(item) ?? item };
    } else {
      items = read.items;
      labels = itemLabels(items);
    }
  }
}

/** Each response with its task, drafts and judgements. */
async function* toolRecords(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<ToolRecord> {
  for await (const { records, values, labelOf } of groupsOf(snapshot, scope)) {
    const tasks = new Map(records.flatMap((record) => (record.type === "task" ? [[record.id, record]] : [])));
    const about = new Map<string, Pick<ToolRecord, "drafts" | "judgements">>();
    const of = (response: string) => {
      const known = about.get(response) ?? { drafts: [], judgements: [] };
      about.set(response, known);
      return known;
    };
    for (const draft of values.drafts) {
      const { id, item, value, rater, method, response } = draft;
      if (value === null || response === null || draft.raterKind === "adjudicator") continue;
      const times = { draft: null, activeMs: null, submittedAt: null };
      of(response).drafts.push({ id, question: labelOf(item), value, rater, method, ...times });
    }
    for (const judgement of values.judgements) {
      const { id, item, value, rater, draft, activeMs, submittedAt, response } = judgement;
      if (value === null || response === null || judgement.raterKind !== "human") continue;
      const given: ToolValue = {
        id,
        question: labelOf(item),
        value,
        rater,
        method: null,
        draft,
        activeMs,
        submittedAt,
      };
      of(response).judgements.push(given);
    }
    for (const record of records) {
      const task = record.type === "response" ? tasks.get(record.task) : undefined;
      if (record.type === "response" && task) yield { task, response: record, ...of(record.id) };
    }
  }
}

/** A study in Label Studio's import format: a list with one task per response. */
export async function* labelStudio(snapshot: Snapshot, scope: StudyScope, made: { rows: number }) {
  const people = await listRaters(snapshot, scope, "human");
  const numbers = new Map(people.map((code, n) => [code, n + 1]));
  yield "[";
  for await (const record of toolRecords(snapshot, scope)) {
    yield `${made.rows++ === 0 ? "" : ","}\n${JSON.stringify(labelStudioTask(record, numbers))}`;
  }
  yield "\n]\n";
}

/** A study as records of Argilla, one per response. */
export async function* argilla(snapshot: Snapshot, scope: StudyScope, made: { rows: number }) {
  for await (const record of toolRecords(snapshot, scope)) {
    made.rows++;
    yield `${JSON.stringify(argillaRecord(record))}\n`;
  }
}

/**
 * The preferences of a study as a preference dataset: a row for each decided pair. Judgements excluded from
 * statistics are ignored, and of a batch the gold that it is compared with: its set is what people gave in it.
 */
export async function* preferences(snapshot: Snapshot, scope: StudyScope, made: { rows: number }) {
  for await (const { records } of groupsOf(snapshot, scope)) {
    const tasks = new Map<string, TaskRecord>();
    const responses = new Map<string, ResponseRecord>();
    const pairs = new Map<string, Parameters<typeof preferenceRow>[0]["judgements"][number][]>();
    for (const record of records) {
      if (record.type === "task") tasks.set(record.id, record);
      if (record.type === "response") responses.set(record.id, record);
      if (record.type !== "judgement" || record.item !== PREFERENCE || !record.pair) continue;
      if (isQualityControl(record) || (scope.batchId !== null && record.raterKind === "gold")) continue;
      const key = JSON.stringify([...record.pair].sort());
      const same = pairs.get(key);
      if (same) same.push(record);
      else pairs.set(key, [record]);
    }
    const perTask = new Map<string, number>();
    for (const [key, judgements] of pairs) {
      const [a, b] = (JSON.parse(key) as string[]).map((id) => responses.get(id));
      const task = a && tasks.get(a.task);
      if (!a || !b || !task) continue;
      const before = perTask.get(task.id) ?? 0;
      perTask.set(task.id, before + 1);
      const id = before === 0 ? task.id : `${task.id}/${before + 1}`;
      const row = preferenceRow({ id, task, pair: [a, b], judgements });
      if (!row) continue;
      made.rows++;
      yield `${JSON.stringify(row)}\n`;
    }
  }
}
