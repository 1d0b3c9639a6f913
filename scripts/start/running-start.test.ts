import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { secretId } from "@/lib/secrets/sealing";
import { copyInstallation } from "../testing/installation-copy";

const SECRET = "a-secret-of-forty-characters-0123456789-x";

let installation: ReturnType<typeof copyInstallation>;
beforeAll(() => {
  installation = copyInstallation();
});
afterAll(() => installation.remove());

test("a running server is found with its settings, without its secrets", async () => {
  const { findRun, noteRun, publicSettings } = await installation.runningStart();
  expect(await findRun()).toBeUndefined();

  const part = await installation.startPart();
  const settings = await publicSettings({
    PORT: "4321",
    TRUST_PROXY: "2",
    NEXTAUTH_SECRET: "never-told",
    LLM_KEY_SECRET: SECRET,
  });
  await noteRun({ address: "http://localhost:4321", parts: [part.pid], ...settings });
  const run = await findRun();
  expect(run).toMatchObject({
    settings: { PORT: "4321", TRUST_PROXY: "2", APP_URL: "" },
    keyIds: [secretId(SECRET)],
  });
  expect(JSON.stringify(run)).not.toMatch(new RegExp(`never-told|${SECRET}`));

  await part.kill();
  expect(await findRun()).toBeUndefined();
});

test("beside a start with a database of its own, a command without one says which it needs", async () => {
  vi.stubEnv("DATABASE_URL", undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const load = (name: string) =>
    import(
      /* @vite-ignore */ pathToFileURL(path.join(installation.home, "scripts/start", `${name}.mjs`)).href
    );
  const { claimFolder } = await load("single-instance");
  const { withDatabase } = await load("with-database");
  await claimFolder(() => ({ state: "running", pid: process.pid, address: "http://localhost:4321" }));
  const command = () => withDatabase("doctor", async () => "done");
  await expect(command).rejects.toThrow("Countersign is starting in this folder");

  const { noteRun } = await installation.runningStart();
  const { pid } = await installation.startPart();
  await noteRun({ address: "http://localhost:4321", parts: [pid], settings: {}, keyIds: [] });
  await expect(command).rejects.toThrow("set the same one for countersign doctor");
});
