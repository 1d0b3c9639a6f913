"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCount } from "@/components/ui/format";
import { LoadMore } from "@/components/ui/load-more";
import { Panel } from "@/components/ui/panel";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { callApi } from "@/lib/api/client";
import { useRequest } from "@/lib/api/use-request";

interface Problem {
  n: number;
  line: number | null;
  place: string;
  reason: string;
}

interface ProblemsProps {
  importId: string;
  initial: Problem[];
  total: number;
}

/** As many as the server keeps; the rest is only counted. */
const KEPT = 10_000;

/** What is wrong with a file, line by line, to be corrected there. */
export function Problems({ importId, initial, total }: ProblemsProps) {
  const [problems, setProblems] = useState(initial);
  const { busy, send } = useRequest();
  const kept = Math.min(total, KEPT);
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
      title="Problems"
      description={total > KEPT ? `The first ${formatCount(KEPT)} of ${formatCount(total)}.` : undefined}
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
      <ScrollRegion label="Problems" className="max-h-[70dvh]">
        <table className="w-full text-sm">
          <thead className="text-xs text-muted">
            <tr className="border-b text-left *:sticky *:top-0 *:bg-surface *:px-3 *:py-2 *:font-medium">
              <th scope="col" className="pl-4! text-right">
                Line
              </th>
              <th scope="col">Field</th>
              <th scope="col" className="pr-4!">
                Problem
              </th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ n, line, place, reason }) => (
              <tr key={n} className="border-b align-top last:border-b-0 *:px-3 *:py-2">
                <th scope="row" className="pl-4! text-right font-normal tabular-nums">
                  {line === null ? <span className="text-muted">file</span> : formatCount(line)}
                </th>
                <td className="min-w-36 font-mono text-xs leading-5 wrap-anywhere">{place}</td>
                <td dir="auto" className="w-full min-w-56 pr-4! wrap-anywhere">
                  {reason}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {kept > problems.length && (
        <div className="border-t">
          <LoadMore
            shown={problems.length}
            total={kept}
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

function asText({ line, place, reason }: Problem): string {
  return [line === null ? "file" : `line ${line}`, place, reason].filter((part) => part !== "").join(": ");
}
