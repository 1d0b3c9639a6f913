import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import { STEPS, type StepId } from "@/app/projects/[project]/batches/wizard/steps";
import type { DesignProblem, DesignSection } from "@/lib/batch/rules/design";

interface StepLinksProps {
  at: StepId;
  problemsIn: (part: DesignSection) => readonly DesignProblem[];
  onGo: (to: StepId) => void;
}

/** Links to the wizard's steps, each with its number of problems. */
export function StepLinks({ at, problemsIn, onGo }: StepLinksProps) {
  return (
    <nav aria-label="Parts of the design">
      <ol className="flex flex-wrap gap-0.5">
        {STEPS.map(({ id: part, label }, index) => {
          const count = part === "review" ? 0 : problemsIn(part).length;
          return (
            <li key={part}>
              <button
                type="button"
                aria-current={part === at ? "step" : undefined}
                onClick={() => onGo(part)}
                className={clsx(
                  "inline-flex h-8 items-center gap-1.5 rounded-md border px-2 text-sm transition-colors",
                  part === at
                    ? "border-accent bg-accent-soft font-medium"
                    : "border-transparent text-muted hover:bg-hover hover:text-ink",
                )}
              >
                <span aria-hidden="true" className="text-xs tabular-nums">
                  {index + 1}
                </span>
                {label}
                {count > 0 && (
                  <span className="inline-flex items-center gap-0.5 text-xs text-danger">
                    <CircleAlert aria-hidden="true" className="size-3.5" />
                    <span className="sr-only">, {count} missing</span>
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
