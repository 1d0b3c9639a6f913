import type { FocusClock } from "@/lib/review/client/active-time";
import type { UnstampedOp } from "@/lib/review/client/autosave-state";
import type { SignalCounter } from "@/lib/review/client/signal-counter";

/** Where time and, in some batches, signals are counted. */
interface Counters {
  clock: FocusClock;
  signals: SignalCounter | null;
}

/** The time, and the signals where they are counted, since the last call; null when there is nothing new. */
export function takeTimeOperation({ clock, signals }: Counters): (UnstampedOp & { type: "time" }) | null {
  const spent = clock.take();
  const counts = signals?.take();
  if (spent.length === 0 && !counts) return null;
  return { type: "time", spent, ...(counts && { signals: counts }) };
}
