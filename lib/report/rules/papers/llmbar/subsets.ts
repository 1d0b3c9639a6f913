import type { ReportTask } from "@/lib/report/schema/study";

/** A subset of LLMBar and how many pairs the published one has. */
export interface Subset {
  id: string;
  label: string;
  published: number | null;
}

export const NATURAL: Subset = { id: "natural", label: "NATURAL", published: 100 };
export const ADVERSARIAL: readonly Subset[] = [
  { id: "neighbor", label: "NEIGHBOR", published: 134 },
  { id: "gptinst", label: "GPTINST", published: 92 },
  { id: "gptout", label: "GPTOUT", published: 47 },
  { id: "manual", label: "MANUAL", published: 46 },
];
export const MAIN: readonly Subset[] = [NATURAL, ...ADVERSARIAL];

/** The case studies of the appendix. */
export const CASES: readonly Subset[] = [
  { id: "constraint", label: "CONSTRAINT", published: 89 },
  { id: "negation", label: "NEGATION", published: null },
  { id: "normal", label: "NORMAL", published: null },
  { id: "base9", label: "BASE-9", published: null },
  { id: "base10", label: "BASE-10", published: null },
];

/** The tag of a subset in this study: "natural", "Adversarial/Neighbor", "base-9" and the like; null without one. */
export function tagOf({ id }: Subset, tasks: readonly ReportTask[]): string | null {
  for (const { tags } of tasks)
    for (const tag of tags) {
      const parts = tag.toLowerCase().split(/[/:]|\s+/);
      if (parts.some((part) => part.replace(/^adversarial[-_]/, "").replace(/[-_]/g, "") === id)) return tag;
    }
  return null;
}
