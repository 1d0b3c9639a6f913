import { z } from "zod";
import type { Problem } from "@/lib/dataset/rules/lines";

/** Problems of one kind: how often, and one of them. */
export const Cause = z.object({
  /** Without the positions that differ from row to row. */
  place: z.string(),
  /** With “…” and # in place of what differs from row to row. */
  reason: z.string(),
  count: z.int(),
  /** The line of the first. */
  line: z.int().nullable(),
});
export type Cause = z.infer<typeof Cause>;

/** How many causes are told apart; what is beyond them is counted as one. */
const MOST = 100;
const OTHERS = "other problems";

/** Counts problems by their cause, in the order in which the causes first appear. */
export class CauseCounter {
  private readonly causes = new Map<string, Cause>();

  add({ line, place: givenPlace, reason: givenReason }: Problem): void {
    const place = givenPlace.replace(/^\[\d+\]\.?/, "").replace(/\d+/g, "#");
    const reason = givenReason
      .replace(/"(?:[^"\\]|\\.)*"/g, "“…”")
      .replace(/\(line \d+[^)]*\)/g, "(line #)")
      .replace(/\d[\d,.]*/g, "#");
    const key = `${place}\n${reason}`;
    const known = this.causes.get(key);
    if (known) known.count++;
    else if (this.causes.size < MOST) this.causes.set(key, { place, reason, count: 1, line });
    else this.addOther(line);
  }

  private addOther(line: number | null): void {
    const others = this.causes.get(OTHERS);
    if (others) others.count++;
    else this.causes.set(OTHERS, { place: "", reason: OTHERS, count: 1, line });
  }

  /** The causes, the most frequent first. */
  counted(): Cause[] {
    return [...this.causes.values()].sort((a, b) => b.count - a.count);
  }
}
