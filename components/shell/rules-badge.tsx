import { Ruler } from "lucide-react";

/** Badge: no language model is configured in this project. */
export function RulesBadge() {
  return (
    <span className="inline-flex h-5 items-center gap-1 rounded-sm border border-line bg-sunken px-1.5 text-xs font-medium whitespace-nowrap text-add">
      <Ruler aria-hidden="true" className="size-3" />
      <span className="max-md:sr-only">No language model: drafts by rules</span>
    </span>
  );
}
