"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { FileDrop } from "@/components/ui/file-drop";
import { formatQuantity } from "@/components/ui/format";
import { useToast } from "@/components/ui/toast";
import { beginningOf } from "@/lib/dataset/rules/formats/file-head";
import { readScoreFile } from "@/lib/dataset/rules/score-file";
import type { ScoreRow, ScoresSet } from "@/lib/dataset/schema/scores";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

const MOST_BYTES = 15_000_000;
const SHOWN = 10;

interface ReadFile {
  name: string;
  rows: ScoreRow[];
  problems: string[];
}

interface ScoreFileDialogProps {
  dataset: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Loads external scores of responses from a file: read and checked, then saved as a whole or not at all. */
export function ScoreFileDialog({ dataset, open, onOpenChange }: ScoreFileDialogProps) {
  const [read, setRead] = useState<ReadFile>();
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const toast = useToast();

  function change(next: boolean) {
    if (busy) return;
    if (!next) setRead(undefined);
    onOpenChange(next);
  }

  async function look(file: File) {
    const { lines, problems } = await readScoreFile(file, await beginningOf(file, file.name));
    setRead({
      name: file.name,
      rows: lines.map(({ row }) => row),
      problems: problems.map(
        ({ line, place, reason }) => `${line === null ? "" : `Line ${line}: `}${place} ${reason}`,
      ),
    });
  }

  async function load() {
    const rows = read?.rows ?? [];
    const done = await send(() => callApi<ScoresSet>("POST", `/api/v1/datasets/${dataset}/scores`, { rows }));
    if (!done) return;
    toast.show({
      tone: "positive",
      title: `${formatQuantity(done.responses, "response")} scored: ${done.names.join(", ")}`,
    });
    setRead(undefined);
    onOpenChange(false);
    router.refresh();
  }

  const names = [...new Set(read?.rows.flatMap(({ scores }) => Object.keys(scores)))];
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="External scores from a file"
      description="A row for each response: the column response (its id in files), and a column of numbers for each score, such as that of a benchmark or a reward model. A file of generated responses with such a column fits. All of it is loaded, or nothing."
      footer={
        <>
          {read && (
            <Button disabled={busy} onClick={() => setRead(undefined)}>
              Choose another file
            </Button>
          )}
          <DialogClose>
            <Button disabled={busy}>Cancel</Button>
          </DialogClose>
          {read && (
            <Button
              variant="primary"
              busy={busy}
              disabled={read.problems.length > 0}
              onClick={() => void load()}
            >
              Load scores of {formatQuantity(read.rows.length, "response")}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4 text-sm">
        {error && (
          <Banner tone="danger" title="Nothing was loaded">
            {error.message} {detailOf(error.detail)}
          </Banner>
        )}
        {!read ? (
          <FileDrop
            label="Drop a table here"
            accept={[".csv", ".jsonl", ".json", ".tsv"]}
            maxBytes={MOST_BYTES}
            disabled={busy}
            onFiles={([file]) => file && void look(file)}
          />
        ) : read.problems.length > 0 ? (
          <Banner
            tone="danger"
            title={`${formatQuantity(read.problems.length, "row")} of ${read.name} cannot be read`}
          >
            <ul>
              {read.problems.slice(0, SHOWN).map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Banner>
        ) : (
          <p>
            {read.name}: {formatQuantity(read.rows.length, "response")} with {names.join(", ")}. Scores of the
            same names are replaced.
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** The responses or the name that a refusal is about. */
function detailOf(detail: unknown): string {
  const { responses, name } = (detail ?? {}) as { responses?: string[]; name?: string };
  return responses ? `${responses.join(", ")}.` : name ? `${name}.` : "";
}
