import { progressWords } from "@/components/report/progress-words";
import { Time } from "@/components/ui/time";
import type { AsOf } from "@/lib/batch/schema/as-of";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface AsOfLineProps {
  /** Null once the batch is closed, and for what is no batch. */
  asOf: AsOf | null;
  /** What the batch is about; null for an imported study, which has no progress. */
  kind: SubjectKind | null;
}

/** Of which moment the numbers of an open batch are, and how far it had come then. */
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
