"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { FileDrop } from "@/components/ui/file-drop";
import { useToast } from "@/components/ui/toast";

interface TableFileDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  size?: "lg";
  maxBytes: number;
  busy: boolean;
  /** Why the last request was refused. */
  failure: { title: string; reason: ReactNode } | undefined;
  /** The preview of the chosen file; undefined before one is chosen. */
  preview: ReactNode | undefined;
  onFile: (file: File) => Promise<void>;
  /** Forgets the chosen file. */
  onForget: () => void;
  /** The words of the button that saves all rows, and whether they can be saved. */
  save: { label: string; disabled: boolean };
  /** Saves all rows and resolves to what was done; undefined when it was refused. */
  onSave: () => Promise<string | undefined>;
}

/** Reads a table of responses, shows a preview of it, and saves it as a whole or not at all. */
export function TableFileDialog({
  open,
  onOpenChange,
  title,
  description,
  size,
  maxBytes,
  busy,
  failure,
  preview,
  onFile,
  onForget,
  save,
  onSave,
}: TableFileDialogProps) {
  const router = useRouter();
  const toast = useToast();

  function change(next: boolean) {
    if (busy) return;
    if (!next) onForget();
    onOpenChange(next);
  }

  async function saveAll() {
    const done = await onSave();
    if (done === undefined) return;
    toast.show({ tone: "positive", title: done });
    onForget();
    onOpenChange(false);
    router.refresh();
  }

  const hasFile = preview !== undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      size={size}
      title={title}
      description={description}
      footer={
        <>
          {hasFile && (
            <Button disabled={busy} onClick={onForget}>
              Choose another file
            </Button>
          )}
          <DialogClose>
            <Button disabled={busy}>Cancel</Button>
          </DialogClose>
          {hasFile && (
            <Button variant="primary" busy={busy} disabled={save.disabled} onClick={() => void saveAll()}>
              {save.label}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4 text-sm">
        {failure && (
          <Banner tone="danger" title={failure.title}>
            {failure.reason}
          </Banner>
        )}
        {hasFile ? (
          preview
        ) : (
          <FileDrop
            label={busy ? "Checking the file" : "Drop a table here"}
            accept={[".csv", ".jsonl", ".json", ".tsv"]}
            maxBytes={maxBytes}
            disabled={busy}
            onFiles={([file]) => file && void onFile(file)}
          />
        )}
      </div>
    </Dialog>
  );
}
