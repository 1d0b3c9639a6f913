import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { coefficient, countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import { ABLATION, checklistsOf, itemsOfBoth, JUDGED, SCORES } from "./ablated";
import { countOfSigns, type Sign, THETA } from "./ablation";
import { checklistTable, type JudgeRow, judgeColumns, partsInWords, policyColumn } from "./build";
import { itemLabels } from "./given-labels";
import { PUBLISHED_ITEMS } from "./published";
import { type AblatedChecklist, type SignedItem, signedItems } from "./signs";
import type { Kind } from "./verdicts";

interface CountRow extends JudgeRow {
  policy: string;
  ablations: string;
  lists: readonly AblatedChecklist[];
  items: readonly SignedItem[];
}

/** Numbers of positive items in positive checklists, and of negative items in negative ones: section 6.1. */
export const itemCountsTable = (kind: Kind): PaperTable => ({
  id: `signs-${kind}`,
  title: `Positive and negative checklists and items in ${JUDGED[kind]} (section 6.1)`,
  needs: partsInWords(kind, ABLATION),
  of: (source) => {
    const found = checklistsOf(source, kind);
    if ("missing" in found) return found;
    const groups = groupInOrder(found.checklists, ({ model, condition, policy }) =>
      JSON.stringify([model, condition, policy]),
    );
    const rows = [...groups.values()].flatMap((lists): CountRow[] => {
      const { model, condition, policy } = lists[0] as AblatedChecklist;
      const stable = lists.map((list) => ({ ...list, items: list.items.filter(({ isStable }) => isStable) }));
      return [
        { model, condition, policy, ablations: "all", lists, items: signedItems(lists) },
        { model, condition, policy, ablations: "with equal samples", lists, items: signedItems(stable) },
      ];
    });
    const columns = (["positive", "negative"] as const).flatMap((sign) => {
      const inLists = ({ items }: CountRow) => items.filter(({ checklist }) => checklist === sign);
      const signed = (row: CountRow) => inLists(row).filter((item) => item.sign === sign);
      return [
        countColumn<CountRow>(
          `${sign}Lists`,
          `${title(sign)} checklists`,
          "checklists",
          `Checklists beyond θ`,
          ({ lists }) => lists.filter((list) => list.sign === sign).length,
        ),
        countColumn<CountRow>(
          `${sign}Of`,
          "Their items",
          "items",
          `Items of ${sign} checklists`,
          (row) => inLists(row).length,
        ),
        countColumn<CountRow>(
          `${sign}Items`,
          `${title(sign)} items`,
          "items",
          `Of these, ${sign} ones`,
          (row) => signed(row).length,
        ),
        share<CountRow>(`${sign}Share`, "Share", "items", `The share of ${sign} items`, (row) =>
          inLists(row).length === 0
            ? [null, "none-qualify"]
            : [signed(row).length / inLists(row).length, null],
        ),
        countColumn<CountRow>(
          `${sign}Strong`,
          "Strong",
          "items",
          "With a change above 0.9",
          (row) => signed(row).filter(({ isStrong }) => isStrong).length,
        ),
      ];
    });
    return checklistTable(source, rows, {
      name: `checklists-signs-${kind}`,
      title: `Checklist study, Section 6.1: positive and negative items in ${JUDGED[kind]}`,
      description: "Which items bring verdicts nearer to people’s, and which take them away",
      columns: [
        ...judgeColumns(rows),
        policyColumn<CountRow>(),
        textColumn<CountRow>(
          "ablations",
          "Ablations",
          "All, or those whose samples say the same",
          (row) => row.ablations,
        ),
        ...columns,
      ],
      notes: [
        `θ = ${THETA[kind]}: ${countOfSigns(found.checklists)}. An item of a positive checklist is positive if leaving it out takes the verdict away from people’s; of a negative one negative if that brings it nearer.`,
        ...(source.published ? [PUBLISHED_ITEMS[kind]] : []),
      ],
    });
  },
});

const title = (sign: Sign) => `${sign[0]?.toUpperCase()}${sign.slice(1)}`;

/**
 * The positive items that are strong: those with a change above 0.9, or all, as the paper has it for InfoBench
 * (A.6.1).
 */
type StrongItems = "above-0.9" | "all-positive";

/** Each positive and negative item with its labels: whether it helped or hurt agreement with people. */
export const itemsTable = (strong: StrongItems): PaperTable => ({
  id: strong === "above-0.9" ? "items" : "items-infobench",
  title: `Positive and negative items with their labels: which helped and which hurt agreement with people${strong === "all-positive" ? "; all positive ones are strong, as for InfoBench" : ""}`,
  needs: `${partsInWords("pairwise", ABLATION)}; or the same of ratings`,
  of: (source) => {
    const found = itemsOfBoth(source);
    if ("missing" in found) return found;
    const rows = found.items
      .filter(({ sign }) => sign !== "neutral")
      .sort((a, b) => a.change - b.change || a.text.localeCompare(b.text, "en"));
    const labels = itemLabels(source.study);
    return checklistTable(source, rows, {
      name: strong === "above-0.9" ? "checklists-items" : "checklists-items-infobench",
      title:
        strong === "above-0.9"
          ? "Checklist study: positive and negative items"
          : "Checklist study, Appendix A.6.1: positive and negative items, for InfoBench",
      description:
        "Items whose absence changes how near verdicts are to people’s, those that help most first",
      columns: [
        ...judgeColumns(rows),
        policyColumn<SignedItem>(),
        textColumn<SignedItem>("kind", "Judged", "Pairs, or single responses", ({ kind }) => JUDGED[kind]),
        textColumn<SignedItem>("item", "Item", "The question", ({ text }) => text),
        textColumn<SignedItem>("tasks", "Tasks", "The tasks it is from", ({ tasks }) => tasks.join(", ")),
        textColumn<SignedItem>("effect", "Effect", "On agreement with people", ({ sign }) =>
          sign === "positive" ? "helped" : "hurt",
        ),
        coefficient<SignedItem>(
          "change",
          "Change without it",
          "Below 0: without it the verdict is farther from people’s",
          ({ change }) => [change, null],
        ),
        textColumn<SignedItem>("strong", "Strong", STRONG_WORDS[strong], ({ isStrong, sign }) =>
          isStrong || (strong === "all-positive" && sign === "positive") ? "yes" : "no",
        ),
        textColumn<SignedItem>("equal", "Equal samples", "All samples without it say the same", (row) =>
          row.isStable ? "yes" : "no",
        ),
        countColumn<SignedItem>(
          "times",
          "Times",
          "instances",
          "Pairs or responses it is averaged over",
          (row) => row.times,
        ),
        {
          ...textColumn<SignedItem>(
            "labels",
            "Labels",
            "That most people gave it",
            ({ keys }) => keys.flatMap((key) => labels.get(key) ?? []).join("; ") || null,
          ),
          optional: true,
        },
      ],
      notes: ["Identical items of one policy in checklists of one sign are averaged."],
    });
  },
});

const STRONG_WORDS: Record<StrongItems, string> = {
  "above-0.9": "A change above 0.9",
  "all-positive": "A positive item, or a negative one with a change above 0.9",
};

/** The cases behind the items: people, no checklist, checklist, and the items that moved the verdict most. */
export const casesTable: PaperTable = {
  id: "T8",
  also: ["F14"],
  title: "Cases: scores of people, without and with the checklist, and its strong items",
  needs: `${partsInWords("pairwise", ABLATION)}; or the same of ratings`,
  of: (source) => {
    const found = itemsOfBoth(source);
    if ("missing" in found) return found;
    const rows = found.checklists
      .filter(({ sign }) => sign !== "neutral")
      .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.task.localeCompare(b.task, "en"));
    const instructions = new Map(source.study.tasks.map(({ id, instruction }) => [id, instruction]));
    type Row = AblatedChecklist;
    const score = (id: "people" | "without" | "whole" | "change", header: string, about: string) =>
      coefficient<Row>(id, header, about, (row) => [row[id], null], { decimals: 2 });
    const itemsOf = ({ items }: Row, sign: Sign) =>
      items
        .filter((item) => item.sign === sign)
        .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
        .map(({ text, change }) => `${text} (${Number(change.toFixed(2))})`)
        .join("; ") || null;
    return checklistTable(source, rows, {
      name: "checklists-t8",
      title: "Checklist study, Table 8: cases",
      description: "Pairs and responses whose verdict the checklist moved to people’s or away from it",
      columns: [
        ...judgeColumns(rows),
        policyColumn<Row>(),
        textColumn<Row>("task", "Task", "Its id", ({ task }) => task),
        textColumn<Row>("instruction", "Instruction", "Its beginning", ({ task }) =>
          (instructions.get(task) ?? "").slice(0, 200),
        ),
        textColumn<Row>("kind", "Judged", "Pairs, or single responses", ({ kind }) => JUDGED[kind]),
        score("people", "People", "Their score"),
        score("without", "None", "The judge’s without a checklist"),
        score("whole", "Checklist", "The judge’s with the checklist"),
        score("change", "Change", "Distance to people without the checklist minus distance with it"),
        textColumn<Row>("positive", "Items that helped", "With their change", (row) =>
          itemsOf(row, "positive"),
        ),
        textColumn<Row>("negative", "Items that hurt", "With their change", (row) =>
          itemsOf(row, "negative"),
        ),
      ],
      notes: [SCORES.pairwise, SCORES.direct],
    });
  },
};
