import type { StudyData } from "@/lib/report/schema/study";

/** A checklist of one task: who wrote it, and its questions. */
export interface TaskChecklist {
  rubric: string;
  task: string;
  /** Null for people. */
  model: string | null;
  method: string | null;
  texts: string[];
}

/** The checklists of tasks in the order of the study. Those of the whole project belong to no task. */
export function taskChecklists({ items }: Pick<StudyData, "items">): TaskChecklist[] {
  const lists = new Map<string, TaskChecklist>();
  for (const { rubric, task, model, method, scale, text } of items) {
    if (task === null || scale.type === "points") continue;
    const list = lists.get(rubric) ?? { rubric, task, model, method, texts: [] };
    lists.set(rubric, list);
    list.texts.push(text);
  }
  return [...lists.values()];
}
