import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("zod compiles no code in a browser, without being loaded for that setting", () => {
  const program = `await import("./instrumentation-client.ts"); const { config } = await import("zod"); console.log(config().jitless);`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stdout.trim()).toBe("true");
});
