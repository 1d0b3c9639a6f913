import { z } from "zod";
import { instancesStudy } from "@/lib/curation/rules/parts";
import { type Instance, LlmbarInstance } from "@/lib/curation/schema";
import type { StudyRecord } from "@/lib/dataset/schema";

/** A file of instances in LLMBar's own shape, or the first thing that is wrong with it. */
export function readLlmbarFile(text: string): LlmbarInstance[] | { problem: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { problem: "is no JSON" };
  }
  const read = z.array(LlmbarInstance).safeParse(parsed);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return { problem: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is no list of instances"}` };
}

/** Instances as a study, each with a tag for its subset. */
export function llmbarStudy(name: string, tag: string, instances: readonly LlmbarInstance[]): StudyRecord[] {
  const read = instances.map(({ input, output_1, output_2, label }, at): Instance => {
    const id = `${tag}-${at + 1}`;
    const output = (n: 1 | 2, text: string) => ({
      type: "response" as const,
      id: `${id}/${n}`,
      task: id,
      text,
    });
    return {
      task: { type: "task", id, instruction: input, tags: [tag] },
      outputs: [output(1, output_1), output(2, output_2)],
      label,
    };
  });
  return instancesStudy(name, read);
}
