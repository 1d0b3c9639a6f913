import { Sparkles } from "lucide-react";

/** Who drafted this. A draft always says so, and never looks like a person's own work. */
export function DraftLabel({ by }: { by: string }) {
  return (
    <span className="inline-flex items-center gap-1 text-xs text-muted">
      <Sparkles aria-hidden="true" className="size-3" />
      <span>
        draft · <span className="font-medium">{by}</span>
      </span>
    </span>
  );
}
