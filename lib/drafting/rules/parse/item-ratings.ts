import type { ItemRating } from "@/lib/drafting/schema";
import { linesWithOffsets } from "./marker";

const RATED = /^\s*(?:[-*•]|\d{1,2}[.)])?\s*(.+?)\s*[-–—:]\s*\[([1-5])\]\s*[-–—:]?\s*(.*)$/;

/**
 * Ratings of old questions, written "- <question> - [3]: <feedback>", one to a line; lines without a rating continue the
 * feedback before them. Ratings outside 1 to 5 are no ratings.
 */
export function itemRatings(text: string): ItemRating[] {
  const ratings: ItemRating[] = [];
  for (const { line } of linesWithOffsets(text)) {
    const match = line.length <= LONGEST ? RATED.exec(line) : null;
    const last = ratings.at(-1);
    if (match) {
      const [, question = "", rating, feedback = ""] = match;
      ratings.push({
        question: question.replace(/^\[+|\]+$/g, "").trim(),
        rating: Number(rating),
        feedback: feedback.trim(),
      });
    } else if (last && line.trim() !== "") {
      last.feedback = `${last.feedback} ${line.trim()}`.trim();
    }
  }
  return ratings;
}

/** Longer lines are prose; the limit bounds the work of the pattern. */
const LONGEST = 2000;
