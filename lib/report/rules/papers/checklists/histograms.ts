import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import type { About } from "@/lib/report/rules/tables/build";
import { coefficient, countColumn, textColumn } from "@/lib/report/rules/tables/columns";
import type { FigureDrawing } from "@/lib/report/schema/paper-figure";
import type { PaperSource, PaperTable } from "@/lib/report/schema/paper-table";
import { ABLATION, checklistsOf, JUDGED, SCORES } from "./ablated";
import { countOfSigns, type Sign, THETA, withoutRoundingError } from "./ablation";
import { checklistTable, type JudgeRow, judgeColumns, partsInWords, policyColumn } from "./build";
import { signedItems } from "./signs";
import type { Kind } from "./verdicts";

/** A change by a checklist, or without an item; of an item with the sign of the checklists that it is from. */
interface SignedChange extends JudgeRow {
  policy: string;
  checklist?: Sign;
  change: number;
  sign: Sign;
}

interface Bin extends Omit<SignedChange, "change"> {
  from: number;
  to: number;
  count: number;
}

const WIDTH = { pairwise: 0.1, direct: 0.5 } as const;

/**
 * Changes in bins of equal width on both sides of 0. A bin has its edge nearer to 0 and not the other, so that −θ and θ
 * begin one. No change at all is on neither side: 0 is a row of its own, and the two bins beside it are without it.
 */
function histogram(kind: Kind, changes: readonly SignedChange[]): Bin[] {
  const width = WIDTH[kind];
  const edge = (steps: number) => Number((steps * width).toFixed(2));
  const binned = changes.map(({ change, ...of }) => {
    const nearer = Math.floor(withoutRoundingError(Math.abs(change) / width));
    if (change === 0) return { ...of, from: 0, to: 0 };
    return change > 0
      ? { ...of, from: edge(nearer), to: edge(nearer + 1) }
      : { ...of, from: edge(-nearer - 1), to: edge(-nearer) + 0 };
  });
  const policies = groupInOrder(binned, ({ model, condition, policy, checklist }) =>
    JSON.stringify([model, condition, policy, checklist]),
  );
  return [...policies.values()].flatMap((own) => {
    const bins = groupInOrder(own, ({ from, to }) => JSON.stringify([from, to]));
    return [...bins.values()]
      .flatMap(([first, ...more]) => (first ? [{ ...first, count: 1 + more.length }] : []))
      .sort((a, b) => a.from - b.from || a.to - b.to);
  });
}

const edgesOf = (kind: Kind) =>
  `Bins are ${WIDTH[kind]} wide and have their edge nearer to 0, not the other. A change of exactly 0 is in none of them: it is the row from 0 to 0.`;

function histogramTable(
  source: PaperSource,
  rows: readonly Bin[],
  {
    sign,
    ...about
  }: Omit<About<Bin>, "columns" | "kinds" | "intervals"> & {
    /** Header and description of the column of signs. */
    sign: readonly [string, string];
  },
) {
  const bound = (id: "from" | "to", header: string) =>
    coefficient<Bin>(id, header, "An end of the bin", (row) => [row[id], null], { decimals: 2 });
  return checklistTable(source, rows, {
    ...about,
    columns: [
      ...judgeColumns(rows),
      policyColumn<Bin>(),
      {
        ...textColumn<Bin>(
          "checklist",
          "Sign of the checklist",
          "Of the checklists that the items are from",
          ({ checklist }) => checklist ?? null,
        ),
        optional: true,
      },
      bound("from", "From"),
      bound("to", "To"),
      textColumn<Bin>("sign", ...sign, (row) => row.sign),
      countColumn<Bin>("count", "Count", "instances", "Changes in this bin", ({ count }) => count),
    ],
  });
}

/** Bars with the thresholds from which a change is positive or negative. */
const drawingOf = (kind: Kind, counts: string): FigureDrawing => ({
  ...{ mark: "bars", from: "from", to: "to", side: "sign", axis: "Change", counts },
  thresholds: [
    { value: -THETA[kind], label: "−θ" },
    { value: THETA[kind], label: "θ" },
  ],
});

/** The histograms of the paper: ours are of pairs and of ratings, each of checklists and of their items. */
const HISTOGRAMS = ["F4", "F8", "F9", "F10", "F11", "F12", "F13"];

/** The changes in distance to people by the checklist, verdict by verdict. */
export const changesTable = (kind: Kind): PaperTable => ({
  id: `changes-${kind}`,
  also: HISTOGRAMS,
  title: `Histogram of the change by the checklist in ${JUDGED[kind]}`,
  needs: partsInWords(kind, ABLATION),
  drawing: drawingOf(kind, "Verdicts"),
  of: (source) => {
    const found = checklistsOf(source, kind);
    if ("missing" in found) return found;
    return histogramTable(source, histogram(kind, found.checklists), {
      name: `checklists-changes-${kind}`,
      title: `Checklist study: change by the checklist in ${JUDGED[kind]}`,
      description: "Distance to people without the checklist minus distance with it",
      sign: ["Side of θ", "Positive and negative from θ on"],
      notes: [`θ = ${THETA[kind]}: ${countOfSigns(found.checklists)}.`, edgesOf(kind), SCORES[kind]],
    });
  },
});

export const itemChangesTable = (kind: Kind): PaperTable => ({
  id: `item-changes-${kind}`,
  also: HISTOGRAMS,
  title: `Histogram of the change without each item in ${JUDGED[kind]}`,
  needs: partsInWords(kind, ABLATION),
  drawing: drawingOf(kind, "Items"),
  of: (source) => {
    const found = checklistsOf(source, kind);
    if ("missing" in found) return found;
    const items = signedItems(found.checklists).filter(({ checklist }) => checklist !== "neutral");
    return histogramTable(source, histogram(kind, items), {
      name: `checklists-item-changes-${kind}`,
      title: `Checklist study: change without each item in ${JUDGED[kind]}`,
      description:
        "Distance to people with the whole checklist minus distance without the item, in positive and negative checklists",
      sign: [
        "Sign of the items",
        "Positive: below 0 in a positive checklist; negative: above 0 in a negative one",
      ],
      notes: [
        `θ = ${THETA[kind]}, checklists: ${countOfSigns(found.checklists)}. Items of neutral checklists have no sign and are left out.`,
        edgesOf(kind),
        "Identical items of one policy in checklists of one sign are averaged.",
        SCORES[kind],
      ],
    });
  },
});
