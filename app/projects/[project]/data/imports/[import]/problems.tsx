"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCount } from "@/components/ui/format";
import { ListTable } from "@/components/ui/list-table";
import { LoadMore } from "@/components/ui/load-more";
import { Panel } from "@/components/ui/panel";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface Problem {
  n: number;
  line: number | null;
  place: string;
  reason: string;
  rowId: string | null;
  excerpt: string | null;
  echo: boolean;
}

interface ProblemsProps {
  importId: string;
  title: string;
  initial: Problem[];
  /** Number of problems stored. */
  stored: number;
  /** Number of problems in total. */
  total: number;
}

/** Problems of a file by row: position, the row's id, and the message. */
export function Problems({ importId, title, initial, stored, total }: ProblemsProps) {
  const [problems, setProblems] = useState(initial);
  const { busy, send } = useRequest();
  const source = `/api/v1/imports/${importId}/problems`;

  async function more() {
    const next = await send(() =>
      callApi<{ problems: Problem[] }>("GET", `${source}?from=${problems.length}`),
    );
    if (next) setProblems([...problems, ...next.problems]);
  }

  return (
    <Panel
      flush
      title={title}
      description={
        total > stored
          ? `The first ${formatCount(stored)} of ${formatCount(total)}; the rest is only counted.`
          : undefined
      }
      actions={
        <>
          <CopyButton wide label="Copy" text={problems.map(asText).join("\n")} />
          <a href={`${source}?format=csv`} download className={buttonClass({ size: "sm" })}>
            <Download aria-hidden="true" />
            Download all
          </a>
        </>
      }
    >
      <ListTable
        label="Problems"
        className="max-h-[70dvh]"
        stickyHeader
        columns={[
          { header: "Line", atEnd: true },
          { header: "Id" },
          { header: "Field" },
          { header: "Problem" },
        ]}
      >
        {problems.map(({ n, line, place, reason, rowId, excerpt, echo }) => (
          <ProblemRow
            key={n}
            line={line}
            rowId={rowId}
            place={place}
            reason={reason}
            echo={echo}
            excerpt={excerpt}
          />
        ))}
      </ListTable>
      {stored > problems.length && (
        <div className="border-t">
          <LoadMore
            shown={problems.length}
            total={stored}
            noun="problems"
            hasMore
            busy={busy}
            onLoadMore={() => void more()}
          />
        </div>
      )}
    </Panel>
  );
}

interface ProblemRowProps {
  line: number | null;
  rowId: string | null;
  place: string;
  reason: string;
  echo: boolean;
  excerpt: string | null;
}

function ProblemRow({ line, rowId, place, reason, echo, excerpt }: ProblemRowProps) {
  return (
    <tr className="align-top">
      <th scope="row" className="text-right font-normal tabular-nums">
        {line === null ? <span className="text-muted">file</span> : formatCount(line)}
      </th>
      <td className="min-w-40 font-mono text-xs leading-5 wrap-anywhere">{rowId}</td>
      <td className="min-w-36 font-mono text-xs leading-5 wrap-anywhere">{place}</td>
      <td className="w-full min-w-64 wrap-anywhere">
        <span dir="auto" className="block">
          {reason}
          {echo && <span className="text-muted"> (follows from another problem)</span>}
        </span>
        {excerpt && (
          <bdi dir="auto" className="line-clamp-2 text-xs text-muted">
            {excerpt}
          </bdi>
        )}
      </td>
    </tr>
  );
}

function asText({ line, rowId, place, reason }: Problem): string {
  return [line === null ? "file" : `line ${line}`, rowId ?? "", place, reason]
    .filter((part) => part !== "")
    .join(": ");
}
