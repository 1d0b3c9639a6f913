"use client";

import { useState } from "react";
import { TableFileDialog } from "@/app/projects/[project]/data/[dataset]/table-file-dialog";
import { Banner } from "@/components/ui/banner";
import { formatQuantity } from "@/components/ui/format";
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
    return done && `${formatQuantity(done.responses, "response")} scored: ${done.names.join(", ")}`;
  }

  return (
    <TableFileDialog
      open={open}
      onOpenChange={onOpenChange}
      title="External scores from a file"
      description="A row for each response: the column response (its id in files), and a column of numbers for each score, such as that of a benchmark or a reward model. A file of generated responses with such a column fits. Either all rows are loaded, or none."
      maxBytes={MOST_BYTES}
      busy={busy}
      failure={
        error && { title: "Nothing was loaded", reason: `${error.message} ${detailOf(error.detail)}`.trim() }
      }
      preview={read && <ScorePreview read={read} />}
      onFile={look}
      onForget={() => setRead(undefined)}
      save={{
        label: `Load scores of ${formatQuantity(read?.rows.length ?? 0, "response")}`,
        disabled: !read || read.problems.length > 0,
      }}
      onSave={load}
    />
  );
}

/** The rows that cannot be read, or the scores that will be loaded. */
function ScorePreview({ read: { name, rows, problems } }: { read: ReadFile }) {
  if (problems.length > 0)
    return (
      <Banner tone="danger" title={`${formatQuantity(problems.length, "row")} of ${name} cannot be read`}>
        <ul>
          {problems.slice(0, SHOWN).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </Banner>
    );
  const names = [...new Set(rows.flatMap(({ scores }) => Object.keys(scores)))];
  return (
    <p>
      {name}: {formatQuantity(rows.length, "response")} with {names.join(", ")}. Scores of the same names are
      replaced.
    </p>
  );
}

/** The responses or the name that a refusal is about. */
function detailOf(detail: unknown): string {
  const { responses, name } = (detail ?? {}) as { responses?: string[]; name?: string };
  return responses ? `${responses.join(", ")}.` : name ? `${name}.` : "";
}
