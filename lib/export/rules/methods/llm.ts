import { CLASS, numbersWords, type ScopedNumber, withInterval } from "@/lib/export/rules/methods/numbers";
import { list, quantityInWords } from "@/lib/export/rules/phrases";
import { firstExposure } from "@/lib/report/rules/headline";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { comparedRaterWithMethod, MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { Report } from "@/lib/report/schema";
import type { HumanVsLlmRow } from "@/lib/report/schema/human-vs-llm";

export function machineWords({ humanVsLlm, reliability }: Report, labels: Labels): string[] {
  const exposure = firstExposure(reliability);
  const rows = humanVsLlm.filter((row) => row.exposure === exposure);
  return rows
    .filter(({ item }) => item === "all")
    .map((row) => {
      if (row.reason !== "mixed-scales") return `${correlationWords(row)}.`;
      const own = rows.filter((other) => other.item !== "all" && other.n > 0 && isSame(other, row));
      const what = `The Pearson correlation of ${comparedRaterWithMethod(row)} with the people, on values ${CLASS[row.exposure]},`;
      if (own.length === 0) return `${what} is undefined: ${MISSING_VALUE_REASONS["fewer-than-2-pairs"]}.`;
      const sentences = own.map(
        ({ item, pearson, ci, reason, n }): ScopedNumber => ({
          scope: item,
          value: pearson,
          ci: ci.pearson,
          reason,
          rests: [quantityInWords(n, "unit")],
          group: "",
        }),
      );
      return `${numbersWords(what, sentences, labels)} More of it stands in tables/human-vs-llm.csv.`;
    });
}

function isSame(one: HumanVsLlmRow, other: HumanVsLlmRow): boolean {
  return (
    one.llm === other.llm &&
    one.method === other.method &&
    one.condition === other.condition &&
    one.raterKind === other.raterKind
  );
}

function correlationWords(row: HumanVsLlmRow): string {
  const name = comparedRaterWithMethod(row);
  const difference =
    row.meanDifference === null
      ? null
      : `a mean difference of ${withInterval(row.meanDifference, row.ci.meanDifference)}`;
  const on = `on ${quantityInWords(row.n, "unit")}`;
  if (row.pearson !== null) {
    const r = `a Pearson correlation of ${withInterval(row.pearson, row.ci.pearson)}`;
    return `Against people, on values ${CLASS[row.exposure]}, ${name} reached ${list([r, ...(difference ? [difference] : [])])} ${on}`;
  }
  const why = `The correlation of ${name} with the people, on values ${CLASS[row.exposure]}, is undefined${row.reason ? `: ${MISSING_VALUE_REASONS[row.reason]}` : ""}`;
  return difference ? `${why}; ${name} had ${difference} ${on}` : why;
}
