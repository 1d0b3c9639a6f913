import { vi } from "vitest";

// On globalThis, because this module may be loaded again.
const shared = globalThis as typeof globalThis & { countersignTests?: NodeJS.ProcessEnv };
shared.countersignTests ??= { ...process.env };

/** The environment that the process was started with. */
export const environmentGiven = shared.countersignTests;

/** Makes the process load our modules again, which then connect again. */
export function forgetModules(): void {
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "countersign");
}

/**
 * Gives a file of database tests modules that read the environment with these variables in it. Called in
 * `vi.hoisted`, before any of them loads.
 */
export function ownEnvironment(variables: Record<string, string>): void {
  forgetModules();
  Object.assign(process.env, variables);
}
