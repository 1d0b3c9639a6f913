import { countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import { itemsOfBoth } from "./ablated";
import { checklistTable } from "./build";
import { ALL, datasetColumn, datasetsOf } from "./datasets";
import { labelNames, labelsOf, neededLabels, SIGNED } from "./given-labels";
import { PUBLISHED_LABELS } from "./published";

interface LabelRow {
  dataset: string;
  label: string;
  items: number;
  all: number;
  signed: number | null;
  ofSigned: number | null;
  published: number | null;
}

/** Labels of positive, and of negative items: tables 9 and 10. */
export const itemLabelsTable = (question: keyof typeof SIGNED): PaperTable => {
  const id = question === "positive-items" ? "T9" : "T10";
  const sign = SIGNED[question];
  return {
    id,
    title: `Labels of ${sign} items, and of those that the ablation found ${sign}`,
    needs: neededLabels(question),
    of: (source) => {
      const labelled = labelsOf(source.study, question, ({ item, unit }) => item ?? unit);
      if (labelled.length === 0) return { missing: [neededLabels(question)] };
      const found = itemsOfBoth(source);
      const signed =
        "missing" in found
          ? null
          : new Set(found.items.flatMap((item) => (item.sign === sign ? item.keys : [])));
      const names = labelNames(question, labelled);
      const parts = datasetsOf(source, labelled);
      const rows = parts.flatMap(({ name, own }) => {
        const ofSigned = signed && own.filter(({ unit }) => signed.has(unit));
        return names.map((label, at): LabelRow => {
          const has = ({ labels }: { labels: string[] }) => labels.includes(label);
          return {
            ...{ dataset: name, label, items: own.filter(has).length, all: own.length },
            signed: ofSigned?.filter(has).length ?? null,
            ofSigned: ofSigned?.length ?? null,
            published: source.published && name === ALL ? (PUBLISHED_LABELS[question]?.[at] ?? null) : null,
          };
        });
      });
      return checklistTable(source, rows, {
        name: `checklists-${id.toLowerCase()}`,
        title: `Checklist study, Table ${id.slice(1)}: labels of ${sign} items`,
        description: "Labels that at least half of the people gave an item",
        columns: [
          datasetColumn<LabelRow>(parts),
          textColumn<LabelRow>("label", "Label", "Of the taxonomy", ({ label }) => label),
          countColumn<LabelRow>("items", "Items", "items", "Labelled items with it", ({ items }) => items),
          share<LabelRow>("share", "Share", "items", "Of all labelled items", ({ items, all }) => [
            items / all,
            null,
          ]),
          {
            ...countColumn<LabelRow>(
              "signed",
              `${sign === "positive" ? "Positive" : "Negative"} items`,
              "items",
              `Labelled items with it that the ablation found ${sign}`,
              (row) => row.signed,
            ),
            optional: true,
          },
          {
            ...share<LabelRow>(
              "signedShare",
              "Share of these",
              "items",
              `Of all labelled items that the ablation found ${sign}`,
              (row) => [
                row.signed === null || !row.ofSigned ? null : row.signed / row.ofSigned,
                row.ofSigned === 0 ? "none-qualify" : null,
              ],
            ),
            optional: true,
          },
          {
            ...countColumn<LabelRow>(
              "published",
              "Paper",
              "items",
              "As the paper prints it",
              (row) => row.published,
            ),
            optional: true,
          },
        ],
        notes: signed
          ? []
          : ["There is no ablation of these items, so which of them helped or hurt is not known."],
        kinds: ["human", "gold"],
      });
    },
  };
};
