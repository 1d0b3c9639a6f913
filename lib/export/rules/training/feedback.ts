import type { DraftRecord, JudgementRecord } from "@/lib/dataset/schema";

/** The explanation lines of a draft, without the line that states its value. */
export function draftedFeedback({ lines = [], scoreLine }: DraftRecord): string[] {
  return lines.filter((_, at) => at !== scoreLine);
}

/**
 * The explanation that a person stands for: accepted lines as they were drafted, revised ones in the person's words, and
 * added ones. Removed lines, lines that nobody decided on and the line that states the value are left out.
 */
export function judgedFeedback({ lines = [] }: JudgementRecord, draft: DraftRecord | undefined): string[] {
  return lines.flatMap((line) => {
    if (line.action === "remove") return [];
    if (line.draft !== undefined && line.draft === draft?.scoreLine) return [];
    const drafted = line.draft === undefined ? line.draftText : draft?.lines?.[line.draft];
    const text = line.action === "accept" ? drafted : (line.text ?? drafted);
    return text === undefined || text.trim() === "" ? [] : [text];
  });
}

/** True if the person saw a draft before giving the value. */
export function sawDraft({ draft, exposure }: JudgementRecord): boolean {
  return draft !== undefined && exposure !== "none";
}
