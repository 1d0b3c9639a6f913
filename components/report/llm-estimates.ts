import type { PlottedEstimate } from "@/components/charts/estimates";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { comparedRaterWithMethod, missingReason, PAIRING_LABELS } from "@/lib/report/rules/wording";
import type { Report } from "@/lib/report/schema";
import type { ReportReason } from "@/lib/report/schema/values";

/** With more lines than this a figure is unreadable. */
const MOST_LINES = 40;

/** The two ways to count a question without a usable answer: as wrong, or not at all. */
export const STRICT_AND_LENIENT = ["Strict", "Lenient"] as const;

/** The accuracy of each LLM on each item, strict and lenient. */
export function accuracyEstimates(rows: Report["accuracy"], labels: Labels): PlottedEstimate[] {
  const first = labels.sort(rows, ({ item }) => item).slice(0, MOST_LINES);
  return first.flatMap((row) => {
    const label = `${labels.of(row.item)}: ${comparedRaterWithMethod(row)}`;
    const estimate = (series: (typeof STRICT_AND_LENIENT)[number]) => ({
      id: `${label} ${series}`,
      label,
      series,
    });
    const { strict, strictCi, strictReason, lenient, lenientCi, lenientReason, n, undecided } = row;
    return [
      { ...estimate("Strict"), value: strict, interval: strictCi, n, ...reasonFor(strictReason) },
      {
        ...estimate("Lenient"),
        value: lenient,
        interval: lenientCi,
        n: n - undecided,
        ...reasonFor(lenientReason),
      },
    ];
  });
}

/** The mean correlations of each pairing, in the first scope with such correlations. */
export function pairingEstimates(rows: Report["pairings"], labels: Labels): PlottedEstimate[] {
  const [first] = labels.sort(rows, ({ scope }) => scope);
  return rows
    .filter(({ scope }) => scope === first?.scope)
    .map(({ pairing, machine, value, ci, units, reason }) => {
      const label = PAIRING_LABELS[pairing] + (machine ? `: ${comparedRaterWithMethod(machine)}` : "");
      return { id: label, label, value, interval: ci, n: units, ...reasonFor(reason) };
    });
}

/** The winning rates of each LLM in the alternative annotator test. */
export function alternativeEstimates(rows: Report["alternative"], labels: Labels): PlottedEstimate[] {
  const first = labels.sort(rows, ({ scope }) => scope).slice(0, MOST_LINES);
  return first.map((row) => {
    const label = `${labels.of(row.scope)}: ${comparedRaterWithMethod(row)}`;
    return {
      id: label,
      label,
      value: row.winningRate,
      interval: null,
      n: row.units,
      ...reasonFor(row.reason),
    };
  });
}

/** The numbers of comparisons at each distance, for each LLM and for people among themselves. */
export function distanceShares(rows: Report["preferences"]) {
  return rows.flatMap(({ machine, pld, n }) => {
    if (pld === null) return [];
    const name = machine && comparedRaterWithMethod(machine);
    const counts = Object.fromEntries(pld.map((share, distance) => [String(distance), share * n]));
    return [{ id: name ?? "people", label: name ?? "People among themselves", counts }];
  });
}

const reasonFor = (reason: ReportReason | null) => ({
  reason: missingReason(reason),
});
