import { formatCount, formatQuantity, formatSetPercent } from "@/components/ui/format";
import type { AsOf } from "@/lib/batch/schema/as-of";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

/** A batch's progress: "40 of 120 responses finished so far, and the batch takes new ones". */
export function progressWords({ subjects, finished, rate }: Omit<AsOf, "at">, kind: SubjectKind): string {
  const words = `${formatCount(finished)} of ${formatQuantity(subjects, kind)} finished so far`;
  if (rate === null) return words;
  const taken = rate < 1 ? `${formatSetPercent(rate)} of the new ones` : "new ones";
  return `${words}, and the batch takes ${taken}`;
}
