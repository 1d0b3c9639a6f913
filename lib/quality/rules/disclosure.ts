import type { Quality } from "@/lib/quality/schema";

/** The counts of pasting and leaving the tab, and their limits. */
const SIGNALS =
  "While you work it is counted how often, and how many characters, you paste into your own texts, and how often and for " +
  "how long you leave this tab. What you paste is not recorded, nor where you go. The counts stand beside your answers; " +
  "nothing is decided by them here.";

/**
 * The facts that annotators read beforehand: that there are training and exam, and checks unless the batch
 * does not disclose them. That pasting and leaving the tab are counted is always disclosed.
 */
export function disclosuresOf({ training, exam, gold, planted, disclosed, signals }: Quality): string[] {
  const first = [
    ...(training
      ? [`First come ${training.subjects} for training: after each you read what was expected.`]
      : []),
    ...(exam
      ? [
          `${training ? "Then comes" : "First comes"} an exam of ${exam.subjects}: the work is for those with at least ` +
            `${exam.pass} % right, in at most ${exam.attempts === 1 ? "one attempt" : `${exam.attempts} attempts`}. ` +
            "What is said in it is not part of the results.",
        ]
      : []),
  ];
  const counted = signals ? [SIGNALS] : [];
  if (!disclosed) return [...first, ...counted];
  return [
    ...first,
    ...counted,
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

/** A Markdown text for annotators, with the disclosures of checks below it. */
export function withDisclosures(text: string, quality: Quality): string {
  return [text, ...disclosuresOf(quality)].filter((part) => part.trim() !== "").join("\n\n");
}
