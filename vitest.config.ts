import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const alias = { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") };

/** `unit` needs nothing but Node; `database` needs the PostgreSQL that scripts/test.mjs starts. */
export default defineConfig({
  resolve: { alias },
  test: {
    allowOnly: false,
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["{app,components,lib,prisma,scripts}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.db.test.ts", "**/node_modules/**"],
        },
      },
      {
        resolve: { alias: { ...alias, "server-only": `${alias["@"]}/scripts/empty.ts` } },
        test: {
          name: "database",
          include: ["{app,lib,prisma}/**/*.db.test.ts"],
          globalSetup: ["scripts/testing/postgres.ts"],
          setupFiles: ["scripts/testing/database.ts"],
          maxWorkers: 2,
        },
      },
    ],
  },
});
