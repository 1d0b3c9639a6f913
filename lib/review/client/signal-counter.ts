import type { SignalCounts } from "@/lib/review/schema/operation";

const NOTHING: SignalCounts = { pastes: 0, pastedCharacters: 0, timesAway: 0, awayMs: 0 };

/** Counts pastes into own texts and absences from the tab, without the pasted texts and other tabs. */
export class SignalCounter {
  readonly #now: () => number;
  #counts = NOTHING;
  #leftAt: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  paste(text: string): void {
    const { pastes, pastedCharacters } = this.#counts;
    const length = [...text].length;
    this.#counts = { ...this.#counts, pastes: pastes + 1, pastedCharacters: pastedCharacters + length };
  }

  /** The tab is shown or hidden. An absence is counted when it ends. */
  show(visible: boolean): void {
    if (!visible) {
      this.#leftAt ??= this.#now();
      return;
    }
    if (this.#leftAt === null) return;
    const { timesAway, awayMs } = this.#counts;
    const away = Math.round(this.#now() - this.#leftAt);
    this.#counts = { ...this.#counts, timesAway: timesAway + 1, awayMs: awayMs + away };
    this.#leftAt = null;
  }

  /** The counts since the last call; null when there is nothing new. */
  take(): SignalCounts | null {
    const counts = this.#counts;
    if (counts.pastes === 0 && counts.timesAway === 0) return null;
    this.#counts = NOTHING;
    return counts;
  }
}
