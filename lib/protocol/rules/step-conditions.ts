import { type Condition, isLabelledWhole, type Step } from "@/lib/protocol/schema";

/** A step that a later one can depend on: a question with answers to choose from, or labels of the task or response. */
export interface ConditionSource {
  type: Condition["type"];
  id: string;
  question: string;
  choices: { value: string; label: string }[];
}

/** The steps that a step after all of these can depend on, in their order. */
export function conditionSources(earlier: readonly Step[]): ConditionSource[] {
  return earlier.flatMap((step): ConditionSource[] => {
    if (step.type === "ask") {
      const { type, id, question, options, form } = step;
      if (form === "number" || form === "text") return [];
      return [{ type, id, question, choices: options.map(({ value, label }) => ({ value, label })) }];
    }
    if (step.type !== "label" || !isLabelledWhole(step.about)) return [];
    const { type, id, question, labels } = step;
    return [{ type, id, question, choices: labels.map(({ name }) => ({ value: name, label: name })) }];
  });
}

const sourceOf = (sources: readonly ConditionSource[], { type, id }: Condition) =>
  sources.find((source) => source.type === type && source.id === id);

/** The conditions of a step that nothing before it can meet: no such question, or no such answer to it. */
export function brokenConditions(step: Step, earlier: readonly Step[]): Condition[] {
  const sources = conditionSources(earlier);
  return (step.onlyIf ?? []).filter(
    (condition) => !sourceOf(sources, condition)?.choices.some(({ value }) => value === condition.is),
  );
}

/** The conditions of a step, to follow "only if"; null without any. `steps` are those of its protocol. */
export function conditionsInWords(step: Step, steps: readonly Step[]): string | null {
  if (!step.onlyIf || step.onlyIf.length === 0) return null;
  const sources = conditionSources(steps);
  const each = step.onlyIf.map((condition) => {
    const source = sourceOf(sources, condition);
    const answer = source?.choices.find(({ value }) => value === condition.is)?.label ?? condition.is;
    return `“${source?.question ?? condition.id}” is answered “${answer}”`;
  });
  return each.join(" and ");
}
