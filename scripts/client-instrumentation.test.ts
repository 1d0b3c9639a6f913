import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("zod compiles nothing in a browser, though it is not loaded where that is said", () => {
  const program = `await import("./instrumentation-client.ts"); const { config } = await import("zod"); console.log(config().jitless);`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stdout.trim()).toBe("true");
});
