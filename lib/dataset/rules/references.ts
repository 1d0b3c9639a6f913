import {
  type About,
  type PendingJudgement,
  type PendingRubric,
  type Seen,
  type SeenDraft,
  type SeenResponse,
  sides,
} from "@/lib/dataset/rules/pending-records";
import { isPreference, isWithinScale, scaleText } from "@/lib/judgement/rules/scale";
import type { Scale, Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { ItemIndex } from "./items";
import type { ProblemList } from "./problem-list";

/** The records of a study that others refer to, and the checks of references to them. Problems go to one list. */
export class References {
  readonly tasks = new Map<string, Seen>();
  readonly responses = new Map<string, SeenResponse>();
  readonly drafts = new Map<string, SeenDraft>();
  readonly items = new ItemIndex<Scale>();

  constructor(private readonly problems: ProblemList) {}

  /** Refuses a missing task, missing responses, and those of another task. */
  checkTarget(about: Seen & About): void {
    this.checkTask(about.row, about.task);
    this.checkResponses(about);
  }

  /** Refuses missing responses, and those of another task. */
  checkResponses({ row, task, response, pair }: PendingRubric): void {
    const named: (readonly [string, string])[] = pair
      ? [
          ["pair[0]", pair[0]],
          ["pair[1]", pair[1]],
        ]
      : [["response", response ?? ""]];
    for (const [place, id] of named) {
      const known = this.responses.get(id);
      if (!known) this.problems.lack(row, place, "response", id, `no response has the id "${id}"`);
      else if (known.task !== task) {
        this.problems.refuse(
          row,
          place,
          `the response "${id}" belongs to the task "${known.task}", not to "${task}"`,
        );
      }
    }
  }

  /** Refuses a value that its item cannot have; with `find`, also a missing item. */
  checkValue({ row, task, item }: Seen & About, place: string, value: Value | null, find = true): void {
    if (item === PREFERENCE) {
      if (value !== null && !isPreference(value)) {
        this.problems.refuse(row, place, `${show(value)} is no preference: "A", "B", "tie" or 1 to 5`);
      }
      return;
    }
    if (item === OVERALL) {
      if (typeof value === "string")
        this.problems.refuse(row, place, `${show(value)} is no overall score: a number`);
      return;
    }
    if (find) this.checkItem({ row, task, item });
    const found = this.items.find(task, item);
    if (found !== null && !("ambiguous" in found) && value !== null && !isWithinScale(found.detail, value)) {
      this.problems.refuse(
        row,
        place,
        `${show(value)} is off the scale of "${item}": ${scaleText(found.detail)}`,
      );
    }
  }

  /** Refuses a missing or ambiguous item. */
  checkItem({ row, task, item }: { row: number; task: string; item: string }): void {
    const found = this.items.find(task, item);
    if (found === null) {
      const reason = `no rubric of the task "${task}" or of the project has the item "${item}"`;
      if (this.problems.hasLostRubric || !this.tasks.has(task))
        this.problems.echo({ row, place: "item", reason });
      else this.problems.refuse(row, "item", reason);
    } else if ("ambiguous" in found) {
      const rubrics = found.ambiguous.map((rubric) => `"${rubric}"`).join(" and ");
      this.problems.refuse(row, "item", `the item "${item}" could be one of ${rubrics}`);
    }
  }

  /** Refuses a missing draft, one about something else, and a line that it does not have. */
  checkDraft(judgement: PendingJudgement): void {
    const { row, draft: id } = judgement;
    if (id === undefined) return;
    const draft = this.drafts.get(id);
    if (!draft) {
      this.problems.lack(row, "draft", "draft", id, `no draft has the id "${id}"`);
      return;
    }
    const same =
      draft.task === judgement.task &&
      draft.item === judgement.item &&
      draft.response === judgement.response &&
      sides(draft.pair) === sides(judgement.pair);
    if (!same) this.problems.refuse(row, "draft", `the draft "${id}" is about something else`);
    if (judgement.lastLine >= draft.lines) {
      const reason = `is ${judgement.lastLine}, but the draft "${id}" has ${draft.lines} lines (the first is 0)`;
      this.problems.refuse(row, `lines[${judgement.lastLineAt}].draft`, reason);
    }
  }

  /** Refuses a missing task. */
  checkTask(row: number, task: string): void {
    if (!this.tasks.has(task)) this.problems.lack(row, "task", "task", task, `no task has the id "${task}"`);
  }
}

function show(value: Value): string {
  return JSON.stringify(value);
}
