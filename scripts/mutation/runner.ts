import { readFileSync, writeSync } from "node:fs";
import type { RegisteredTest } from "./shim";

/** Order to a run: find out which test reaches which mutants, or try mutants. */
export interface Order {
  mutants: number;
  /** A mutant to switch on from the start, for code that runs at load time; else -1. */
  atLoad: number;
  ids: number[];
  plan: PlannedTest[] | null;
}

/** A test, its normal duration, and the mutants it reaches. */
export interface PlannedTest {
  index: number;
  milliseconds: number;
  reaches: number[];
}

/** Message of a run: its plan, the start of a test with a mutant, or a mutant's result. */
export type Message =
  | { kind: "plan"; plan: PlannedTest[]; atLoad: number[] }
  | { kind: "trying"; id: number; milliseconds: number }
  | { kind: "verdict"; id: number; killed: boolean };

const order: Order = JSON.parse(readFileSync(process.argv[2] as string, "utf8"));
const reached = new Uint8Array(order.mutants);
let active = order.atLoad;

Object.assign(globalThis, {
  __on(id: number): boolean {
    reached[id] = 1;
    return active === id;
  },
});

/** Carries out the order; the parent process watches for timeouts. */
export function tryMutants(tests: RegisteredTest[]): void {
  if (!order.plan) {
    send({ kind: "plan", atLoad: idsIn(reached), plan: makePlan(tests) });
    return;
  }
  const plan = order.plan.map(({ reaches, ...test }) => ({ ...test, reaches: new Set(reaches) }));
  for (const id of order.ids) {
    active = id;
    const killed = plan.some(({ index, milliseconds, reaches }) => {
      if (order.atLoad === -1 && !reaches.has(id)) return false;
      send({ kind: "trying", id, milliseconds });
      return fails(tests[index] as RegisteredTest);
    });
    send({ kind: "verdict", id, killed });
  }
}

/** Quick tests first. */
function makePlan(tests: RegisteredTest[]): PlannedTest[] {
  const plan = tests.map(({ run }, index) => {
    reached.fill(0);
    const begin = performance.now();
    run();
    return { index, milliseconds: performance.now() - begin, reaches: idsIn(reached) };
  });
  return plan.sort((a, b) => a.milliseconds - b.milliseconds);
}

function fails({ run }: RegisteredTest): boolean {
  try {
    run();
    return false;
  } catch {
    return true;
  }
}

function idsIn(marks: Uint8Array): number[] {
  return [...marks.keys()].filter((id) => marks[id] === 1);
}

function send(message: Message): void {
  writeSync(1, `${JSON.stringify(message)}\n`);
}
