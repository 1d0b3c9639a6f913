import { vi } from "vitest";

/** State shared by the database tests of a process, one file after the other. */
interface PerProcess {
  /** The environment, with the address that all its databases have. Missing where the next file needs modules of its own. */
  usual?: NodeJS.ProcessEnv;
  /** The environment it was started with. */
  given: NodeJS.ProcessEnv;
}

// Outside of the module, which may be loaded again.
const shared = globalThis as typeof globalThis & { countersignTests?: PerProcess };
shared.countersignTests ??= { given: { ...process.env } };
export const perProcess = shared.countersignTests;

/** Modules are loaded again from here on, and connect again. */
export function forgetModules(): void {
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "countersign");
}

/**
 * Gives a file of database tests modules of its own, which read the environment with these variables in it. Called in
 * `vi.hoisted`, before any of them loads.
 */
export function ownEnvironment(variables: Record<string, string>): void {
  forgetModules();
  Object.assign(process.env, variables);
  perProcess.usual = undefined;
}
