import { FlaskConical } from "lucide-react";
import { Trans } from "@/components/i18n/translations";

/** Badge: nothing here is real work. */
export function SampleBadge() {
  return (
    <span className="inline-flex h-5 items-center gap-1 rounded-sm border border-dashed border-warning bg-warning-soft px-1.5 text-xs font-medium whitespace-nowrap text-warning">
      <FlaskConical aria-hidden="true" className="size-3" />
      <span className="max-sm:sr-only">
        <Trans id="ui.sample" />
      </span>
    </span>
  );
}
