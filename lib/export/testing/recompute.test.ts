import { expect, test } from "vitest";
import { runScript } from "./recompute";

const script = new Map([["scripts/hello.py", Buffer.from("import sys\nprint('hello')\nsys.exit(3)\n")]]);

test("the exit code of a script is returned, and none without an interpreter", async () => {
  const path = process.env.PATH;
  const ended = await runScript(script, "python3", ["hello.py"]);
  if (ended) expect(ended).toMatchObject({ code: 3, out: "hello\n" });
  process.env.PATH = "";
  try {
    expect(await runScript(script, "Rscript", ["hello.R"])).toBeNull();
  } finally {
    process.env.PATH = path;
  }
});
