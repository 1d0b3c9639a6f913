import { expect, test } from "@playwright/test";
import { saveThroughCrashes } from "../scripts/campaign/saves";
import { freePort } from "../scripts/postgres/cluster.mjs";

test("nothing that was confirmed is lost when the web process is killed, and nothing is doubled", async () => {
  // Three starts of the web server, on whatever machine this is.
  test.setTimeout(180_000);
  const report = await saveThroughCrashes({
    port: await freePort(),
    env: process.env,
    annotators: 4,
    kills: 3,
    seed: 42,
  });
  expect(report.confirmed).toBeGreaterThan(3 * 5);
  expect(report.retries).toBeGreaterThan(0);
});
