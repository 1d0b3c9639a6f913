import { expect, test } from "vitest";
import { draftThroughKills } from "@/scripts/campaign/drafts-killed";

test("when workers are killed, each draft still exists once, within the budget and the rate limit", {
  timeout: 240_000,
}, async () => {
  const report = await draftThroughKills({
    units: 6,
    kills: 2,
    requestsPerMinute: 1200,
    leaseSeconds: 2,
    between: [1000, 2000],
  });
  expect(report.drafts).toBe(18);
});
