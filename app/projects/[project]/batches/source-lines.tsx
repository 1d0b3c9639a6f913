import { sourcesInWords } from "@/lib/batch/rules/sources";
import type { SourceNames } from "@/lib/dataset/rules/sources";
import type { Protocol } from "@/lib/protocol/schema";

/** Where what an arm shows comes from, a line for each thing; nothing where nothing was chosen. */
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
