import { type ReadingTime, readAt } from "@/lib/review/rules/agree";

/** A drafted item or line by its target's id, and how long reading it takes, in milliseconds. */
export interface ToRead {
  id: string;
  takes: number;
}

/** A pause longer than this between two looks at the screen, as when the machine slept, is no reading. */
const LONGEST_STEP_MS = 1000;

/**
 * What of the drafts was on the screen since when, and for how long. It is never ahead of the server, which knows only when
 * it sent a draft and refuses agreement that comes before all of it can have been read.
 */
export class ReadingClock {
  readonly #since = new Map<string, number>();
  readonly #shown = new Map<string, number>();
  readonly #agreed = new Map<string, ReadingTime>();

  /** These targets were on the screen from one moment to another, in milliseconds. */
  see(ids: Iterable<string>, from: number, to: number): void {
    const step = Math.min(to - from, LONGEST_STEP_MS);
    for (const id of ids) {
      if (!this.#since.has(id)) this.#since.set(id, to - step);
      this.#shown.set(id, (this.#shown.get(id) ?? 0) + step);
    }
  }

  /** These were agreed with: what comes next is read after them. */
  agree(texts: readonly ToRead[]): void {
    for (const { id, takes } of texts) this.#agreed.set(id, { since: this.#since.get(id) ?? 0, takes });
  }

  /**
   * How long it takes until all of some texts can have been read, in milliseconds; 0 when they can, null as long as one
   * of them was not on the screen.
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
