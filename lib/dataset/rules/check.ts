import type { Scale, StudyRecord, Value } from "@/lib/dataset/schema";
import { OVERALL, PREFERENCE } from "@/lib/dataset/schema/units";
import { ItemIndex, isPreference, onScale, scaleOfAddition, scaleText } from "./items";
import type { Problem } from "./lines";
import { detached, Strings } from "./strings";

/** What stays of a response, rubric or draft so that later records can be held against it. */
interface Seen {
  line: number;
}
interface SeenResponse extends Seen {
  task: string;
}
interface SeenRubric extends Seen {
  task: string | null;
  /** What an added item is answered on unless it says so itself. */
  scale: Scale;
}
interface SeenDraft extends Seen, About {
  lines: number;
}

/** What a draft or judgement is about. */
interface About {
  task: string;
  item: string;
  response: string | undefined;
  pair: readonly [string, string] | undefined;
}

interface PendingJudgement extends Seen, About {
  rater: string;
  raterKind: string;
  arm: string | undefined;
  draft: string | undefined;
  value: Value | null;
  initial: Value | null;
  /** The highest draft line decided, -1 for none, and its position among the lines. */
  lastLine: number;
  lastLineAt: number;
}

interface PendingDraft extends Seen, About {
  value: Value | null;
}

/** A rubric that was written for one response or a pair. */
interface PendingRubric extends Seen, Pick<About, "task" | "response" | "pair"> {}

interface PendingLabels extends Seen {
  task: string;
  item: string | undefined;
  question: string;
  rater: string;
}

interface PendingDecision extends Seen {
  rubric: string;
  item: string;
  rater: string;
  arm: string | undefined;
  adds: boolean;
  scale: Scale | undefined;
}

/** What a StudyChecker found: the first problems in line order, and how many there are in all. */
export interface CheckResult {
  problems: Problem[];
  total: number;
  counts: Record<StudyRecord["type"], number>;
}

/**
 * Holds the records of a study against each other: ids that occur twice,
 * references that lead nowhere or to another task, values off their scale, two
 * values of one rater for one unit. Records come in any order and may refer to
 * later ones, so most is only known when `finish` is called. Keeps ids, not texts.
 */
export class StudyChecker {
  private readonly problems: Problem[] = [];
  private total = 0;
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
  private studyLine: number | null = null;
  private readonly tasks = new Map<string, Seen>();
  private readonly responses = new Map<string, SeenResponse>();
  private readonly rubrics = new Map<string, SeenRubric>();
  private readonly drafts = new Map<string, SeenDraft>();
  /** Nothing refers to judgements and decisions, so their line is all that is kept. */
  private readonly judgements = new Map<string, number>();
  private readonly decisions = new Map<string, number>();
  private readonly labels = new Map<string, number>();
  /** Items by rubric, then by id: their line. */
  private readonly rubricItems = new Map<string, Map<string, number>>();
  private readonly items = new ItemIndex<Scale>();
  private readonly pendingTasks: { line: number; task: string }[] = [];
  private readonly pendingRubrics: PendingRubric[] = [];
  private readonly pendingDrafts: PendingDraft[] = [];
  private readonly pendingJudgements: PendingJudgement[] = [];
  private readonly pendingDecisions: PendingDecision[] = [];
  private readonly pendingLabels: PendingLabels[] = [];

  /** `cap` is how many problems are kept; all are counted. */
  constructor(private readonly cap = 1000) {}

  /** Records a problem found elsewhere (an unreadable line), so that one list has them all. */
  report(problem: Problem): void {
    this.total++;
    if (this.problems.length < this.cap) this.problems.push(problem);
  }

  add(record: StudyRecord, line: number): void {
    this.counts[record.type]++;
    switch (record.type) {
      case "study":
        if (this.studyLine === null) this.studyLine = line;
        else this.refuse(line, "type", `the study is already described on line ${this.studyLine}`);
        return;
      case "task":
        this.once(this.tasks, "task", record.id, { line });
        return;
      case "response": {
        const task = this.strings.own(record.task);
        this.once(this.responses, "response", record.id, { line, task });
        this.pendingTasks.push({ line, task });
        return;
      }
      case "rubric": {
        const task = record.task === null ? null : this.strings.own(record.task);
        if (task !== null) this.pendingTasks.push({ line, task });
        const { response, pair } = record;
        if (task !== null && (response !== undefined || pair !== undefined))
          this.pendingRubrics.push({
            line,
            task,
            response: this.strings.maybe(response),
            pair: pair && [this.strings.own(pair[0]), this.strings.own(pair[1])],
          });
        const seen = { line, task, scale: scaleOfAddition(record.items) };
        if (!this.once(this.rubrics, "rubric", record.id, seen)) return;
        for (const [at, item] of record.items.entries()) {
          this.addItem(
            this.strings.own(record.id),
            task,
            this.strings.own(item.id),
            item.scale,
            line,
            `items[${at}].id`,
          );
        }
        return;
      }
      case "draft": {
        const about = this.about(record);
        this.once(this.drafts, "draft", record.id, { line, ...about, lines: record.lines?.length ?? 0 });
        this.pendingDrafts.push({ line, ...about, value: record.value });
        return;
      }
      case "judgement": {
        this.unique(this.judgements, "judgement", record.id, line);
        let lastLine = -1;
        let lastLineAt = -1;
        for (const [at, { draft }] of (record.lines ?? []).entries()) {
          if (draft === undefined || draft <= lastLine) continue;
          lastLine = draft;
          lastLineAt = at;
        }
        this.pendingJudgements.push({
          line,
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
        this.unique(this.decisions, "decision", record.id, line);
        this.pendingDecisions.push({
          line,
          rubric: this.strings.own(record.rubric),
          item: this.strings.own(record.item),
          rater: this.strings.own(record.rater),
          arm: this.strings.maybe(record.arm),
          adds: record.action === "add",
          scale: record.scale,
        });
        return;
      case "labels":
        this.unique(this.labels, "set of labels", record.id, line);
        this.pendingLabels.push({
          line,
          task: this.strings.own(record.task),
          item: this.strings.maybe(record.item),
          question: this.strings.own(record.question),
          rater: this.strings.own(record.rater),
        });
    }
  }

  /** Everything that is wrong with the study, ordered by line. Call once, after the last record. */
  finish(): CheckResult {
    if (this.studyLine === null) {
      this.report({
        line: null,
        place: "",
        reason: 'there is no study line: {"type":"study","version":1,"name":"…"}',
      });
    }
    for (const { line, task } of this.pendingTasks) {
      if (!this.tasks.has(task)) this.refuse(line, "task", `no task has the id "${task}"`);
    }
    const added = new Map<string, number>();
    for (const decision of this.pendingDecisions) if (decision.adds) this.finishAddition(decision, added);
    const decided = new Map<string, number>();
    for (const decision of this.pendingDecisions) this.finishDecision(decision, decided);
    for (const rubric of this.pendingRubrics) this.checkResponses(rubric);
    for (const draft of this.pendingDrafts) this.finishDraft(draft);
    const judged = new Map<string, number>();
    for (const judgement of this.pendingJudgements) this.finishJudgement(judgement, judged);
    const labelled = new Map<string, number>();
    for (const labels of this.pendingLabels) this.finishLabels(labels, labelled);
    this.problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
    return { problems: this.problems, total: this.total, counts: this.counts };
  }

  private finishAddition({ line, rubric, item, scale }: PendingDecision, added: Map<string, number>): void {
    const known = this.rubrics.get(rubric);
    if (!known) return;
    const earlier = remember(added, JSON.stringify([rubric, item]), line);
    if (earlier !== null) {
      this.refuse(line, "item", `an item with the id "${item}" was already added on line ${earlier}`);
      return;
    }
    // An export may list an added item in its rubric as well; the decision then only says who added it.
    if (this.rubricItems.get(rubric)?.has(item)) return;
    this.addItem(rubric, known.task, item, scale ?? known.scale, line, "item");
  }

  private finishDecision(decision: PendingDecision, decided: Map<string, number>): void {
    const { line, rubric, item, rater, arm } = decision;
    if (!this.rubrics.has(rubric)) {
      this.refuse(line, "rubric", `no rubric has the id "${rubric}"`);
      return;
    }
    if (!this.rubricItems.get(rubric)?.has(item)) {
      this.refuse(line, "item", `the rubric "${rubric}" has no item "${item}"`);
    }
    const earlier = remember(decided, JSON.stringify([rubric, item, rater, arm ?? null]), line);
    if (earlier !== null) {
      this.refuse(line, "item", `"${rater}" already decided on this item on line ${earlier}`);
    }
  }

  private finishDraft(draft: PendingDraft): void {
    this.checkTarget(draft);
    this.checkValue(draft, "value", draft.value);
  }

  private finishJudgement(judgement: PendingJudgement, judged: Map<string, number>): void {
    const { line } = judgement;
    this.checkTarget(judgement);
    this.checkValue(judgement, "value", judgement.value);
    this.checkValue(judgement, "initial", judgement.initial, false);
    this.checkDraft(judgement);
    const { task, item, response, rater, raterKind, arm } = judgement;
    const subject = response ?? sides(judgement.pair);
    const unit = JSON.stringify([task, subject, item, raterKind, rater, arm ?? null]);
    const earlier = remember(judged, unit, line);
    if (earlier !== null) {
      this.refuse(line, "rater", `"${rater}" already has a value for this on line ${earlier}`);
    }
  }

  private finishLabels(
    { line, task, item, question, rater }: PendingLabels,
    seen: Map<string, number>,
  ): void {
    if (!this.tasks.has(task)) this.refuse(line, "task", `no task has the id "${task}"`);
    if (item !== undefined) this.checkItem({ line, task, item });
    const earlier = remember(seen, JSON.stringify([task, item ?? null, question, rater]), line);
    if (earlier !== null) {
      this.refuse(line, "rater", `"${rater}" already has labels for this on line ${earlier}`);
    }
  }

  private checkTarget(about: Seen & About): void {
    const { line, task } = about;
    if (!this.tasks.has(task)) this.refuse(line, "task", `no task has the id "${task}"`);
    this.checkResponses(about);
  }

  /** Refuses responses that are not there, or are another task's. */
  private checkResponses({ line, task, response, pair }: PendingRubric): void {
    const named: (readonly [string, string])[] = pair
      ? [
          ["pair[0]", pair[0]],
          ["pair[1]", pair[1]],
        ]
      : [["response", response ?? ""]];
    for (const [place, id] of named) {
      const known = this.responses.get(id);
      if (!known) this.refuse(line, place, `no response has the id "${id}"`);
      else if (known.task !== task) {
        this.refuse(
          line,
          place,
          `the response "${id}" belongs to the task "${known.task}", not to "${task}"`,
        );
      }
    }
  }

  /** Refuses a value its item cannot have; with `find`, also an item that is not there. */
  private checkValue(
    { line, task, item }: Seen & About,
    place: string,
    value: Value | null,
    find = true,
  ): void {
    if (item === PREFERENCE) {
      if (value !== null && !isPreference(value)) {
        this.refuse(line, place, `${show(value)} is no preference: "A", "B", "tie" or 1 to 5`);
      }
      return;
    }
    if (item === OVERALL) {
      if (typeof value === "string") this.refuse(line, place, `${show(value)} is no overall score: a number`);
      return;
    }
    if (find) this.checkItem({ line, task, item });
    const found = this.items.find(task, item);
    if (found !== null && !("ambiguous" in found) && value !== null && !onScale(found.detail, value)) {
      this.refuse(line, place, `${show(value)} is off the scale of "${item}": ${scaleText(found.detail)}`);
    }
  }

  /** Refuses an item that is not there, or could be one of several. */
  private checkItem({ line, task, item }: { line: number; task: string; item: string }): void {
    const found = this.items.find(task, item);
    if (found === null)
      this.refuse(line, "item", `no rubric of the task "${task}" or of the project has the item "${item}"`);
    else if ("ambiguous" in found) {
      const rubrics = found.ambiguous.map((rubric) => `"${rubric}"`).join(" and ");
      this.refuse(line, "item", `the item "${item}" could be one of ${rubrics}`);
    }
  }

  private checkDraft(judgement: PendingJudgement): void {
    const { line, draft: id } = judgement;
    if (id === undefined) return;
    const draft = this.drafts.get(id);
    if (!draft) {
      this.refuse(line, "draft", `no draft has the id "${id}"`);
      return;
    }
    const same =
      draft.task === judgement.task &&
      draft.item === judgement.item &&
      draft.response === judgement.response &&
      sides(draft.pair) === sides(judgement.pair);
    if (!same) this.refuse(line, "draft", `the draft "${id}" is about something else`);
    if (judgement.lastLine >= draft.lines) {
      const reason = `is ${judgement.lastLine}, but the draft "${id}" has ${draft.lines} lines (the first is 0)`;
      this.refuse(line, `lines[${judgement.lastLineAt}].draft`, reason);
    }
  }

  private addItem(
    rubric: string,
    task: string | null,
    id: string,
    scale: Scale,
    line: number,
    place: string,
  ): void {
    const items = this.rubricItems.get(rubric) ?? new Map<string, number>();
    this.rubricItems.set(rubric, items);
    const earlier = remember(items, id, line);
    if (earlier !== null) {
      const where = earlier === line ? "" : ` on line ${earlier}`;
      this.refuse(line, place, `the rubric "${rubric}" already has an item "${id}"${where}`);
      return;
    }
    this.items.add(task, { rubric, id, detail: scale });
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

  /** Keeps what is known about an id unless the id is taken. */
  private once<T extends Seen>(known: Map<string, T>, what: string, id: string, seen: T): boolean {
    const earlier = known.get(id);
    if (earlier) this.refuseTaken(what, id, seen.line, earlier.line);
    else known.set(this.strings.own(id), seen);
    return !earlier;
  }

  private unique(known: Map<string, number>, what: string, id: string, line: number): void {
    const earlier = remember(known, detached(id), line);
    if (earlier !== null) this.refuseTaken(what, id, line, earlier);
  }

  private refuseTaken(what: string, id: string, line: number, earlier: number): void {
    this.refuse(line, "id", `another ${what} has the id "${id}" (line ${earlier})`);
  }

  private refuse(line: number, place: string, reason: string): void {
    this.report({ line, place, reason });
  }
}

/** The line a key was first seen on, or null when this is the first time. */
function remember(seen: Map<string, number>, key: string, line: number): number | null {
  const earlier = seen.get(key);
  if (earlier !== undefined) return earlier;
  seen.set(key, line);
  return null;
}

/** A pair regardless of which side is A. */
function sides(pair: readonly [string, string] | undefined): string | undefined {
  return pair && JSON.stringify([...pair].sort());
}

function show(value: Value): string {
  return JSON.stringify(value);
}
