"use client";

import { useState } from "react";
import { type CheckedGold, GoldPreview } from "@/app/projects/[project]/data/[dataset]/gold-preview";
import { TableFileDialog } from "@/app/projects/[project]/data/[dataset]/table-file-dialog";
import { formatQuantity } from "@/components/ui/format";
import { beginningOf } from "@/lib/dataset/rules/formats/file-head";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { readGoldFile } from "@/lib/quality/rules/gold-file";
import type { GoldCheck } from "@/lib/quality/schema";

const MOST_BYTES = 5_000_000;

interface GoldFileDialogProps {
  dataset: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Marks gold of many responses from a file: previewed and validated, then saved as a whole or not at all. */
export function GoldFileDialog({ dataset, open, onOpenChange }: GoldFileDialogProps) {
  const [checked, setChecked] = useState<CheckedGold>();
  const { busy, error, send } = useRequest();
  const path = `/api/v1/datasets/${dataset}/gold`;

  async function look(file: File) {
    const read = await readGoldFile(file, await beginningOf(file, file.name));
    const rows = read.lines.map(({ row }) => row);
    if (rows.length === 0) return setChecked({ file: file.name, ...read, check: null });
    const check = await send(() => callApi<GoldCheck>("POST", `${path}/check`, { rows }));
    if (check) setChecked({ file: file.name, ...read, check });
  }

  async function mark() {
    const rows = (checked?.lines ?? []).map(({ row }) => row);
    const done = await send(() => callApi<{ marked: number }>("POST", `${path}/many`, { rows }));
    return done && `${formatQuantity(done.marked, "gold value")} marked`;
  }

  const fits = checked?.check && checked.problems.length === 0 && checked.check.unfit === 0;
  return (
    <TableFileDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="Gold values from a file"
      description="A row for each value: the columns response, item (empty for the overall score), value and, if you like, explanation. Either all rows are marked, or none."
      maxBytes={MOST_BYTES}
      busy={busy}
      failure={error && { title: "Nothing was marked", reason: error.message }}
      preview={checked && <GoldPreview checked={checked} />}
      onFile={look}
      onForget={() => setChecked(undefined)}
      save={{ label: `Mark ${formatQuantity(checked?.lines.length ?? 0, "value")}`, disabled: !fits }}
      onSave={mark}
    />
  );
}
