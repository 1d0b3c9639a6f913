import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { commandOutput } from "@/lib/cli/testing/command-output";
import { db } from "@/lib/database/db";
import type { DoctorFinding } from "@/lib/installation/doctor-finding";
import { copyInstallation } from "@/scripts/testing/installation-copy";
import { makeWebhook } from "@/testing/builders/webhooks";

const secret = process.env.NEXTAUTH_SECRET ?? "";
const address = process.env.APP_URL;

afterEach(async () => {
  process.env.APP_URL = address;
  await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  await db.worker.deleteMany();
});

const run = (...args: string[]) => commandOutput("doctor", ...args);

async function findings(): Promise<DoctorFinding[]> {
  return JSON.parse((await run("--json")).stdout).findings;
}

test("a live worker and a dead one, waiting jobs and failing jobs are reported", async () => {
  expect(await findings()).toContainEqual(expect.objectContaining({ about: "worker", state: "problem" }));

  await db.worker.create({ data: { id: crypto.randomUUID() } });
  expect(await findings()).toContainEqual(
    expect.objectContaining({ state: "ok", words: expect.stringMatching(/^1 running/) }),
  );
  await db.$executeRaw`SELECT graphile_worker.add_job('import-run', run_at => now() - interval '10 minutes')`;
  await db.$executeRaw`UPDATE graphile_worker._private_jobs SET last_error = 'secret words', attempts = max_attempts`;
  await db.$executeRaw`SELECT graphile_worker.add_job('report-compute', run_at => now() - interval '10 minutes')`;
  const jobs = (await findings()).filter(({ about }) => about === "jobs");
  expect(jobs).toMatchObject([
    { state: "warning", words: expect.stringMatching(/^1 are waiting, the oldest for 60\d s/) },
    { state: "warning", words: expect.stringMatching(/1 were given up/) },
  ]);
  expect(JSON.stringify(jobs)).not.toContain("secret words");

  await db.worker.updateMany({ data: { seenAt: new Date(Date.now() - 120_000) } });
  expect(await findings()).toContainEqual(
    expect.objectContaining({
      state: "problem",
      words: expect.stringMatching(/last was seen 1[12]\d s ago/),
    }),
  );
});

test("identity providers are reported with their redirect addresses, and when they do not answer", async () => {
  const settings = {
    OIDC_ISSUER: "http://127.0.0.1:1",
    OIDC_CLIENT_ID: "countersign",
    OIDC_CLIENT_SECRET: "never-shown-anywhere",
    PASSWORD_SIGN_IN: "off",
    ...{ GITHUB_URL: "http://127.0.0.1:1", GITHUB_CLIENT_ID: "app", GITHUB_CLIENT_SECRET: "never-shown-too" },
    ...{ ORCID_URL: "http://127.0.0.1:1", ORCID_CLIENT_ID: "api", ORCID_CLIENT_SECRET: "never-shown-too" },
  };
  Object.assign(process.env, settings);
  try {
    const found = await findings();
    const words = found.filter(({ about }) => about === "sign-in").map(({ words }) => words);
    expect(words).toContain("OIDC_CLIENT_ID is countersign");
    for (const provider of ["oidc", "github", "orcid"])
      expect(words).toContain(
        `the provider has to send people back to ${address}/api/auth/${provider}/callback`,
      );
    const silent = found.filter(
      ({ state, words }) => state === "warning" && /cannot be read from here$/.test(words),
    );
    expect(silent).toHaveLength(3);
    expect(JSON.stringify(found)).not.toMatch(/never-shown/);

    delete process.env.OIDC_CLIENT_SECRET;
    expect(await findings()).toContainEqual(
      expect.objectContaining({
        state: "problem",
        words: expect.stringMatching(/^OIDC_CLIENT_SECRET is missing/),
      }),
    );
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
  }
});

test("settings are shown without secrets, and each wrong one has a remedy", async () => {
  const { code, stdout } = await run();
  // The test database has synchronous commit turned off on purpose.
  expect(code).toBe(1);
  expect(stdout).toMatch(/^problem {2}database {4}fsync is off\n {21}Turn it on/m);
  expect(stdout).toMatch(/^ok {7}versions {4}DuckDB \d+\.\d+\.\d+$/m);
  expect(stdout).toMatch(/^ok {7}settings {4}APP_URL is http:\/\/localhost:3000$/m);
  expect(stdout).toMatch(/^ok {7}migrations {2}all \d+ are applied$/m);
  expect(stdout).toMatch(/NEXTAUTH_SECRET is set/);
  expect(stdout).not.toContain(secret);
  expect(stdout).not.toContain(new URL(process.env.DATABASE_URL ?? "").password);

  process.env.APP_URL = "http://somewhere.example";
  expect(await findings()).toContainEqual(
    expect.objectContaining({
      state: "problem",
      words: expect.stringMatching(/^APP_URL must start with https/),
    }),
  );
});

test("bad input and an unreachable database give one line each", async () => {
  expect(await run("file")).toMatchObject({ code: 2, stdout: "" });
  const url = process.env.DATABASE_URL;
  process.env.DATABASE_URL = "postgresql://nobody:hidden@127.0.0.1:1/none";
  const { code, stderr } = await run();
  process.env.DATABASE_URL = url;
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "countersign doctor: The database at 127.0.0.1:1/none cannot be used: nothing listens there.\n",
  });
});

test("sealed keys that no secret opens are named, with the remedy", async () => {
  await makeWebhook();
  const about = async () => (await findings()).filter((finding) => finding.about === "keys");
  expect(await about()).toMatchObject([{ state: "ok", words: expect.stringMatching(/^all 1 /) }]);
  const given = process.env.LLM_KEY_SECRET;
  process.env.LLM_KEY_SECRET = "another-secret-of-forty-characters-0123456789";
  const [finding] = await about();
  process.env.LLM_KEY_SECRET = given;
  expect(finding).toMatchObject({
    state: "problem",
    words: expect.stringMatching(/^1 of 1 cannot be opened: /),
  });
  expect(finding?.advice).toContain("LLM_KEY_SECRET");
});

test("the settings are those of the server that runs in the folder, not of the shell that asks", async () => {
  const installation = copyInstallation();
  try {
    const { noteRun, publicSettings } = await installation.runningStart();
    const part = await installation.startPart();
    const settings = await publicSettings({
      PORT: "4321",
      APP_URL: "https://rated.example",
      LLM_KEY_SECRET: "k".repeat(40),
    });
    await noteRun({ address: "https://rated.example", parts: [part.pid], ...settings });
    // It exits with 1: the database of the tests forgets on purpose.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.join(installation.home, "lib/cli/bin.mjs"), "doctor", "--json"],
      { cwd: installation.home, env: { ...process.env, PORT: "1234", NODE_OPTIONS: "" } },
    ).catch((ended: { stdout: string }) => ended);
    const { findings: found } = JSON.parse(stdout) as { findings: DoctorFinding[] };
    const words = found.filter((finding) => finding.about === "settings").map((finding) => finding.words);
    expect(words).toContain("those of the server that runs here now");
    expect(words).toContain("PORT is 4321");
    expect(words).toContain("APP_URL is https://rated.example");
    expect(words).toContain("APP_URL is https and TRUST_PROXY is 0: addresses of clients are not known");
  } finally {
    installation.remove();
  }
});
