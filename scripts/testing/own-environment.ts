import { vi } from "vitest";

/** State shared by the database tests of a process, one file after the other. */
interface PerProcess {
  /** The environment of files without one of their own. Missing if the next file must load its own modules. */
  usual?: NodeJS.ProcessEnv;
  /** The environment that the process was started with. */
  given: NodeJS.ProcessEnv;
}

// On globalThis, because this module may be loaded again.
const shared = globalThis as typeof globalThis & { countersignTests?: PerProcess };
shared.countersignTests ??= { given: { ...process.env } };
export const perProcess = shared.countersignTests;

/** Makes the process load our modules again, which then connect again. */
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
