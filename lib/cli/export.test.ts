import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";

/** Study "judged" has one preference, others have none. */
const server = createServer(({ url }, response) => {
  if (url?.includes("/counted/")) return void response.end(JSON.stringify({ asked: url }));
  response.end(url?.includes("/judged?") ? '{"prompt":[]}\n' : "");
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.close();
});

async function run(...args: string[]) {
  const { port } = server.address() as AddressInfo;
  return commandOutput("export", ...args, "--url", `http://127.0.0.1:${port}`, "--token", "t");
}

test("an empty file is no error, and says why it is empty", async () => {
  const stderr = "No pair of responses was decided: the file is empty.\n";
  expect(await run("unjudged", "--format", "preferences")).toEqual({ code: 0, stdout: "", stderr });
  expect(await run("unjudged", "--format", "preferences", "-o", "/dev/null")).toMatchObject({ stderr });
  expect(await run("judged", "--format", "preferences")).toEqual({
    code: 0,
    stdout: '{"prompt":[]}\n',
    stderr: "",
  });
});

test("options of training data are checked before anything is sent, and go into the address", async () => {
  expect(await run("judged", "--format", "csv", "--margin", "2")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--margin is for --format training"),
  });
  expect(await run("judged", "--format", "training", "--margin", "5", "-o", "/dev/null")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--margin is larger than the scale"),
  });
  expect(await run("judged", "--format", "training")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("needs -o FILE"),
  });
  const options = ["--scale", "1-10", "--hold-out", "code", "--hold-out", "math", "--equal", "--counts"];
  const { code, stdout } = await run("counted", "--format", "training", ...options);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    asked: "/api/v1/exports/counted/training?scale=1-10&equal=true&holdOut=code&holdOut=math",
  });
});
