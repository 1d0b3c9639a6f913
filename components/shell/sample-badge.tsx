import { FlaskConical } from "lucide-react";
import { Trans } from "@/components/i18n/translations";

/** Badge of a dataset and its batches: nothing here is real work. */
export function SampleBadge() {
  return <SampleLabel id="ui.sample" />;
}

/** Badge of the demo project, which real studies may have been imported into. */
export function DemoBadge() {
  return <SampleLabel id="ui.demo" />;
}

function SampleLabel({ id }: { id: "ui.sample" | "ui.demo" }) {
  return (
    <span className="inline-flex h-5 items-center gap-1 rounded-sm border border-dashed border-warning bg-warning-soft px-1.5 text-xs font-medium whitespace-nowrap text-warning">
      <FlaskConical aria-hidden="true" className="size-3" />
      <span className="max-sm:sr-only">
        <Trans id={id} />
      </span>
    </span>
  );
}
