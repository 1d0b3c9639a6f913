import { taxonomyOf } from "@/lib/protocol/rules/taxonomies";
import { countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import { itemsOfBoth } from "./ablated";
import type { Sign } from "./ablation";
import { checklistTable } from "./build";
import { ALL, datasetColumn, datasetsOf } from "./datasets";
import { labelsOf, SIGNED } from "./given-labels";
import { PUBLISHED_LABELS, PUBLISHED_OPEN, PUBLISHED_OVERLAP } from "./published";

const NO_LABELS = (question: string) =>
  `labels of a step with the name ${question}: the taxonomy of that name in a batch, or gold labels in a study file`;

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
export const labelsTable = (question: keyof typeof SIGNED): PaperTable => {
  const id = question === "positive-items" ? "T9" : "T10";
  const sign = SIGNED[question];
  return {
    id,
    title: `Labels of ${sign} items, and of those that the ablation found ${sign}`,
    needs: NO_LABELS(question),
    of: (source) => {
      const labelled = labelsOf(source.study, question, ({ item, unit }) => item ?? unit);
      if (labelled.length === 0) return { missing: [NO_LABELS(question)] };
      const found = itemsOfBoth(source);
      const signed =
        "missing" in found
          ? null
          : new Set(found.items.flatMap((item) => (item.sign === sign ? item.keys : [])));
      const ofSigned = signed && labelled.filter(({ unit }) => signed.has(unit));
      const known = taxonomyOf(question).step.labels.map(({ name }) => name);
      const names = [...new Set([...known, ...labelled.flatMap(({ labels }) => labels)])];
      const parts = datasetsOf(source, labelled);
      const rows = parts.flatMap(({ name, own }) =>
        names.map((label, at): LabelRow => {
          const has = ({ labels }: { labels: string[] }) => labels.includes(label);
          const signedOnes = ofSigned?.filter((one) => own.includes(one)) ?? null;
          return {
            ...{ dataset: name, label, items: own.filter(has).length, all: own.length },
            signed: signedOnes?.filter(has).length ?? null,
            ofSigned: signedOnes?.length ?? null,
            published: source.published && name === ALL ? (PUBLISHED_LABELS[question]?.[at] ?? null) : null,
          };
        }),
      );
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
          : ["No ablation of these items is at hand: which of them helped or hurt is not known."],
        kinds: ["human", "gold"],
      });
    },
  };
};

/** Open and closed tasks. */
export const openClosedTable: PaperTable = {
  id: "T3",
  title: "Open and closed tasks",
  needs: NO_LABELS("open-closed"),
  of: (source) => {
    const labelled = labelsOf(source.study, "open-closed", ({ task }) => task);
    if (labelled.length === 0) return { missing: [NO_LABELS("open-closed")] };
    const names = taxonomyOf("open-closed").step.labels.map(({ name }) => name);
    const all = [...new Set([...names, ...labelled.flatMap(({ labels }) => labels)])];
    type Row = { dataset: string; label: string; tasks: number; of: number };
    const parts = datasetsOf(source, labelled);
    const rows = parts.flatMap(({ name, own }) =>
      all.map((label): Row => {
        const tasks = own.filter(({ labels }) => labels.includes(label)).length;
        return { dataset: name, label, tasks, of: own.length };
      }),
    );
    return checklistTable(source, rows, {
      name: "checklists-t3",
      title: "Checklist study, Table 3: open and closed tasks",
      description: "As at least half of the people labelled them",
      columns: [
        datasetColumn<Row>(parts),
        textColumn<Row>("label", "Label", "Of the task", ({ label }) => label),
        countColumn<Row>("tasks", "Tasks", "tasks", "Tasks with this label", ({ tasks }) => tasks),
        share<Row>("share", "Share", "tasks", "Of all labelled tasks", ({ tasks, of }) => [tasks / of, null]),
      ],
      notes: source.published ? [PUBLISHED_OPEN] : [],
      kinds: ["human", "gold"],
    });
  },
};

interface OverlapRow {
  list: string;
  by: Record<Sign, { both: number; only: number }>;
  /** The ablated items that hurt in no checklist; none of a list that was not ablated. */
  harmless: { both: number; only: number };
}

/** Matches of items between two lists, by whether the generated ones helped or hurt: table 4. */
export const overlapTable: PaperTable = {
  id: "T4",
  title: "Overlap of people’s and generated checklists by positive and negative items",
  needs: "matches of two checklists from a batch’s step overlap, and an ablation of the generated one",
  of: (source) => {
    const overlaps = (source.study.overlaps ?? []).flatMap(({ items, ...one }) =>
      items ? [{ ...one, items }] : [],
    );
    const found = itemsOfBoth(source);
    const missing = [
      ...(overlaps.length === 0 ? ["matches of two checklists: a batch with the step overlap"] : []),
      ...("missing" in found ? found.missing : []),
    ];
    if (missing.length > 0 || "missing" in found) return { missing };
    const keys = (sign: Sign) =>
      new Set(found.items.flatMap((item) => (item.sign === sign ? item.keys : [])));
    const signs = { positive: keys("positive"), negative: keys("negative") };
    const harmless = new Set(
      found.items.flatMap((item) => item.keys.filter((key) => !signs.negative.has(key))),
    );
    const rows = new Map<string, OverlapRow>();
    const none = () => ({ both: 0, only: 0 });
    const rowOf = (list: string) => {
      const by = { positive: none(), neutral: none(), negative: none() };
      const row = rows.get(list) ?? { list, by, harmless: none() };
      rows.set(list, row);
      return row;
    };
    const count = (
      to: { both: number; only: number },
      items: readonly string[],
      matched: readonly string[],
    ) => {
      for (const item of items) to[matched.includes(item) ? "both" : "only"]++;
    };
    for (const { first, second, items } of overlaps)
      for (const [own, name, other] of [
        [items.first, first, items.second],
        [items.second, second, items.first],
      ] as const) {
        const row = rowOf(name);
        count(
          row.harmless,
          own.all.filter((item) => harmless.has(item)),
          own.matched,
        );
        for (const sign of ["positive", "negative"] as const) {
          const ablated = own.all.filter((item) => signs[sign].has(item));
          const isAblated = own.all.some((item) => signs.positive.has(item) || signs.negative.has(item));
          // A list that was not ablated is counted whole beside one with such items.
          const counted = isAblated
            ? ablated
            : other.all.some((item) => signs[sign].has(item))
              ? own.all
              : [];
          count(row.by[sign], counted, own.matched);
        }
      }
    const list = [...rows.values()].sort((a, b) => a.list.localeCompare(b.list, "en"));
    return checklistTable(source, list, {
      name: "checklists-t4",
      title: "Checklist study, Table 4: overlap by positive and negative items",
      description:
        "Items of two lists that ask for the same, where the generated items helped and where they hurt",
      columns: [
        textColumn<OverlapRow>("list", "Checklist", "Its author", (row) => row.list),
        ...(["positive", "negative"] as const).flatMap((sign) => [
          countColumn<OverlapRow>(
            `${sign}Both`,
            `${sign === "positive" ? "Positive" : "Negative"}, in both`,
            "items",
            "Items with a match in the other list",
            ({ by }) => by[sign].both,
          ),
          countColumn<OverlapRow>(
            `${sign}Only`,
            "In this one alone",
            "items",
            "Items without a match",
            ({ by }) => by[sign].only,
          ),
        ]),
        {
          ...share<OverlapRow>(
            "harmlessShare",
            "Not negative, in both",
            "items",
            "Of the ablated items that are positive or neutral, those with a match in the other list",
            ({ harmless: { both, only } }) => [both + only === 0 ? null : both / (both + only), null],
          ),
          optional: true,
        },
        {
          ...countColumn<OverlapRow>(
            "harmlessOf",
            "Not negative",
            "items",
            "Ablated items that are positive or neutral",
            ({ harmless: { both, only } }) => both + only || null,
          ),
          optional: true,
        },
      ],
      notes: [
        "Of a list that was ablated its positive and negative items count; of the other list all items of tasks with such items. An item counts once for each person who looked for its match.",
        ...(source.published ? [PUBLISHED_OVERLAP] : []),
      ],
      kinds: ["human", "llm"],
    });
  },
};
