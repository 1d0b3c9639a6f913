import { readdirSync, readFileSync } from "node:fs";

/** Processor time of a process and its descendants so far, in seconds. Linux only; 0 elsewhere. */
export function processorSecondsOf(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const all = new Map<number, { parent: number; seconds: number }>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, "utf8");
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      // User and system time of all threads, in ticks of 10 ms.
      all.set(Number(name), {
        parent: Number(fields[1]),
        seconds: (Number(fields[11]) + Number(fields[12])) / 100,
      });
    } catch {
      // It has ended meanwhile.
    }
  }
  let seconds = 0;
  const waiting = [pid];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    seconds += all.get(one)?.seconds ?? 0;
    for (const [child, { parent }] of all) if (parent === one) waiting.push(child);
  }
  return seconds;
}
