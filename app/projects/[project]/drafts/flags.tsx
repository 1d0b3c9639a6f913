import { Lightbulb, TriangleAlert } from "lucide-react";
import { flagWords, isWarning } from "@/lib/drafting/rules/wording";

/** Hints about a draft, in words. For admins and reviewers to judge by; they change nothing. */
export function Flags({ flags }: { flags: readonly string[] }) {
  const distinct = [...new Set(flags)];
  if (distinct.length === 0) return null;
  return (
    <ul aria-label="Hints" className="grid gap-1 text-xs">
      {distinct.map((flag) => {
        const Icon = isWarning(flag) ? TriangleAlert : Lightbulb;
        return (
          <li
            key={flag}
            className={`flex items-start gap-1.5 ${isWarning(flag) ? "text-warning" : "text-muted"}`}
          >
            <Icon aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
            {flagWords(flag)}
          </li>
        );
      })}
    </ul>
  );
}
