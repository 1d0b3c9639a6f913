import { CLASS, percent, percentWithInterval, withInterval } from "@/lib/export/rules/methods/numbers";
import { capitalised, list, quantityInWords } from "@/lib/export/rules/phrases";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { Report } from "@/lib/report/schema";
import type { Shares } from "@/lib/report/schema/decisions";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import { AGREED_WORDS_PER_MINUTE } from "@/lib/review/rules/accept-whole-draft";

export function decisionWords({ decisions }: Report): string[] {
  return [
    ...decisions.agreement.flatMap(itemAgreementWords),
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

/** Agreement of people who decided on the same drafted items, as in a review of checklists. */
function itemAgreementWords(row: ReliabilityRow): string[] {
  if (row.units === 0) return [];
  const of = `Agreement among people on what to do with the same drafted item (accept, revise or remove, nominal level), on decisions ${CLASS[row.exposure]},`;
  if (row.value === null)
    return [`${of} is undefined: ${MISSING_VALUE_REASONS[row.reason ?? "no-pairable-values"]}.`];
  const plain =
    row.percentAgreement === null
      ? ""
      : `, percent agreement ${percentWithInterval(row.percentAgreement, row.percentCi)}`;
  const basis = `${quantityInWords(row.units, "drafted item")} with two or more decisions, ${quantityInWords(row.raterCount, "rater")} and ${quantityInWords(row.pairable, "decision")}`;
  return [`${of} was Krippendorff's α = ${withInterval(row.value, row.ci)}${plain}, from ${basis}.`];
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
    `${capitalised(list(agreed))} were agreed with in bulk: everything undecided of one draft at once, which was possible after the time that reading it takes at ${AGREED_WORDS_PER_MINUTE} words a minute.`,
  ];
}
