import type { FileProblem } from "@/lib/dataset/rules/lines";
import type { Cause } from "@/lib/dataset/schema/imports";

/** Maximum number of distinct causes; further ones are counted as one. */
const MOST = 100;
const OTHERS = "other problems";

/** Counts problems by cause, in order of first occurrence. */
export class CauseCounter {
  private readonly causes = new Map<string, Cause>();

  add({ line, place: givenPlace, reason: givenReason }: FileProblem): void {
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

  /** The causes, most frequent first. */
  counted(): Cause[] {
    return [...this.causes.values()].sort((a, b) => b.count - a.count);
  }
}
