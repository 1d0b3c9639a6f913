import { Ruler, Sparkles } from "lucide-react";
import { Trans } from "@/components/i18n/translations";

interface DraftLabelProps {
  /** Empty where the step does not name who drafted it. */
  by: string;
  /** It was made without a language model, and says so wherever it is shown. */
  isRuleBased?: boolean;
}

/** Who drafted this, or that it is a draft. A draft always says so, and never looks like a person's own work. */
export function DraftLabel({ by, isRuleBased = false }: DraftLabelProps) {
  if (isRuleBased) {
    return (
      <span className="inline-flex items-center gap-1 text-xs text-add">
        <Ruler aria-hidden="true" className="size-3 shrink-0" />
        <span className="font-medium">
          <Trans id="draft.rules" />
        </span>
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1 text-xs text-muted">
      <Sparkles aria-hidden="true" className="size-3" />
      <span>
        {by ? (
          <Trans id="draft.by" values={{ by: <bdi className="font-medium">{by}</bdi> }} />
        ) : (
          <Trans id="draft.unnamed" />
        )}
      </span>
    </span>
  );
}
