import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { Panel } from "@/components/ui/panel";
import type { JudgeLint } from "@/lib/drafting/rules/judge/lints";

interface LintListProps {
  lints: readonly JudgeLint[];
  /** The server found an example of a held-out task. */
  isHeldOut: boolean;
}

/** The problems of the judge as it is written. */
export function LintList({ lints, isHeldOut }: LintListProps) {
  const isFaultless = lints.length === 0 && !isHeldOut;
  return (
    <Panel title="Checks">
      <ul aria-live="polite" className="grid gap-2 text-sm [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
        {isFaultless && (
          <li className="flex gap-2">
            <CircleCheck aria-hidden="true" className="text-positive" />
            Every placeholder is known, and the parser reads the answer.
          </li>
        )}
        {isHeldOut && (
          <li className="flex gap-2 text-danger">
            <CircleAlert aria-hidden="true" />
            An example is from a task whose labels are held out. Remove it.
          </li>
        )}
        {lints.map(({ severity, message }) => (
          <li key={message} className={severity === "error" ? "flex gap-2 text-danger" : "flex gap-2"}>
            {severity === "error" ? (
              <CircleAlert aria-hidden="true" />
            ) : (
              <TriangleAlert aria-hidden="true" className="text-warning" />
            )}
            <span className="min-w-0 wrap-anywhere">
              <span className="sr-only">{severity === "error" ? "Error: " : "Warning: "}</span>
              {message}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
