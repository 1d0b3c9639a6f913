interface TabListener {
  /** Another tab of this browser has the assignment open. */
  onOpen: () => void;
  /** Another tab has saved or submitted. */
  onWritten: () => void;
}

/** Messages between the tabs of a browser that have the same assignment open. None where browsers lack BroadcastChannel. */
export class TabChannel {
  readonly #channel: BroadcastChannel | undefined;

  constructor(assignment: string, { onOpen, onWritten }: TabListener) {
    this.#channel =
      typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(`review:${assignment}`);
    this.#channel?.addEventListener("message", (event: MessageEvent<string>) => {
      if (event.data === "hello") this.#channel?.postMessage("here");
      if (event.data === "hello" || event.data === "here") onOpen();
      if (event.data === "wrote") onWritten();
    });
    this.#channel?.postMessage("hello");
  }

  /** Tells the other tabs that the server has something new from this one. */
  announceWrite(): void {
    this.#channel?.postMessage("wrote");
  }

  close(): void {
    this.#channel?.close();
  }
}
