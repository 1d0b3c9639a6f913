import type { Quality } from "@/lib/batch/schema";

/** What annotators are told of the checks in a batch, unless it keeps them to itself. */
export function disclosuresOf({ gold, planted, disclosed }: Quality): string[] {
  if (!disclosed) return [];
  return [
    ...(gold ? ["Some of the work has known answers, to see how well the guidelines are understood."] : []),
    ...(planted
      ? [
          "Some drafts contain an error that was put there on purpose, to see whether errors are noticed." +
            (planted.debrief
              ? " Once the batch is closed you can read in your past work where they were."
              : ""),
        ]
      : []),
  ];
}

/** A text annotators read (Markdown), with what they are told of the checks under it. */
export function withDisclosures(text: string, quality: Quality): string {
  return [text, ...disclosuresOf(quality)].filter((part) => part.trim() !== "").join("\n\n");
}
