import { Disclosure } from "@/components/ui/disclosure";
import { formatQuantity } from "@/components/ui/format";
import type { JsonObject } from "@/lib/formats/json-value";

/** Unmapped columns of a task or response, as imported. */
export function MetadataList({ metadata }: { metadata: JsonObject }) {
  const fields = Object.entries(metadata);
  if (fields.length === 0) return null;
  return (
    <Disclosure summary={`Metadata (${formatQuantity(fields.length, "field")})`}>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 text-sm">
        {fields.map(([field, value]) => (
          <div key={field} className="contents">
            <dt className="max-w-48 font-mono text-xs leading-5 wrap-anywhere text-muted">{field}</dt>
            <dd dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-wrap">
              {typeof value === "string" ? value : JSON.stringify(value)}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
