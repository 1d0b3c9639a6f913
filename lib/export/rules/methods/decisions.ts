import { percent } from "@/lib/export/rules/methods/numbers";
import { capitalised, list, quantityInWords } from "@/lib/export/rules/phrases";
import type { Report } from "@/lib/report/schema";
import type { Shares } from "@/lib/report/schema/decisions";
import { AGREED_WORDS_PER_MINUTE } from "@/lib/review/rules/agree";

export function decisionWords({ decisions }: Report): string[] {
  return [
    ...shareWords("drafted or added explanation lines", decisions.lines),
    ...shareWords("drafted or added rubric items", decisions.items),
    ...bulkWords(decisions),
  ];
}

function shareWords(what: string, { n, accept, revise, remove, add }: Shares): string[] {
  if (accept === null || revise === null || remove === null || add === null) return [];
  return [
    `Of ${n} ${what}, people accepted ${percent(accept)}, revised ${percent(revise)}, removed ${percent(remove)} and added ${percent(add)}.`,
  ];
}

/** Values accepted in bulk are reported separately from individual decisions. */
function bulkWords({ lines, items, valuesInBulk }: Report["decisions"]): string[] {
  const agreed = [
    ...(lines.bulk > 0
      ? [`${lines.bulk} of ${quantityInWords(lines.counts.accept, "accepted explanation line")}`]
      : []),
    ...(items.bulk > 0
      ? [`${items.bulk} of ${quantityInWords(items.counts.accept, "accepted rubric item")}`]
      : []),
    ...(valuesInBulk > 0 ? [quantityInWords(valuesInBulk, "value")] : []),
  ];
  if (agreed.length === 0) return [];
  return [
    `${capitalised(list(agreed))} were agreed with in bulk: everything undecided of one draft in one gesture, which was possible after the time that reading it takes at ${AGREED_WORDS_PER_MINUTE} words a minute.`,
  ];
}
