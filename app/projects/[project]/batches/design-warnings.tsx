import clsx from "clsx";
import { TriangleAlert } from "lucide-react";
import type { DesignNumbers } from "@/lib/batch/rules/design";

/** Obstacles to opening a design, and its limitations, each with a remedy. */
export function DesignWarnings({ design, className }: { design: DesignNumbers; className?: string }) {
  const { blockers, warnings } = design;
  if (blockers.length + warnings.length === 0) return null;
  return (
    <ul
      aria-label="What this design cannot tell"
      className={clsx(
        "grid gap-2 rounded-md border border-warning-line bg-warning-soft p-3 text-xs",
        className,
      )}
    >
      {blockers.map((words) => (
        <Warning key={words} reason={words} />
      ))}
      {warnings.map(({ about, reason, fix }) => (
        <Warning key={about} reason={reason} fix={fix} />
      ))}
    </ul>
  );
}

function Warning({ reason, fix }: { reason: string; fix?: string }) {
  return (
    <li className="flex gap-2">
      <TriangleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0 text-warning" />
      <span>
        {reason} {fix && <span className="text-muted">{fix}</span>}
      </span>
    </li>
  );
}
