import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import type { About } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import { ABLATION, checklistsOf, JUDGED, SCORES } from "./ablated";
import { countOfSigns, type Sign, THETA } from "./ablation";
import { checklistTable, type JudgeRow, judgeColumns, partsInWords, policyColumn } from "./build";
import { signedItems } from "./signs";
import type { Kind } from "./verdicts";

interface Bin extends JudgeRow {
  policy: string;
  from: number;
  to: number;
  sign: Sign;
  count: number;
}

const WIDTH = { pairwise: 0.1, direct: 0.5 } as const;

/** Changes in bins of equal width that begin at 0 in both directions, so that θ is an edge. */
function histogram<T extends JudgeRow & { policy: string; change: number }>(
  kind: Kind,
  changes: readonly T[],
  signOf: (change: number) => Sign,
): Bin[] {
  const width = WIDTH[kind];
  const groups = groupInOrder(changes, ({ model, condition, policy }) =>
    JSON.stringify([model, condition, policy]),
  );
  return [...groups.values()].flatMap((own) => {
    const { model, condition, policy } = own[0] as T;
    const bins = new Map<number, number>();
    // Towards 0, as θ itself counts as reached.
    for (const { change } of own) {
      const steps = Number((Math.abs(change) / width).toFixed(6));
      const bin = Math.sign(change) * Math.floor(steps);
      bins.set(bin + 0, (bins.get(bin + 0) ?? 0) + 1);
    }
    const edge = (steps: number) => Number((steps * width).toFixed(2));
    return [...bins]
      .sort(([a], [b]) => a - b)
      .map(([bin, count]) => ({
        ...{ model, condition, policy, count, sign: signOf(edge(bin)) },
        from: bin > 0 ? edge(bin) : edge(bin - 1),
        to: bin < 0 ? edge(bin) : edge(bin + 1),
      }));
  });
}

function histogramTable(
  source: PaperSource,
  rows: readonly Bin[],
  about: Omit<About<Bin>, "columns" | "kinds" | "intervals">,
) {
  const bound = (id: "from" | "to", header: string) =>
    coefficient<Bin>(id, header, "An end of the bin", (row) => [row[id], null], { decimals: 2 });
  return checklistTable(source, rows, {
    ...about,
    columns: [
      ...judgeColumns(rows),
      policyColumn<Bin>(),
      bound("from", "From"),
      bound("to", "To"),
      textColumn<Bin>("sign", "Side of θ", "Positive and negative from θ on", ({ sign }) => sign),
      countColumn<Bin>("count", "Count", "instances", "Changes in this bin", ({ count }) => count),
    ],
  });
}

/** The changes in distance to people by the checklist, verdict by verdict: figures 8 to 13. */
export const changesTable = (kind: Kind): PaperTable => ({
  id: `changes-${kind}`,
  title: `Histogram of the change by the checklist in ${JUDGED[kind]} (figures 4 and 8 to 13)`,
  needs: partsInWords(kind, ABLATION),
  of: (source) => {
    const found = checklistsOf(source, kind);
    if ("missing" in found) return found;
    const theta = THETA[kind];
    const signOf = (change: number): Sign =>
      change >= theta ? "positive" : change <= -theta ? "negative" : "neutral";
    return histogramTable(source, histogram(kind, found.checklists, signOf), {
      name: `checklists-changes-${kind}`,
      title: `Checklist study: change by the checklist in ${JUDGED[kind]}`,
      description: "Distance to people without the checklist minus distance with it",
      notes: [`θ = ${theta}: ${countOfSigns(found.checklists)}.`, SCORES[kind]],
    });
  },
});

export const itemChangesTable = (kind: Kind): PaperTable => ({
  id: `item-changes-${kind}`,
  title: `Histogram of the change without each item in ${JUDGED[kind]}`,
  needs: partsInWords(kind, ABLATION),
  of: (source) => {
    const found = checklistsOf(source, kind);
    if ("missing" in found) return found;
    const items = signedItems(found.checklists);
    const signOf = (change: number): Sign => (change < 0 ? "positive" : change > 0 ? "negative" : "neutral");
    return histogramTable(source, histogram(kind, items, signOf), {
      name: `checklists-item-changes-${kind}`,
      title: `Checklist study: change without each item in ${JUDGED[kind]}`,
      description:
        "Distance to people with the whole checklist minus distance without the item; below 0 the item helps",
      notes: ["Identical items of one policy are averaged.", SCORES[kind]],
    });
  },
});
