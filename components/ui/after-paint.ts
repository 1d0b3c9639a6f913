/**
 * Runs a callback after the next paint, when layout is done: measuring or focusing sooner would cause a
 * second layout. Returns a cancel function.
 */
export function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then, 0);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The longest wait for a moment without work, in milliseconds. */
const IDLE_MS = 300;

/** Runs a callback when the browser has nothing else to do, or soon. */
export function whenIdle(then: () => void, timeout = IDLE_MS): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(then, { timeout });
  else setTimeout(then, Math.min(timeout, 200));
}
