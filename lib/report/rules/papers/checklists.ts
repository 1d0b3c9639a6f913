import { CITATIONS } from "@/lib/protocol/rules/citations";
import { taxonomyOf } from "@/lib/protocol/rules/taxonomies";
import { casesTable, itemCountsTable, itemsTable } from "@/lib/report/rules/papers/checklists/ablations";
import { rangeTable, rateTable, selectiveTable } from "@/lib/report/rules/papers/checklists/application";
import { differenceTable } from "@/lib/report/rules/papers/checklists/differences";
import { changesTable, itemChangesTable } from "@/lib/report/rules/papers/checklists/histograms";
import { itemLabelsTable } from "@/lib/report/rules/papers/checklists/item-labels";
import { lengthsTable, retainedTable } from "@/lib/report/rules/papers/checklists/lengths";
import { openClosedTable } from "@/lib/report/rules/papers/checklists/open-closed";
import { overlapTable } from "@/lib/report/rules/papers/checklists/overlap";
import { hasMethod } from "@/lib/report/rules/papers/used-methods";
import type { Paper } from "@/lib/report/schema/paper-table";

const QUESTIONS = new Set(
  (["positive-items", "negative-items", "open-closed"] as const).map((id) => taxonomyOf(id).step.id),
);

/** Furuhashi et al. (2025): whether checklists help, when to use them, and which of their items do. */
export const checklists: Paper = {
  id: "checklists",
  title: CITATIONS.checklists,
  isUsedIn: (use) =>
    hasMethod(use, "clstudy.") ||
    use.labels.some(({ question }) => QUESTIONS.has(question)) ||
    use.overlap.length > 0,
  takesReport: false,
  tables: [
    selectiveTable("pairwise"),
    selectiveTable("direct"),
    rangeTable("pairwise"),
    rangeTable("direct"),
    rateTable("pairwise"),
    rateTable("direct"),
    differenceTable("pairwise"),
    differenceTable("direct"),
    openClosedTable,
    overlapTable,
    lengthsTable,
    retainedTable,
    changesTable("pairwise"),
    changesTable("direct"),
    itemChangesTable("pairwise"),
    itemChangesTable("direct"),
    itemCountsTable("pairwise"),
    itemCountsTable("direct"),
    itemsTable("above-0.9"),
    itemsTable("all-positive"),
    casesTable,
    itemLabelsTable("positive-items"),
    itemLabelsTable("negative-items"),
  ],
};
