import { type FileProblem, problemText } from "@/lib/dataset/rules/lines";
import type { Cause } from "@/lib/dataset/schema/imports";

/** Maximum number of distinct causes; further ones are counted as one. */
const MOST = 100;
const OTHERS = "other problems";

/** The cause of a problem: its place and reason without what differs from row to row. */
function causeOf({ place, reason }: Pick<FileProblem, "place" | "reason">): Pick<Cause, "place" | "reason"> {
  return {
    place: place.replace(/^\[\d+\]\.?/, "").replace(/\d+/g, "#"),
    reason: reason
      .replace(/"(?:[^"\\]|\\.)*"/g, "“…”")
      .replace(/\(line \d+[^)]*\)/g, "(line #)")
      .replace(/\d[\d,.]*/g, "#"),
  };
}

/** Counts problems by cause, in order of first occurrence. */
export class CauseCounter {
  private readonly causes = new Map<string, Cause>();

  add(problem: FileProblem): void {
    const { line } = problem;
    const { place, reason } = causeOf(problem);
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

/** Lines listed after the first of a cause. */
const LISTED = 8;

/**
 * Problems as lines of text, one for each cause: its first problem in full, then the number of others and where
 * they are.
 */
export function problemTextsByCause(problems: readonly FileProblem[]): string[] {
  const groups = new Map<string, FileProblem[]>();
  for (const problem of problems) {
    const { place, reason } = causeOf(problem);
    const key = `${place}\n${reason}`;
    const group = groups.get(key);
    if (group) group.push(problem);
    else groups.set(key, [problem]);
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [`${problemText(first)}${others.length === 0 ? "" : ` (${othersText(others)})`}`] : [],
  );
}

function othersText(others: readonly FileProblem[]): string {
  const lines = others.flatMap(({ line }) => line ?? []);
  const more = lines.length > LISTED ? ", …" : "";
  const where = lines.length === 0 ? "" : `: line ${lines.slice(0, LISTED).join(", ")}${more}`;
  return `${others.length} more of this kind${where}`;
}
