interface TabListener {
  /** Another tab of this browser has opened the assignment (true), or the last other one is gone (false). */
  onElsewhere: (isElsewhere: boolean) => void;
  /** Another tab has saved, submitted or skipped. */
  onWritten: () => void;
}

interface Message {
  /** The tab that says it. */
  tab: string;
  says: "hello" | "here" | "wrote";
}

/** The lock that a tab holds for as long as it is there. */
const lockOf = (tab: string) => `review-tab:${tab}`;

/**
 * Messages between the tabs of a browser that have the same assignment open. The others wait for a tab's lock, which the
 * browser hands on once the tab leaves, is closed or crashes. None where browsers lack BroadcastChannel or locks.
 */
export class TabChannel {
  readonly #tab = crypto.randomUUID();
  readonly #listener: TabListener;
  readonly #channel: BroadcastChannel | undefined;
  readonly #others = new Set<string>();
  /** Aborted when this tab leaves. */
  #presence = new AbortController();

  constructor(assignment: string, listener: TabListener) {
    this.#listener = listener;
    if (typeof BroadcastChannel === "undefined" || !globalThis.navigator?.locks) return;
    this.#channel = new BroadcastChannel(`review:${assignment}`);
    this.#channel.addEventListener("message", ({ data }: MessageEvent<Message>) => this.#hear(data));
    // A page that the browser keeps for going back is not open, and must hold no lock to be kept.
    window.addEventListener("pagehide", this.#leave);
    window.addEventListener("pageshow", this.#comeBack);
    this.#enter();
  }

  /** Tells the other tabs that the server has something new from this one. */
  announceWrite(): void {
    this.#say("wrote");
  }

  close(): void {
    this.#leave();
    window.removeEventListener("pagehide", this.#leave);
    window.removeEventListener("pageshow", this.#comeBack);
    this.#channel?.close();
  }

  #enter(): void {
    const { signal } = this.#presence;
    void navigator.locks.request(lockOf(this.#tab), () => {
      if (signal.aborted) return;
      this.#say("hello");
      return new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
  }

  #leave = (): void => this.#presence.abort();

  #comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    this.#presence = new AbortController();
    this.#enter();
  };

  #say(says: Message["says"]): void {
    this.#channel?.postMessage({ tab: this.#tab, says } satisfies Message);
  }

  #hear({ tab, says }: Message): void {
    if (says === "wrote") this.#listener.onWritten();
    if (says === "hello") this.#say("here");
    if (this.#others.has(tab)) return;
    this.#others.add(tab);
    this.#listener.onElsewhere(true);
    const forget = () => {
      this.#others.delete(tab);
      this.#listener.onElsewhere(this.#others.size > 0);
    };
    // The wait ends when that tab is gone, or is given up when this one leaves.
    const { signal } = this.#presence;
    navigator.locks.request(lockOf(tab), { signal }, forget).catch(forget);
  }
}
