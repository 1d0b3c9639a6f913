/**
 * Does something once the next frame is on the screen, when everything is laid out: what asks the browser for places or
 * moves its focus sooner makes it lay out the page twice. Returns how to let it be.
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
