import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { itemLabels } from "@/lib/report/rules/scopes";
import type { StudyData } from "@/lib/report/schema/study";

/** A part of a study with rows of its own in a table: the tasks of a family, or with a tag, which names a data set. */
export interface StudyPart {
  name: string;
  tasks: ReadonlySet<string>;
}

/** Families of tasks, which are their first tags; none where there is a single one, which is the whole study. */
export function familyParts({ tasks }: Pick<StudyData, "tasks">): StudyPart[] {
  const names = inOrder(tasks.flatMap(({ tags }) => tags[0] ?? []));
  return partsNamed(names, (name) => tasks.filter(({ tags }) => tags[0] === name));
}

/** Data sets by tag; a task with several tags is in each. None where there is a single one. */
export function tagParts({ tasks }: Pick<StudyData, "tasks">): StudyPart[] {
  const names = inOrder(tasks.flatMap(({ tags }) => tags));
  return partsNamed(names, (name) => tasks.filter(({ tags }) => tags.includes(name)));
}

function partsNamed(names: readonly string[], tasksOf: (name: string) => { id: string }[]): StudyPart[] {
  if (names.length < 2) return [];
  return names.map((name) => ({ name, tasks: new Set(tasksOf(name).map(({ id }) => id)) }));
}

const inOrder = (names: readonly string[]) => [...new Set(names)].sort((a, b) => a.localeCompare(b, "en"));

/** The study of the tasks of a part alone. */
export function studyOfPart(study: StudyData, { tasks }: StudyPart): StudyData {
  const labels = itemLabels(study.items);
  const raters = groupInOrder(study.drafts, ({ rater, raterKind, method, condition }) =>
    JSON.stringify([rater, raterKind, method, condition]),
  );
  const isIn = ({ task }: { task: string | null }) => task !== null && tasks.has(task);
  return {
    ...study,
    tasks: study.tasks.filter(({ id }) => tasks.has(id)),
    responses: study.responses.filter(isIn),
    // A rubric of the whole project is one of every part. An item has the name that it has in the study.
    items: study.items
      .filter((item) => item.task === null || isIn(item))
      .map((item) => ({ ...item, id: labels.get(item.key) ?? item.id })),
    drafters: [...raters.values()].flatMap(([first]) => first ?? []),
    drafts: [...study.drafts].filter(isIn),
    judgements: [...study.judgements].filter(isIn),
    decisions: study.decisions.filter(isIn),
  };
}
