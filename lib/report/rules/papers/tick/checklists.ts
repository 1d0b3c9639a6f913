import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { isOwnWork } from "@/lib/drafting/rules/comparison";
import type { ChosenChecklist, PaperSource } from "@/lib/report/schema/paper-table";
import type { ReportDecision, StudyData } from "@/lib/report/schema/study";

/** A checklist of one task: who wrote it, and its questions. */
export interface TaskChecklist {
  rubric: string;
  task: string;
  /** Null for people. */
  model: string | null;
  method: string | null;
  condition: string | null;
  texts: string[];
}

/** The checklists of tasks in the order of the study. Those of the whole project belong to no task. */
export function taskChecklists({
  study: { items },
  rubrics,
}: Pick<PaperSource, "rubrics"> & { study: Pick<StudyData, "items"> }): TaskChecklist[] {
  const lists = new Map<string, TaskChecklist>();
  for (const { rubric, task, model, method, scale, text } of items) {
    // An item that an annotator added has its text in their decision.
    if (task === null || scale.type === "points" || text === "") continue;
    const condition = model === null ? null : (rubrics?.get(rubric)?.condition ?? null);
    const list = lists.get(rubric) ?? { rubric, task, model, method, condition, texts: [] };
    lists.set(rubric, list);
    list.texts.push(text);
  }
  return [...lists.values()];
}

/** A list that one person wrote in a batch without a draft in view, with the keys of its items. */
interface WrittenList extends TaskChecklist {
  items: string[];
}

function writtenLists(decisions: readonly ReportDecision[]): WrittenList[] {
  const people = decisions.filter(({ raterKind, task }) => raterKind === "human" && task !== null);
  const reviews = groupInOrder(people, ({ rater, arm, item }) =>
    JSON.stringify([(JSON.parse(item) as [string, string])[0], rater, arm]),
  );
  return [...reviews].flatMap(([rubric, own]) => {
    const added = own.flatMap(({ action, item, text }) => (action === "add" && text ? [{ item, text }] : []));
    const [first] = own;
    if (!first || first.task === null || added.length === 0) return [];
    if (!isOwnWork({ exposure: first.exposure, decisions: own })) return [];
    return [
      {
        ...{ rubric, task: first.task, model: null, method: null, condition: null },
        ...{ texts: added.map(({ text }) => text), items: added.map(({ item }) => item) },
      },
    ];
  });
}

/** The checklists of a task: the reference by people, and all others. */
export interface ComparedChecklists {
  reference: TaskChecklist;
  others: TaskChecklist[];
}

/**
 * The checklists of each task that people wrote one for. The reference (H*) is the one that was chosen as the best of
 * theirs, with its corrections; without such a choice the first one. Of a list that was chosen, the one it was made from
 * is no alternative to it.
 */
export function comparedChecklists(source: PaperSource): ComparedChecklists[] {
  const { study, whole, chosen } = source;
  const drafted = taskChecklists(source);
  const known = new Set(drafted.map(({ rubric }) => rubric));
  const beside = whole ? taskChecklists(whole).filter(({ rubric }) => !known.has(rubric)) : [];
  const written = writtenLists(study.decisions);
  const all = groupInOrder([...drafted, ...beside, ...written], ({ task }) => task);
  return [...all].flatMap(([task, lists]) => {
    const best = chosen?.get(task) ?? whole?.chosen?.get(task);
    if (best) {
      const origin = originOf(best, written);
      const texts = [...best.texts];
      const reference = { rubric: "chosen", task, model: null, method: null, condition: null, texts };
      return [{ reference, others: lists.filter((list) => list !== origin) }];
    }
    const reference = lists.find(({ model }) => model === null);
    return reference ? [{ reference, others: lists.filter((list) => list !== reference) }] : [];
  });
}

/** The list that most items of the chosen one were written in. */
function originOf({ items }: ChosenChecklist, written: readonly WrittenList[]): WrittenList | undefined {
  const shared = (list: WrittenList) => list.items.filter((item) => items.includes(item)).length;
  const [most] = written.toSorted((a, b) => shared(b) - shared(a));
  return most && shared(most) > 0 ? most : undefined;
}
