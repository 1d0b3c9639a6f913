import { setTimeout as pause } from "node:timers/promises";

/**
 * Asks an address again and again, each time on a connection of its own, and notes for how long nobody answered at most:
 * from the last answer to the next.
 */
export function watchAnswers(address: string): { stop: () => Promise<number> } {
  let ending = false;
  let last = performance.now();
  let longest = 0;
  async function look() {
    while (!ending) {
      const answer = await fetch(address, {
        headers: { connection: "close" },
        signal: AbortSignal.timeout(5_000),
      }).catch(() => null);
      await answer?.body?.cancel();
      if (!answer?.ok) continue;
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      await pause(100);
    }
  }
  // Two of them: one that waits for a process that was just killed does not count as silence.
  const looking = Promise.all([look(), look()]);
  return {
    stop: async () => {
      ending = true;
      await looking;
      return longest;
    },
  };
}
