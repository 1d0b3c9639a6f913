"use client";

import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { ListTable } from "@/components/ui/list-table";
import { Panel } from "@/components/ui/panel";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { LabelPart, LabelSplitView } from "@/lib/judge/schema/split";

interface SplitPanelProps {
  dataset: string;
  /** Null: the labels are not split yet. */
  split: LabelSplitView | null;
  mayEdit: boolean;
}

const PARTS: Record<LabelPart, { label: string; use: string }> = {
  examples: { label: "Examples", use: "May be shown to judges" },
  development: { label: "Development", use: "Versions are compared on them" },
  "held-out": { label: "Held out", use: "For a final look, counted and recorded" },
};

/** The split of the dataset's labels: made once, then shown. */
export function SplitPanel({ dataset, split, mayEdit }: SplitPanelProps) {
  const [shares, setShares] = useState({ examples: "20", development: "40", seed: "42" });
  const { busy, error, send } = useRequest();
  const refresh = useRefresh();

  async function assign(body: object) {
    if (await send(() => callApi("POST", `/api/v1/datasets/${dataset}/label-split`, body))) await refresh();
  }

  const number = (name: keyof typeof shares, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={problemWith(error, name)}>
      <Input
        type="number"
        min={0}
        value={shares[name]}
        onChange={(event) => setShares((before) => ({ ...before, [name]: event.target.value }))}
      />
    </Field>
  );
  const heldOut = 100 - Number(shares.examples) - Number(shares.development);
  const isWhole = heldOut > 0;
  const failure = error && !error.problems && <Banner tone="danger" title={error.message} live />;

  if (!split)
    return (
      <Panel
        title="Split the labels"
        description="Once, by task: labels that a judge has seen cannot show how good it is."
      >
        {mayEdit ? (
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              const { examples, development, seed } = shares;
              assign({ examples: Number(examples), development: Number(development), seed: Number(seed) });
            }}
          >
            <div className="grid gap-4 sm:grid-cols-3">
              {number("examples", "Examples, %", PARTS.examples.use)}
              {number("development", "Development, %", PARTS.development.use)}
              {number("seed", "Seed", "The same seed makes the same split.")}
            </div>
            <p role="status" className={isWhole ? "text-sm text-muted" : "text-sm text-danger"}>
              {isWhole
                ? `${heldOut} % are held out. The split applies to all judges on this dataset and never changes.`
                : "Examples and development must leave some tasks to hold out: less than 100 % together."}
            </p>
            {failure}
            <div>
              <Button type="submit" variant="primary" busy={busy} disabled={!isWhole}>
                Split the labels
              </Button>
            </div>
          </form>
        ) : (
          <p className="text-sm text-muted">An admin has not split the labels of this dataset yet.</p>
        )}
      </Panel>
    );
  return (
    <Panel
      title="Labels"
      description={`Split by task, with seed ${split.seed}.`}
      actions={
        mayEdit &&
        split.unassigned > 0 && (
          <Button size="sm" busy={busy} onClick={() => assign({})}>
            Assign {formatQuantity(split.unassigned, "new task")}
          </Button>
        )
      }
      flush
    >
      {failure}
      <SplitTable split={split} />
    </Panel>
  );
}

/** Tasks and human values of each part. */
function SplitTable({ split }: { split: LabelSplitView }) {
  return (
    <ListTable
      label="Labels"
      columns={[
        { header: "Part" },
        { header: "Tasks", atEnd: true },
        { header: "With human values", atEnd: true },
        { header: "Use", className: "max-sm:hidden" },
      ]}
    >
      {(["examples", "development", "held-out"] as const).map((part) => (
        <tr key={part}>
          <th scope="row" className="text-left font-medium">
            {PARTS[part].label}
          </th>
          <td className="text-right tabular-nums">{formatCount(split.parts[part].tasks)}</td>
          <td className="text-right tabular-nums">{formatCount(split.parts[part].labelled)}</td>
          <td className="text-muted max-sm:hidden">{PARTS[part].use}</td>
        </tr>
      ))}
    </ListTable>
  );
}
