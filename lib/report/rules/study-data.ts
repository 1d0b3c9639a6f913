import { ItemIndex, scaleOfAddition } from "@/lib/dataset/rules/items";
import { isNotReported } from "@/lib/dataset/rules/reported-records";
import {
  inclusionProbabilityIn,
  sampledPairsIn,
  samplingStratumIn,
} from "@/lib/dataset/rules/sampling-metadata";
import { detached, Strings } from "@/lib/dataset/rules/string-pool";
import { RecordReason, type StudyRecord, type TaskRecord } from "@/lib/dataset/schema";
import { isLeftToRules } from "@/lib/drafting/rules/provenance-labels";
import type { Action, Scale } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { itemKey } from "@/lib/report/rules/item-key";
import type {
  Inclusion,
  ReportDraft,
  ReportItem,
  ReportJudgement,
  ReportTask,
  StudyData,
} from "@/lib/report/schema/study";

/** The code of a reason given as free text only. */
const OTHER = "other";

/** The text that a person wrote; null if the drafted text was left unchanged, or was not stored. */
function written(action: Action, text: string | undefined): string | null {
  return action === "revise" || action === "add" ? text || null : null;
}

/** The number of words between spaces. */
function wordsIn(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** The number of characters, as PostgreSQL counts them. */
function charactersIn(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/**
 * Collects from the records of a study file, in any order, everything a report needs. Texts are dropped,
 * except those of items. The records must be consistent, as StudyChecker ensures.
 */
export class StudyDataReader {
  private readonly strings = new Strings();
  private readonly drafts: ReportDraft[] = [];
  private readonly judgements: ReportJudgement[] = [];
  private readonly study: StudyData = {
    name: "",
    tasks: [],
    responses: [],
    items: [],
    drafts: [],
    judgements: [],
    decisions: [],
  };
  private readonly rubrics = new Map<string, { task: string | null; scale: Scale }>();
  private readonly lengths = new Map<string, number>();
  private readonly index = new ItemIndex<ReportItem>();
  private readonly additions: { rubric: string; id: string; scale: Scale | undefined }[] = [];

  /** With the items of the study, if its rubrics are not among the records. */
  constructor(known: readonly ReportItem[] = []) {
    for (const item of known) this.indexItem(item);
  }

  add(record: StudyRecord): void {
    const { strings, study } = this;
    if (isNotReported(record)) {
      study.setAside = (study.setAside ?? 0) + 1;
      return;
    }
    switch (record.type) {
      case "study":
        study.name = record.name;
        return;
      case "task":
        study.tasks.push({
          id: strings.own(record.id),
          tags: (record.tags ?? []).map((tag) => strings.own(tag)),
          instruction: record.instruction,
          ...neighbourIn(record.metadata),
          ...this.sampledPairs(record.metadata),
        });
        return;
      case "response":
        study.responses.push({
          id: strings.own(record.id),
          task: strings.own(record.task),
          model: strings.maybe(record.model) ?? null,
          ...this.inclusion(inclusionProbabilityIn(record.metadata), samplingStratumIn(record.metadata)),
        });
        // Where texts are left out, the caller has to know the lengths.
        if (record.text !== "") this.lengths.set(strings.own(record.id), charactersIn(record.text));
        return;
      case "rubric": {
        const rubric = strings.own(record.id);
        const task = record.task === null ? null : strings.own(record.task);
        this.rubrics.set(rubric, { task, scale: scaleOfAddition(record.items) });
        for (const { id, name, text, category, scale, weight } of record.items) {
          study.items.push({
            key: this.key(rubric, id),
            id: strings.own(id),
            rubric,
            task,
            name: strings.maybe(name) ?? null,
            text: strings.own(text),
            category: strings.maybe(category) ?? null,
            ...(weight !== undefined && { weight }),
            scale,
            model: strings.maybe(record.model) ?? null,
            method: strings.maybe(record.method) ?? null,
          });
        }
        return;
      }
      case "draft":
        this.drafts.push({
          id: detached(record.id),
          ...this.about(record),
          rater: strings.own(record.rater),
          raterKind: record.raterKind,
          method: strings.maybe(record.method) ?? null,
          condition: strings.maybe(record.condition) ?? null,
          order: record.order ?? null,
          value: record.value,
          scoreLine: record.scoreLine ?? null,
          words: (record.lines ?? []).reduce((sum, line) => sum + wordsIn(line), 0),
          ...(record.confidence !== undefined && { confidence: record.confidence }),
          ...(isLeftToRules(record.metadata) && { leftToRules: true }),
        });
        return;
      case "judgement":
        this.judgements.push({
          id: detached(record.id),
          ...this.about(record),
          rater: strings.own(record.rater),
          raterKind: record.raterKind,
          arm: strings.maybe(record.arm) ?? null,
          exposure: record.exposure ?? null,
          draft: strings.maybe(record.draft) ?? null,
          initial: record.initial,
          value: record.value,
          lines: (record.lines ?? []).map(({ draft, action, reason, text, bulk, metadata }) => ({
            draft: draft ?? null,
            action,
            reason: this.code(reason),
            text: written(action, text),
            ...(bulk && { bulk }),
            ...(metadata?.initial === true && { initial: true }),
          })),
          ...(record.bulk && { bulk: record.bulk }),
          ...(record.pair?.includes(String(record.metadata?.left)) && {
            left: strings.own(String(record.metadata?.left)),
          }),
          ...why(record.metadata?.reason),
          activeMs: record.activeMs ?? null,
          startedAt: record.startedAt ?? null,
          submittedAt: record.submittedAt ?? null,
        });
        return;
      case "decision":
        study.decisions.push({
          id: strings.own(record.id),
          item: this.key(record.rubric, record.item),
          task: strings.own(record.rubric),
          rater: strings.own(record.rater),
          raterKind: record.raterKind,
          arm: strings.maybe(record.arm) ?? null,
          exposure: record.exposure ?? null,
          action: record.action,
          reason: this.code(record.reason),
          text: written(record.action, record.text),
          ...(record.bulk && { bulk: record.bulk }),
          at: strings.maybe(record.at) ?? null,
        });
        if (record.action === "add") {
          this.additions.push({
            rubric: strings.own(record.rubric),
            id: strings.own(record.item),
            scale: record.scale,
          });
        }
    }
  }

  /** The study, with all references to items resolved. Call once, after the last record. */
  finish(): StudyData {
    const { study } = this;
    if (this.lengths.size > 0) study.responseLengths = this.lengths;
    const listed = new Set(study.items.map(({ key }) => key));
    for (const { rubric, id, scale } of this.additions) {
      const known = this.rubrics.get(rubric);
      const key = this.key(rubric, id);
      if (!known || listed.has(key)) continue;
      const drafted = { name: null, text: "", category: null, model: null, method: null };
      const item = { key, id, rubric, task: known.task, ...drafted };
      study.items.push({ ...item, scale: scale ?? known.scale });
    }
    for (const item of study.items) this.indexItem(item);
    const keyOf = (task: string, item: string) => {
      const found = item === OVERALL || item === PREFERENCE ? null : this.index.find(task, item);
      return found && "detail" in found ? found.detail.key : item;
    };
    for (const given of [...this.drafts, ...this.judgements]) given.item = keyOf(given.task, given.item);
    study.drafts = this.drafts;
    study.judgements = this.judgements;
    for (const decision of study.decisions)
      decision.task = this.rubrics.get(decision.task ?? "")?.task ?? null;
    return study;
  }

  private indexItem(item: ReportItem): void {
    this.index.add(item.task, { rubric: item.rubric, id: item.id, detail: item });
  }

  private about(record: { task: string; item: string; response?: string; pair?: [string, string] }) {
    const { strings } = this;
    return {
      task: strings.own(record.task),
      item: strings.own(record.item),
      response: strings.maybe(record.response) ?? null,
      pair: record.pair ? ([strings.own(record.pair[0]), strings.own(record.pair[1])] as const) : null,
    };
  }

  private inclusion(probability: number | null, stratum: string | null): Inclusion {
    return {
      ...(probability !== null && { probability }),
      ...(stratum !== null && { stratum: this.strings.own(stratum) }),
    };
  }

  private sampledPairs(metadata: TaskRecord["metadata"]): Pick<ReportTask, "sampledPairs"> {
    const drawn = sampledPairsIn(metadata).map(({ pair: [one, other], probability, stratum }) => ({
      pair: [this.strings.own(one), this.strings.own(other)] as const,
      ...this.inclusion(probability, stratum),
    }));
    return drawn.length === 0 ? {} : { sampledPairs: drawn };
  }

  private code(reason: RecordReason | undefined): string | null {
    const code = reason === undefined ? null : codeOf(reason);
    return code === null ? null : this.strings.own(code);
  }

  private key(rubric: string, id: string): string {
    return this.strings.own(itemKey(rubric, id));
  }
}

function codeOf(reason: RecordReason): string {
  return typeof reason === "string" ? OTHER : reason.code;
}

/** The code of the reason in the metadata of a judgement; null where there is no valid one. */
export function reasonCode(reason: unknown): string | null {
  const known = RecordReason.safeParse(reason);
  return known.success ? codeOf(known.data) : null;
}

function why(reason: unknown): Pick<ReportJudgement, "reason"> {
  const code = reasonCode(reason);
  return code === null ? {} : { reason: code };
}

/** The instruction that a task's second output was written for, as curation notes it. */
function neighbourIn(metadata: TaskRecord["metadata"]): Pick<Partial<ReportTask>, "neighbour"> {
  const { instruction, similarity } = (metadata?.neighbour ?? {}) as Record<string, unknown>;
  if (typeof instruction !== "string" || typeof similarity !== "number") return {};
  return { neighbour: { instruction, similarity } };
}
