import { isExtension } from "@/lib/report/rules/papers/tick/without-extensions";
import type { PaperSource } from "@/lib/report/schema/paper-table";
import type { StudyData } from "@/lib/report/schema/study";

/** True if a person, or a model by a method of the paper, answered a yes/no question of the study. */
function isAnswered({ items, drafts, judgements }: StudyData): boolean {
  const questions = new Set(items.flatMap(({ key, scale }) => (scale.type === "points" ? [] : [key])));
  const isAnswer = ({ item }: { item: string }) => questions.has(item);
  return [...drafts].some((one) => isAnswer(one) && !isExtension(one)) || [...judgements].some(isAnswer);
}

/**
 * The study with the answers to its questions: of a batch without any by the methods of the paper, such as one for labels,
 * what its dataset has about these questions.
 */
export function answeredStudy({ study, whole }: Pick<PaperSource, "study" | "whole">): StudyData {
  if (!whole || isAnswered(study)) return study;
  const own = new Set(study.items.map(({ key }) => key));
  const isOwn = ({ item }: { item: string }) => own.has(item);
  const { items, drafts, judgements, decisions } = whole.study;
  return {
    ...whole.study,
    items: items.filter(({ key }) => own.has(key)),
    drafts: [...drafts].filter(isOwn),
    judgements: [...judgements].filter(isOwn),
    decisions: decisions.filter(isOwn),
  };
}
