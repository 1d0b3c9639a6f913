import { readdirSync, readFileSync } from "node:fs";

/** Child processes of a process, oldest first. Linux only; empty elsewhere. */
export function childrenOf(pid: number): number[] {
  if (process.platform !== "linux" || pid === 0) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
    .sort((a, b) => a - b);
}

function parentOf(name: string): number {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0; // it has ended meanwhile
  }
}
