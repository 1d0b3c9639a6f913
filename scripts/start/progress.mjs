import { clearLine, cursorTo } from "node:readline";

const out = process.stdout;
const WIDTH = 12;

/**
 * Shows a step while it runs, then its result and duration.
 * @template T
 * @param {string} name one or two words
 * @param {(say: (detail: string) => void) => Promise<T>} work `say` sets what is shown beside the name
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const began = performance.now();
  let detail = "";
  // A terminal shows the seconds; a log gets one line saying that this takes a while.
  const live = out.isTTY
    ? setInterval(() => paint("·", true), 100)
    : setTimeout(() => out.write(`  · ${name} …\n`), 3_000);
  const paint = (/** @type {string} */ mark, running = false) => {
    const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    if (out.isTTY) {
      cursorTo(out, 0);
      clearLine(out, 0);
    }
    out.write(`  ${mark} ${name.padEnd(WIDTH)} ${detail}${detail ? "  " : ""}${seconds}`);
    if (!running) out.write("\n");
  };
  try {
    const result = await work((text) => {
      detail = text;
    });
    clearTimeout(live);
    paint("✓");
    return result;
  } catch (error) {
    clearTimeout(live);
    paint("✗");
    throw error;
  }
}
