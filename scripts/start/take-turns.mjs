/**
 * Starts waiting requests one in each turn of the event loop. When a crowd asks at once, a framework that begins them
 * all in one turn keeps everything else waiting until the last has begun: new connections, the liveness probe, answers of
 * the database.
 * @returns {(start: () => void) => void} runs `start` when its turn comes, in the order of the calls
 */
export function turns() {
  /** @type {(() => void)[]} */
  const waiting = [];
  function next() {
    const start = waiting.shift();
    // First, so that a start that throws does not end the turns.
    if (waiting.length > 0) setImmediate(next);
    start?.();
  }
  return (start) => {
    waiting.push(start);
    if (waiting.length === 1) setImmediate(next);
  };
}
