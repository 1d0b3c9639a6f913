import { wordDiff } from "@/lib/rubric/rules/diff";

/** Word diff of two wordings. */
export function Diff({ before, after }: { before: string; after: string }) {
  return (
    <p dir="auto" className="wrap-break-word whitespace-pre-wrap">
      {wordDiff(before, after).map(({ kind, text }, at) => {
        if (kind === "same") return text;
        return kind === "removed" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two fixed texts never move
          <del key={at} className="mx-0.5 bg-remove-soft text-remove">
            {text}
          </del>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two fixed texts never move
          <ins key={at} className="mx-0.5 bg-accept-soft text-accept">
            {text}
          </ins>
        );
      })}
    </p>
  );
}
