import { parentPort, workerData } from "node:worker_threads";

/** Which mutant is switched on (-1: none), and which ones the code came by while `recording`. */
const state = { active: workerData.atLoad as number, reached: new Set<number>(), recording: true };

Object.assign(globalThis, {
  __on(id: number): boolean {
    if (state.recording) state.reached.add(id);
    return state.active === id;
  },
});

/** Tries mutants one after another and reports each; whoever started this watches the clock. */
export function tryMutants(tests: { name: string; run: () => void }[]): void {
  const port = parentPort;
  if (!port) throw new Error("this runs in a worker");
  if (state.active !== -1) {
    state.recording = false;
    port.postMessage({ id: state.active, killedBy: firstFailure(tests) });
    return;
  }
  const atLoad = [...state.reached];
  const plan = tests.map((test) => {
    state.reached.clear();
    const begin = performance.now();
    test.run();
    return { ...test, reaches: new Set(state.reached), milliseconds: performance.now() - begin };
  });
  plan.sort((a, b) => a.milliseconds - b.milliseconds);
  state.recording = false;
  port.postMessage({ atLoad, slowest: plan.reduce((sum, { milliseconds }) => sum + milliseconds, 0) });

  for (const id of workerData.ids as number[]) {
    if (atLoad.includes(id)) continue;
    port.postMessage({ trying: id });
    state.active = id;
    const killedBy = firstFailure(plan.filter(({ reaches }) => reaches.has(id)));
    state.active = -1;
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
