import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/testing/longest-first.mjs";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const resolve = { alias: { "@": root } };

/** `unit` needs nothing but Node; `database` starts a PostgreSQL of its own, or uses that of npm test. */
export default defineConfig({
  resolve,
  test: {
    allowOnly: false,
    // What a test prints matters when it fails.
    silent: "passed-only",
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          testTimeout: 60_000,
          // Nothing they test keeps a state of its own: modules are loaded once, in half the time.
          isolate: false,
          include: ["{app,components,lib,prisma,scripts}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.db.test.ts", "**/node_modules/**"],
        },
      },
      {
        resolve,
        // Vite's own conditions for code on a server, and the one under which server-only is empty; the same
        // one is given to Node, which loads the packages that Vite leaves alone.
        ssr: { resolve: { conditions: ["react-server", "module", "node", "development|production"] } },
        test: {
          name: "database",
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ["{app,lib,prisma,scripts}/**/*.db.test.ts"],
          globalSetup: ["scripts/testing/postgres.ts"],
          setupFiles: ["scripts/testing/database.ts"],
          execArgv: ["--conditions=react-server"],
          // It asks React by name for what a server's React lacks: Vite lets that be, Node does not.
          server: { deps: { inline: ["react-markdown"] } },
          // Packages are loaded once per process. Each file loads our modules again: see the setup.
          isolate: false,
          // One more than the processors that tests are measured on: some files wait for leases and killed processes.
          maxWorkers: 3,
        },
      },
    ],
  },
});
