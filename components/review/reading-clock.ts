import { type ReadingTime, readAt } from "@/lib/review/rules/accept-whole-draft";

/** A drafted item or line by target id, and its reading time in milliseconds. */
export interface ToRead {
  id: string;
  takes: number;
}

/** A longer gap between two samples, as when the computer slept, does not count as reading. */
const LONGEST_STEP_MS = 1000;

/**
 * Tracks which drafts were on screen, since when and for how long. It never allows agreement earlier than the
 * server, which knows only when it sent a draft, and refuses agreement before the whole draft can have been
 * read.
 */
export class ReadingClock {
  readonly #since = new Map<string, number>();
  readonly #shown = new Map<string, number>();
  readonly #agreed = new Map<string, ReadingTime>();

  /** Records that these targets were on screen from one time to another, in milliseconds. */
  see(ids: Iterable<string>, from: number, to: number): void {
    const step = Math.min(to - from, LONGEST_STEP_MS);
    for (const id of ids) {
      if (!this.#since.has(id)) this.#since.set(id, to - step);
      this.#shown.set(id, (this.#shown.get(id) ?? 0) + step);
    }
  }

  /** Records agreement with these texts: later texts are read after them. */
  agree(texts: readonly ToRead[]): void {
    for (const { id, takes } of texts) this.#agreed.set(id, { since: this.#since.get(id) ?? 0, takes });
  }

  /**
   * Milliseconds until all of some texts can have been read; 0 when they can, null while one of them has not
   * been on screen.
   */
  left(texts: readonly ToRead[], now: number): number | null {
    const readings = new Map(this.#agreed);
    let longest = 0;
    for (const { id, takes } of texts) {
      const since = this.#since.get(id);
      if (since === undefined) return null;
      readings.set(id, { since, takes });
      longest = Math.max(longest, takes - (this.#shown.get(id) ?? 0));
    }
    return Math.max(0, longest, readAt([...readings.values()]) - now);
  }
}
