import { progressWords } from "@/components/report/progress-words";
import { Time } from "@/components/ui/time";
import type { AsOf } from "@/lib/batch/schema/as-of";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface AsOfLineProps {
  /** Null once the batch is closed, and for what is no batch. */
  asOf: AsOf | null;
  /** The kind of the batch's subjects; null for an imported study, which has no progress. */
  kind: SubjectKind | null;
}

/** The moment that the numbers of an open batch are of, and the batch's progress then. */
export function AsOfLine({ asOf, kind }: AsOfLineProps) {
  return (
    asOf &&
    kind && (
      <p className="tabular-nums">
        As of <Time at={asOf.at} />: {progressWords(asOf, kind)}
      </p>
    )
  );
}
