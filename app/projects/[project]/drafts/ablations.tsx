import { formatQuantity } from "@/components/ui/format";
import type { Provenance } from "@/lib/drafting/schema/provenance";

/** Votes of samples in a row. */
export function votesText(votes: readonly unknown[]): string {
  return votes.map((vote) => (vote === null ? "none" : String(vote))).join(", ");
}

/** The verdict without each item of the checklist. */
export function Ablations({ ablations }: { ablations: NonNullable<Provenance["ablations"]> }) {
  return (
    <section aria-label="Without each item" className="grid gap-2">
      <h3 className="text-base">Without each item</h3>
      <p className="text-muted">The verdict when one item is left out of the checklist.</p>
      <ol className="grid list-decimal gap-2 ps-6">
        {ablations.map(({ item, text, value, votes }) => (
          <li key={item}>
            <span className="wrap-anywhere">{text}</span>
            <span className="block text-xs text-muted">
              {value === null ? "No verdict" : `Verdict ${value}`}; votes of{" "}
              {formatQuantity(votes.length, "sample")}: {votesText(votes)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
