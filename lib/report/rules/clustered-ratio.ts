import { Numbering } from "@/lib/agreement/numbering";
import { ratio } from "@/lib/agreement/ratio";
import type { ReportOptions } from "@/lib/report/schema";
import type { Ends } from "@/lib/report/schema/values";
import { endsOf, endsOfShare } from "./interval-ends";

/** A share or a mean with its interval, or the reason that nothing qualifies. */
interface Share {
  value: number | null;
  ci: Ends | null;
  reason: "none-qualify" | null;
}

/** Counts and sums by task, for shares and means whose intervals resample whole tasks. */
export class Tallies<Name extends string> {
  private readonly tasks = new Numbering<string>();
  private readonly columns: Record<Name, number[]>;
  private readonly totals: Record<Name, number>;

  constructor(private readonly names: readonly Name[]) {
    const of = <T>(make: () => T) => Object.fromEntries(names.map((name) => [name, make()]));
    this.columns = of((): number[] => []) as Record<Name, number[]>;
    this.totals = of(() => 0) as Record<Name, number>;
  }

  add(task: string, name: Name, amount = 1): void {
    if (amount === 0) return;
    const at = this.tasks.of(task);
    if (at === this.columns[name].length) for (const each of this.names) this.columns[each].push(0);
    const sums = this.columns[name];
    sums[at] = (sums[at] as number) + amount;
    this.totals[name] += amount;
  }

  /** The totals over all tasks. */
  all(): Record<Name, number> {
    return { ...this.totals };
  }

  /** Number of tasks with any count. */
  get count(): number {
    return this.tasks.items.length;
  }

  /** The share of one count in another. */
  share(part: Name, whole: Name, options: ReportOptions): Share {
    const found = this.ratio(part, whole, options);
    return { value: found.value, ci: endsOfShare(found), reason: found.reason && "none-qualify" };
  }

  /** The mean of what was measured: its sum over a count. */
  mean(sum: Name, count: Name, options: ReportOptions): Share {
    const found = this.ratio(sum, count, options);
    return { value: found.value, ci: endsOf(found.interval), reason: found.reason && "none-qualify" };
  }

  private ratio(part: Name, whole: Name, { replicates, seed, confidence }: ReportOptions) {
    const resampling = this.count > 1 ? { replicates, seed, confidence } : undefined;
    return ratio(this.columns[part], this.columns[whole], resampling);
  }
}
