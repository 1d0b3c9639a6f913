"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { type CheckedGold, GoldPreview } from "@/app/projects/[project]/data/[dataset]/gold-preview";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { FileDrop } from "@/components/ui/file-drop";
import { formatQuantity } from "@/components/ui/format";
import { useToast } from "@/components/ui/toast";
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
  const router = useRouter();
  const toast = useToast();
  const path = `/api/v1/datasets/${dataset}/gold`;

  function change(next: boolean) {
    if (busy) return;
    if (!next) setChecked(undefined);
    onOpenChange(next);
  }

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
    if (!done) return;
    toast.show({ tone: "positive", title: `${formatQuantity(done.marked, "gold value")} marked` });
    setChecked(undefined);
    onOpenChange(false);
    router.refresh();
  }

  const fits = checked?.check && checked.problems.length === 0 && checked.check.unfit === 0;
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      size="lg"
      title="Gold values from a file"
      description="A row for each value: the columns response, item (empty for the overall score), value and, if you like, explanation. All of it is marked, or nothing."
      footer={<FileButtons checked={checked} busy={busy} setChecked={setChecked} fits={fits} mark={mark} />}
    >
      <div className="grid gap-4">
        {error && (
          <Banner tone="danger" title="Nothing was marked">
            {error.message}
          </Banner>
        )}
        {checked ? (
          <GoldPreview checked={checked} />
        ) : (
          <FileDrop
            label={busy ? "Checking the file" : "Drop a table here"}
            accept={[".csv", ".jsonl", ".json", ".tsv"]}
            maxBytes={MOST_BYTES}
            disabled={busy}
            onFiles={([file]) => file && void look(file)}
          />
        )}
      </div>
    </Dialog>
  );
}

interface FileButtonsProps {
  checked: CheckedGold | undefined;
  busy: boolean;
  setChecked: (value: CheckedGold | undefined) => void;
  fits: boolean | null | undefined;
  mark: () => Promise<void>;
}

function FileButtons({ checked, busy, setChecked, fits, mark }: FileButtonsProps) {
  return (
    <>
      {checked && (
        <Button disabled={busy} onClick={() => setChecked(undefined)}>
          Choose another file
        </Button>
      )}
      <DialogClose>
        <Button disabled={busy}>Cancel</Button>
      </DialogClose>
      {checked && (
        <Button variant="primary" busy={busy} disabled={!fits} onClick={() => void mark()}>
          Mark {formatQuantity(checked.lines.length, "value")}
        </Button>
      )}
    </>
  );
}
