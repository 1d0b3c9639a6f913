import {
  type About,
  type PendingDecision,
  type PendingDraft,
  type PendingJudgement,
  type PendingLabels,
  type PendingRubric,
  type Seen,
  type SeenRubric,
  sides,
} from "@/lib/dataset/rules/pending-records";
import type { StudyRecord } from "@/lib/dataset/schema";
import type { Scale } from "@/lib/judgement/schema";
import { scaleOfAddition } from "./items";
import type { FileProblem } from "./lines";
import { ProblemList, type Problems, type RowPlace } from "./problem-list";
import { References } from "./references";
import { detached, Strings } from "./string-pool";

/** The findings of a StudyChecker. */
export interface CheckResult extends Problems {
  counts: Record<StudyRecord["type"], number>;
}

/**
 * Checks the records of a study against each other: duplicate ids, references to missing records or those of
 * another task, values off their scale, two values of one rater for one unit. Records come in any order and
 * may refer to later ones, so most is known only at `finish`. Stores ids, not texts.
 *
 * Of several references to a missing record the first is a problem and the others are its echoes; if the
 * record exists but could not be read, all are echoes.
 */
export class StudyChecker {
  private readonly found: ProblemList;
  private readonly references: References;
  private readonly counts: CheckResult["counts"] = {
    study: 0,
    task: 0,
    response: 0,
    rubric: 0,
    draft: 0,
    judgement: 0,
    decision: 0,
    labels: 0,
  };
  private readonly strings = new Strings();
  private studyRow: number | null = null;
  private readonly rubrics = new Map<string, SeenRubric>();
  /** Nothing refers to judgements and decisions, so only their row is stored. */
  private readonly judgements = new Map<string, number>();
  private readonly decisions = new Map<string, number>();
  private readonly labels = new Map<string, number>();
  /** The line of each item, by rubric and id. */
  private readonly rubricItems = new Map<string, Map<string, number>>();
  private readonly pendingTasks: { row: number; task: string }[] = [];
  private readonly pendingRubrics: PendingRubric[] = [];
  private readonly pendingDrafts: PendingDraft[] = [];
  private readonly pendingJudgements: PendingJudgement[] = [];
  private readonly pendingDecisions: PendingDecision[] = [];
  private readonly pendingLabels: PendingLabels[] = [];

  /**
   * `cap` is the maximum number of problems stored; all are counted. `at` returns a row's position in the
   * file, for files whose rows are not lines.
   */
  constructor(cap?: number, at?: (row: number) => RowPlace) {
    this.found = new ProblemList(cap, at);
    this.references = new References(this.found);
  }

  /** Adds a problem found elsewhere (an unreadable line), so that one list has them all. */
  report(problem: FileProblem): void {
    this.found.report(problem);
  }

  /**
   * Records that a record is in the file but not in the study: references to it are not problems of their
   * own.
   */
  lose(type: string, id: string): void {
    this.found.lose(type, id);
  }

  add(record: StudyRecord, row: number): void {
    this.counts[record.type]++;
    switch (record.type) {
      case "study":
        if (this.studyRow === null) this.studyRow = row;
        else
          this.found.refuse(
            row,
            "type",
            `the study is already described on ${this.found.line(this.studyRow)}`,
          );
        return;
      case "task":
        this.once(this.references.tasks, "task", record.id, { row });
        return;
      case "response": {
        const task = this.strings.own(record.task);
        this.once(this.references.responses, "response", record.id, { row, task });
        this.pendingTasks.push({ row, task });
        return;
      }
      case "rubric": {
        const task = record.task === null ? null : this.strings.own(record.task);
        if (task !== null) this.pendingTasks.push({ row, task });
        const { response, pair } = record;
        if (task !== null && (response !== undefined || pair !== undefined))
          this.pendingRubrics.push({
            row,
            task,
            response: this.strings.maybe(response),
            pair: pair && [this.strings.own(pair[0]), this.strings.own(pair[1])],
          });
        const seen = { row, task, scale: scaleOfAddition(record.items) };
        if (!this.once(this.rubrics, "rubric", record.id, seen)) return;
        for (const [at, item] of record.items.entries()) {
          this.addItem(
            this.strings.own(record.id),
            task,
            this.strings.own(item.id),
            item.scale,
            row,
            `items[${at}].id`,
          );
        }
        return;
      }
      case "draft": {
        const about = this.about(record);
        this.once(this.references.drafts, "draft", record.id, {
          row,
          ...about,
          lines: record.lines?.length ?? 0,
        });
        this.pendingDrafts.push({ row, ...about, value: record.value });
        return;
      }
      case "judgement": {
        this.unique(this.judgements, "judgement", record.id, row);
        let lastLine = -1;
        let lastLineAt = -1;
        for (const [at, { draft }] of (record.lines ?? []).entries()) {
          if (draft === undefined || draft <= lastLine) continue;
          lastLine = draft;
          lastLineAt = at;
        }
        this.pendingJudgements.push({
          row,
          ...this.about(record),
          rater: this.strings.own(record.rater),
          raterKind: record.raterKind,
          arm: this.strings.maybe(record.arm),
          draft: this.strings.maybe(record.draft),
          value: record.value,
          initial: record.initial ?? null,
          lastLine,
          lastLineAt,
        });
        return;
      }
      case "decision":
        this.unique(this.decisions, "decision", record.id, row);
        this.pendingDecisions.push({
          row,
          rubric: this.strings.own(record.rubric),
          item: this.strings.own(record.item),
          rater: this.strings.own(record.rater),
          arm: this.strings.maybe(record.arm),
          adds: record.action === "add",
          scale: record.scale,
        });
        return;
      case "labels":
        this.unique(this.labels, "set of labels", record.id, row);
        this.pendingLabels.push({
          row,
          task: this.strings.own(record.task),
          item: this.strings.maybe(record.item),
          question: this.strings.own(record.question),
          rater: this.strings.own(record.rater),
        });
    }
  }

  /** All problems of the study by line. Call once, after the last record. */
  finish(): CheckResult {
    if (this.studyRow === null) {
      this.report({
        line: null,
        place: "",
        reason: 'there is no study line: {"type":"study","version":1,"name":"…"}',
      });
    }
    for (const { row, task } of this.pendingTasks) {
      this.references.checkTask(row, task);
    }
    const added = new Map<string, number>();
    for (const decision of this.pendingDecisions) if (decision.adds) this.finishAddition(decision, added);
    const decided = new Map<string, number>();
    for (const decision of this.pendingDecisions) this.finishDecision(decision, decided);
    for (const rubric of this.pendingRubrics) this.references.checkResponses(rubric);
    for (const draft of this.pendingDrafts) this.finishDraft(draft);
    const judged = new Map<string, number>();
    for (const judgement of this.pendingJudgements) this.finishJudgement(judgement, judged);
    const labelled = new Map<string, number>();
    for (const labels of this.pendingLabels) this.finishLabels(labels, labelled);
    return { ...this.found.result(), counts: this.counts };
  }

  private finishAddition({ row, rubric, item, scale }: PendingDecision, added: Map<string, number>): void {
    const known = this.rubrics.get(rubric);
    if (!known) return;
    const earlier = remember(added, JSON.stringify([rubric, item]), row);
    if (earlier !== null) {
      this.found.refuse(
        row,
        "item",
        `an item with the id "${item}" was already added on ${this.found.line(earlier)}`,
      );
      return;
    }
    // An export may list an added item in its rubric as well; the decision then only says who added it.
    if (this.rubricItems.get(rubric)?.has(item)) return;
    this.addItem(rubric, known.task, item, scale ?? known.scale, row, "item");
  }

  private finishDecision(decision: PendingDecision, decided: Map<string, number>): void {
    const { row, rubric, item, rater, arm } = decision;
    if (!this.rubrics.has(rubric)) {
      this.found.lack(row, "rubric", "rubric", rubric, `no rubric has the id "${rubric}"`);
      return;
    }
    if (!this.rubricItems.get(rubric)?.has(item)) {
      this.found.refuse(row, "item", `the rubric "${rubric}" has no item "${item}"`);
    }
    const earlier = remember(decided, JSON.stringify([rubric, item, rater, arm ?? null]), row);
    if (earlier !== null) {
      this.found.refuse(
        row,
        "item",
        `"${rater}" already decided on this item on ${this.found.line(earlier)}`,
      );
    }
  }

  private finishDraft(draft: PendingDraft): void {
    this.references.checkTarget(draft);
    this.references.checkValue(draft, "value", draft.value);
  }

  private finishJudgement(judgement: PendingJudgement, judged: Map<string, number>): void {
    const { row } = judgement;
    this.references.checkTarget(judgement);
    this.references.checkValue(judgement, "value", judgement.value);
    this.references.checkValue(judgement, "initial", judgement.initial, false);
    this.references.checkDraft(judgement);
    const { task, item, response, rater, raterKind, arm } = judgement;
    const subject = response ?? sides(judgement.pair);
    const unit = JSON.stringify([task, subject, item, raterKind, rater, arm ?? null]);
    const earlier = remember(judged, unit, row);
    if (earlier !== null) {
      this.found.refuse(
        row,
        "rater",
        `"${rater}" already has a value for this on ${this.found.line(earlier)}`,
      );
    }
  }

  private finishLabels({ row, task, item, question, rater }: PendingLabels, seen: Map<string, number>): void {
    this.references.checkTask(row, task);
    if (item !== undefined) this.references.checkItem({ row, task, item });
    const earlier = remember(seen, JSON.stringify([task, item ?? null, question, rater]), row);
    if (earlier !== null) {
      this.found.refuse(
        row,
        "rater",
        `"${rater}" already has labels for this on ${this.found.line(earlier)}`,
      );
    }
  }

  private addItem(
    rubric: string,
    task: string | null,
    id: string,
    scale: Scale,
    row: number,
    place: string,
  ): void {
    const items = this.rubricItems.get(rubric) ?? new Map<string, number>();
    this.rubricItems.set(rubric, items);
    const earlier = remember(items, id, row);
    if (earlier !== null) {
      const where = earlier === row ? "" : ` on ${this.found.line(earlier)}`;
      this.found.refuse(row, place, `the rubric "${rubric}" already has an item "${id}"${where}`);
      return;
    }
    this.references.items.add(task, { rubric, id, detail: scale });
  }

  private about(record: { task: string; item: string; response?: string; pair?: [string, string] }): About {
    return {
      task: this.strings.own(record.task),
      item: this.strings.own(record.item),
      response: this.strings.maybe(record.response),
      pair:
        record.pair === undefined
          ? undefined
          : [this.strings.own(record.pair[0]), this.strings.own(record.pair[1])],
    };
  }

  /** Stores what is known about an id unless the id is taken. */
  private once<T extends Seen>(known: Map<string, T>, what: string, id: string, seen: T): boolean {
    const earlier = known.get(id);
    if (earlier) this.refuseTaken(what, id, seen.row, earlier.row);
    else known.set(this.strings.own(id), seen);
    return !earlier;
  }

  private unique(known: Map<string, number>, what: string, id: string, row: number): void {
    const earlier = remember(known, detached(id), row);
    if (earlier !== null) this.refuseTaken(what, id, row, earlier);
  }

  private refuseTaken(what: string, id: string, row: number, earlier: number): void {
    this.found.refuse(row, "id", `another ${what} has the id "${id}" (${this.found.line(earlier)})`);
  }
}

/** The row where a key occurred first, or null when this is the first time. */
function remember(seen: Map<string, number>, key: string, row: number): number | null {
  const earlier = seen.get(key);
  if (earlier !== undefined) return earlier;
  seen.set(key, row);
  return null;
}
