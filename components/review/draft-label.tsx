import { Ruler, Sparkles } from "lucide-react";
import { Trans } from "@/components/i18n/translations";

interface DraftLabelProps {
  /** Name of the drafter; empty where the step hides it. */
  by: string;
  /** Drafted without a language model, which is said wherever it is shown. */
  isRuleBased?: boolean;
}

/** Marks a draft, with its drafter where known, so that it never looks like a person's own work. */
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
