import { countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import { itemsOfBoth } from "./ablated";
import type { Sign } from "./ablation";
import { checklistTable } from "./build";
import { PUBLISHED_OVERLAP } from "./published";

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
