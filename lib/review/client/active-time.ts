/** Without a key press, click or scroll for this long, time counts as idle. */
export const IDLE_AFTER_MS = 30_000;

type Spent = { on: string; activeMs: number; idleMs: number };

/**
 * Measures active and idle time for each item that has the focus. The time up to `IDLE_AFTER_MS` after each
 * input is active, the rest is idle; time while the page is hidden or the clock is paused is not counted.
 */
export class FocusClock {
  #now: () => number;
  #on: string | null = null;
  #since = 0;
  #alive = 0;
  #visible = true;
  #paused = false;
  #spent = new Map<string, { activeMs: number; idleMs: number }>();

  constructor(now: () => number) {
    this.#now = now;
    this.#since = this.#alive = now();
  }

  /** The focus moved to an item, or away from all of them (null). */
  focus(on: string | null): void {
    if (on === this.#on) return;
    this.#addElapsed();
    this.#on = on;
  }

  /** Notes that the annotator pressed a key, clicked or scrolled. */
  stir(): void {
    this.#addElapsed();
    this.#alive = this.#now();
  }

  show(visible: boolean): void {
    this.#addElapsed();
    this.#visible = visible;
    if (visible) this.#alive = this.#now();
  }

  /** While something other than the work is shown. */
  pause(paused: boolean): void {
    this.#addElapsed();
    this.#paused = paused;
    if (!paused) this.#alive = this.#now();
  }

  /** The time since the last call, in whole milliseconds; fractions are carried over. */
  take(): Spent[] {
    this.#addElapsed();
    const taken: Spent[] = [];
    for (const [on, spent] of this.#spent) {
      const activeMs = Math.floor(spent.activeMs);
      const idleMs = Math.floor(spent.idleMs);
      if (activeMs + idleMs > 0) taken.push({ on, activeMs, idleMs });
      this.#spent.set(on, { activeMs: spent.activeMs - activeMs, idleMs: spent.idleMs - idleMs });
    }
    return taken;
  }

  #addElapsed(): void {
    const now = this.#now();
    const from = this.#since;
    this.#since = now;
    if (this.#on === null || !this.#visible || this.#paused || now <= from) return;
    const until = Math.min(now, Math.max(from, this.#alive + IDLE_AFTER_MS));
    const spent = this.#spent.get(this.#on) ?? { activeMs: 0, idleMs: 0 };
    spent.activeMs += until - from;
    spent.idleMs += now - until;
    this.#spent.set(this.#on, spent);
  }
}
