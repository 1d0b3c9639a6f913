"use client";

import { useChange } from "@/app/projects/[project]/batches/[batch]/use-change";
import { Button } from "@/components/ui/button";
import { NoteDialog } from "@/components/ui/note-dialog";
import type { QualificationBody } from "@/lib/quality/schema";

interface GrantQualificationProps {
  batch: string;
  membership: string;
  who: string;
  grant: QualificationBody["grant"];
  /** The annotator has finished the exam and seen the expected values. */
  revealed: boolean;
}

const WORDS = {
  attempt: {
    action: "Another attempt",
    title: (who: string) => `Grant ${who} another attempt?`,
    description: "They restart the exam, with the same assignments in the same order.",
    done: (who: string) => `${who} has another attempt`,
  },
  admission: {
    action: "Waive exam",
    title: (who: string) => `Let ${who} in without it?`,
    description:
      "From now on they are given the batch's own work. Training or an exam in progress is cancelled.",
    done: (who: string) => `${who} is given the work of this batch now`,
  },
};

/** Grants an annotator another try or a waiver, with a recorded reason. */
export function GrantQualification({ batch, membership, who, grant, revealed }: GrantQualificationProps) {
  const change = useChange();
  const words = WORDS[grant];
  const path = `/api/v1/batches/${batch}/annotators/${membership}/qualification`;
  return (
    <NoteDialog
      trigger={
        <Button size="sm" aria-label={`${words.action}: ${who}`}>
          {words.action}…
        </Button>
      }
      title={words.title(who)}
      description={
        grant === "attempt" && revealed
          ? `${words.description} They may have read the expected answers.`
          : words.description
      }
      field="Why"
      hint="The reason is kept with the batch, and is in the copy of their own data."
      missing="Say why."
      maxLength={1000}
      verb={grant === "attempt" ? "Grant" : "Waive exam"}
      onSend={(note) => change("POST", path, { grant, note }, words.done(who))}
    />
  );
}
