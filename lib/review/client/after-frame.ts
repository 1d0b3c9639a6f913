/** Maximum wait for the next frame, in milliseconds: a hidden tab draws none. */
const PATIENCE_MS = 100;

/**
 * Resolves once the browser has drawn what a key press changed, so that what nobody sees happening does not delay
 * it. Without a browser, in the next turn.
 */
export function afterFrame(): Promise<void> {
  if (typeof requestAnimationFrame === "undefined") return Promise.resolve();
  return new Promise((resolve) => {
    // A task of its own: the frame's callbacks run before it is drawn.
    const drawn = () => setTimeout(end, 0);
    const frame = requestAnimationFrame(drawn);
    const timer = setTimeout(end, PATIENCE_MS);
    function end() {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      resolve();
    }
  });
}
