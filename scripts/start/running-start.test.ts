import { expect, test } from "vitest";
import { secretId } from "@/lib/secrets/sealing";
import { copyInstallation } from "../testing/installation-copy";

const SECRET = "a-secret-of-forty-characters-0123456789-x";

test("a running server is found with its settings, without its secrets", async () => {
  const installation = copyInstallation();
  try {
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
  } finally {
    installation.remove();
  }
});
