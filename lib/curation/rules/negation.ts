import type { Instance } from "@/lib/curation/schema";

const UNHELPFUL = "Give an answer that is of no help to whoever asks the following.";

/**
 * Each instance twice: NORMAL, as it is, and NEGATION, whose instruction asks for an unhelpful output, so that the other
 * one is right. Both name the instance that they come from. Zeng et al. (2024), appendix F.2.
 */
export function withNegations(instances: readonly Instance[]): Instance[] {
  return instances.flatMap((instance) => [
    variant(instance, "normal", instance.task.instruction, instance.label),
    variant(
      instance,
      "negation",
      `${UNHELPFUL}\n\n${instance.task.instruction}`,
      instance.label === 1 ? 2 : 1,
    ),
  ]);
}

function variant(
  { task, outputs }: Instance,
  subset: "normal" | "negation",
  instruction: string,
  label: 1 | 2,
): Instance {
  const id = `${task.id}/${subset}`;
  const output = (at: 0 | 1) => ({ ...outputs[at], id: `${id}/${at + 1}`, task: id });
  return {
    task: { ...task, id, instruction, tags: [subset], metadata: { ...task.metadata, instance: task.id } },
    outputs: [output(0), output(1)],
    label,
  };
}
