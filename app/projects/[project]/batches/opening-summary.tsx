"use client";

import { useEffect, useState } from "react";
import { formatQuantity } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/skeleton";
import { isPast } from "@/lib/batch/rules/settings";
import type { Opening as OpeningNumbers } from "@/lib/batch/schema/views";
import { callApi } from "@/lib/http/client";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";

interface OpeningProps {
  /** Saves the draft if needed and resolves to its id; null if saving failed. */
  saved: () => Promise<string | null>;
  kind: SubjectKind;
  people: number;
  dueAt: string | null;
}

/** Everything that opening the batch will create, counted by the server that will create it. */
export function OpeningSummary({ saved, kind, people, dueAt }: OpeningProps) {
  const [numbers, setNumbers] = useState<OpeningNumbers | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: counted once for each time the dialog opens
  useEffect(() => {
    let isCurrent = true;
    void (async () => {
      const id = await saved();
      if (!id) return isCurrent && setProblem("The draft could not be saved.");
      const answer = await callApi<OpeningNumbers>("GET", `/api/v1/batches/${id}/opening`);
      if (!isCurrent) return;
      if (answer.ok) setNumbers(answer.value);
      else setProblem(answer.error.message);
    })();
    return () => {
      isCurrent = false;
    };
  }, []);

  if (problem) return <p className="text-danger">{problem}</p>;
  return (
    <div className="grid gap-2">
      {numbers === null ? (
        <Skeleton className="h-12" />
      ) : numbers.subjects > 0 ? (
        <Numbers numbers={numbers} kind={kind} people={people} />
      ) : (
        <p>
          No {kind} fits yet, so it opens without any. What the dataset gets from now on joins it as its
          design says, and annotators hear of it then.
        </p>
      )}
      <p>
        Afterwards the {kind}s, the protocol, the arms and the order are fixed; guidelines, due date and
        further annotators can still be added.
      </p>
      {isPast(dueAt) && (
        <p className="font-medium text-warning">
          The due date has passed already: the batch is overdue as soon as it is open.
        </p>
      )}
    </div>
  );
}

function Numbers({ numbers, kind, people }: { numbers: OpeningNumbers; kind: SubjectKind; people: number }) {
  const { slots, subjects, checks, training, exam, reserved, planted } = numbers;
  const more = [
    checks > 0 && `${formatQuantity(checks, "gold check")} among them`,
    reserved > 0 && `${formatQuantity(reserved, kind)} without drafts as well`,
    planted > 0 && formatQuantity(planted, "planted error"),
    training > 0 && `${formatQuantity(training, `training ${kind}`)} before`,
    exam > 0 && `${formatQuantity(exam, `exam ${kind}`)} before`,
  ].filter((part) => part !== false);
  return (
    <p>
      {formatQuantity(slots, "assignment")} on {formatQuantity(subjects, kind)}{" "}
      {slots === 1 ? "becomes" : "become"} available to {formatQuantity(people, "annotator")} at once
      {more.length > 0 && `: ${more.join(", ")}`}.
    </p>
  );
}
