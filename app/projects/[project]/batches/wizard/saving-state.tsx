import type { Saving } from "@/app/projects/[project]/batches/wizard/use-draft";

/** Save state of a draft. */
export function SavingState({ saving }: { saving: Saving }) {
  const words = {
    new: "Saved as a draft from the first change on.",
    saved: "Draft saved",
    saving: "Saving …",
    waiting: "Saving …",
    unfinished: "Not saved yet: an entry is not valid.",
    failed: "Not saved.",
    stale: "Not saved.",
  };
  return (
    <p role="status" className="text-center text-xs text-muted">
      {words[saving.state]} {saving.state === "failed" && saving.message}
    </p>
  );
}
