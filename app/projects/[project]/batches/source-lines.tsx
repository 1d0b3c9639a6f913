import { sourcesInWords } from "@/lib/batch/rules/protocol-sources";
import type { SourceNames } from "@/lib/dataset/rules/source-names";
import type { Protocol } from "@/lib/protocol/schema";

/** Sources of what an arm shows, a line each; only chosen ones. */
export function SourceLines({ protocol, names }: { protocol: Protocol; names: SourceNames }) {
  const lines = sourcesInWords(protocol, names);
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Where it comes from" className="grid gap-1 text-xs text-muted">
      {lines.map((line) => (
        <li key={line} className="break-words">
          {line}
        </li>
      ))}
    </ul>
  );
}
