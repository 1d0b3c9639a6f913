import { scaleOfAddition } from "@/lib/dataset/rules/items";
import { isNotReported } from "@/lib/dataset/rules/reported-records";
import { unitName } from "@/lib/dataset/rules/unit-names";
import type { RecordReason, StudyRecord } from "@/lib/dataset/schema";
import type { Engine } from "@/lib/duckdb/engine";
import type { Cell } from "@/lib/duckdb/schema";
import { TableWriter } from "@/lib/duckdb/table-writer";
import type { Scale, Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { itemKey } from "@/lib/report/rules/item-key";
import { STUDY_TABLES, type StudyTable } from "./tables";

type Row = Readonly<Record<string, Cell>>;

/**
 * Fills the tables of a study from the records of its file, which come in any order; StudyChecker has checked
 * that they are consistent. `finish` is called once, after the last record.
 */
export class StudyTables {
  private readonly rubrics = new Map<string, { task: string | null; kind: string; scale: Scale }>();
  private readonly additions: {
    rubric: string;
    item: string;
    text?: string;
    scale?: Scale;
    rater: string;
  }[] = [];
  private readonly listed = new Set<string>();
  private readonly decided: Row[] = [];

  private constructor(
    private readonly engine: Engine,
    private readonly writers: Readonly<Record<StudyTable, TableWriter>>,
  ) {}

  static async create(engine: Engine): Promise<StudyTables> {
    const writers: Partial<Record<StudyTable, TableWriter>> = {};
    for (const [name, { columns }] of Object.entries(STUDY_TABLES))
      writers[name as StudyTable] = await TableWriter.create(engine, name, columns);
    return new StudyTables(engine, writers as Record<StudyTable, TableWriter>);
  }

  add(record: StudyRecord): void {
    const { writers } = this;
    switch (record.type) {
      case "study":
        break;
      case "task": {
        const { id, instruction, input, reference, tags } = record;
        writers.tasks.add({ task_id: id, instruction, input, reference, tags, ...metadataOf(record) });
        break;
      }
      case "response": {
        const { id, task, model, text } = record;
        writers.responses.add({ response_id: id, task_id: task, model, text, ...metadataOf(record) });
        break;
      }
      case "rubric":
        this.addRubric(record);
        break;
      case "draft":
        writers.drafts.add({
          draft_id: record.id,
          ...aboutOf(record),
          rater: record.rater,
          rater_kind: record.raterKind,
          method: record.method,
          condition: record.condition,
          order: record.order,
          sample: record.sample,
          confidence: record.confidence,
          value: record.value,
          number: numberOf(record.value),
          lines: record.lines,
          score_line: record.scoreLine,
          ...metadataOf(record),
        });
        break;
      case "judgement":
        this.addJudgement(record);
        break;
      case "decision":
        this.addDecision(record);
        break;
      case "labels":
        writers.labels.add({
          labels_id: record.id,
          task_id: record.task,
          item_id: record.item,
          question: record.question,
          labels: record.labels,
          rater: record.rater,
          rater_kind: record.raterKind,
        });
        break;
    }
  }

  private addRubric(record: Extract<StudyRecord, { type: "rubric" }>): void {
    const { id: rubric, task, kind, origin, method, model, items } = record;
    this.rubrics.set(rubric, { task, kind, scale: scaleOfAddition(items) });
    for (const { id, name, text, category, weight, scale } of items) {
      this.listed.add(itemKey(rubric, id));
      this.writers.items.add({
        rubric_id: rubric,
        item_id: id,
        task_id: task,
        rubric_kind: kind,
        name,
        text,
        category,
        weight,
        ...scaleOf(scale),
        origin,
        method,
        model,
      });
    }
  }

  private addJudgement(record: Extract<StudyRecord, { type: "judgement" }>): void {
    const { id, task, item, initial, value } = record;
    const [first = null, second = null] = record.pair ?? [record.response];
    this.writers.judgements.add({
      judgement_id: id,
      unit: unitName({ task, item, response: first, responseB: second, decision: false }),
      ...aboutOf(record),
      rater: record.rater,
      rater_kind: record.raterKind,
      arm: record.arm,
      exposure: record.exposure,
      draft_id: record.draft,
      initial_value: initial,
      initial_number: numberOf(initial),
      revealed: initial !== undefined,
      value,
      number: numberOf(value),
      is_bulk: record.bulk === true,
      active_ms: record.activeMs,
      started_at: record.startedAt,
      submitted_at: record.submittedAt,
      set_aside: isNotReported(record),
      ...metadataOf(record),
    });
    for (const [position, line] of (record.lines ?? []).entries())
      this.writers.lines.add({
        judgement_id: id,
        position,
        draft_line: line.draft,
        drafted: line.draftText,
        action: line.action,
        text: line.text,
        ...reasonOf(line.reason),
        is_bulk: line.bulk === true,
        is_initial: line.metadata?.initial === true,
      });
  }

  private addDecision(record: Extract<StudyRecord, { type: "decision" }>): void {
    const { id, rubric, item, rater, action, text, scale } = record;
    this.decided.push({
      decision_id: id,
      rubric_id: rubric,
      item_id: item,
      rater,
      rater_kind: record.raterKind,
      arm: record.arm,
      exposure: record.exposure,
      action,
      text,
      ...reasonOf(record.reason),
      is_bulk: record.bulk === true,
      at: record.at,
      set_aside: isNotReported(record),
    });
    if (action === "add")
      this.additions.push({ rubric, item, rater, ...(text && { text }), ...(scale && { scale }) });
  }

  /** Writes what requires that every rubric is known: the rubric of each item. */
  async finish(): Promise<void> {
    const { rubrics, writers, listed } = this;
    for (const row of this.decided)
      writers.decisions.add({ ...row, task_id: rubrics.get(String(row.rubric_id))?.task });
    for (const { rubric, item, text, scale, rater } of this.additions) {
      const known = rubrics.get(rubric);
      const key = itemKey(rubric, item);
      if (!known || listed.has(key)) continue;
      listed.add(key);
      writers.items.add({
        rubric_id: rubric,
        item_id: item,
        task_id: known.task,
        rubric_kind: known.kind,
        text,
        ...scaleOf(scale ?? known.scale),
        origin: "human",
        added_by: rater,
      });
    }
    for (const writer of Object.values(writers)) writer.close();
    // The rubrics of a task come before those for every task.
    for (const table of ["drafts", "judgements"])
      for (const belongs of ["i.task_id IS NULL", `i.task_id = ${table}.task_id`])
        await this.engine.connection.run(
          `UPDATE ${table} SET rubric_id = i.rubric_id FROM items AS i
           WHERE i.item_id = ${table}.item_id AND ${belongs} AND ${table}.item_id NOT IN ('${OVERALL}', '${PREFERENCE}')`,
        );
  }
}

interface About {
  task: string;
  item: string;
  response?: string | undefined;
  pair?: [string, string] | undefined;
}

function aboutOf({ task, item, response, pair }: About): Row {
  const [first, second] = pair ?? [response];
  return { task_id: task, response_id: first, response_b_id: second, item_id: item };
}

function numberOf(value: Value | null | undefined): number | null {
  return typeof value === "number" ? value : null;
}

function scaleOf(scale: Scale): Row {
  return scale.type === "points"
    ? { scale: scale.type, lowest: scale.min, highest: scale.max }
    : { scale: scale.type };
}

function reasonOf(reason: RecordReason | undefined): Row {
  if (reason === undefined) return {};
  return typeof reason === "string"
    ? { reason_note: reason }
    : { reason_code: reason.code, reason_note: reason.note };
}

function metadataOf({ metadata }: { metadata?: unknown }): Row {
  return metadata === undefined ? {} : { metadata: JSON.stringify(metadata) };
}
