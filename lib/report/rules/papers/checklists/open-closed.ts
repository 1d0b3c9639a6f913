import { countColumn, share, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperTable } from "@/lib/report/schema/paper-table";
import { checklistTable } from "./build";
import { datasetColumn, datasetsOf } from "./datasets";
import { labelNames, labelsOf, neededLabels } from "./given-labels";
import { PUBLISHED_OPEN } from "./published";

/** Open and closed tasks. */
export const openClosedTable: PaperTable = {
  id: "T3",
  title: "Open and closed tasks",
  needs: neededLabels("open-closed"),
  of: (source) => {
    const labelled = labelsOf(source.study, "open-closed", ({ task }) => task);
    if (labelled.length === 0) return { missing: [neededLabels("open-closed")] };
    const names = labelNames("open-closed", labelled);
    type Row = { dataset: string; label: string; tasks: number; of: number };
    const parts = datasetsOf(source, labelled);
    const rows = parts.flatMap(({ name, own }) =>
      names.map((label): Row => {
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
