import { parentPort, workerData } from "node:worker_threads";

/** Which mutant is switched on (-1: none), and which ones the code came by. */
let active = workerData.atLoad as number;
const reached = new Uint8Array(workerData.mutants as number);

Object.assign(globalThis, {
  __on(id: number): boolean {
    reached[id] = 1;
    return active === id;
  },
});

/** Tries mutants one after another and reports each; whoever started this watches the clock. */
export function tryMutants(tests: { name: string; run: () => void }[]): void {
  const port = parentPort;
  if (!port) throw new Error("this runs in a worker");
  if (active !== -1) {
    port.postMessage({ id: active, killedBy: firstFailure(tests) });
    return;
  }
  const atLoad = [...reached.keys()].filter((id) => reached[id] === 1);
  const plan = tests.map((test) => {
    reached.fill(0);
    const begin = performance.now();
    test.run();
    return { ...test, reaches: reached.slice(), milliseconds: performance.now() - begin };
  });
  plan.sort((a, b) => a.milliseconds - b.milliseconds);
  port.postMessage({ atLoad, slowest: plan.reduce((sum, { milliseconds }) => sum + milliseconds, 0) });

  for (const id of workerData.ids as number[]) {
    if (atLoad.includes(id)) continue;
    port.postMessage({ trying: id });
    active = id;
    const killedBy = firstFailure(plan.filter(({ reaches }) => reaches[id] === 1));
    active = -1;
    port.postMessage({ id, killedBy });
  }
  port.postMessage({ done: true });
}

function firstFailure(tests: { name: string; run: () => void }[]): string | null {
  for (const { name, run } of tests) {
    try {
      run();
    } catch {
      return name;
    }
  }
  return null;
}
