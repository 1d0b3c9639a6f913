import { freePort } from "../postgres/cluster.mjs";

// Two workers are killed ten times in total while they draft 1,500 values over an endpoint that fails one
// call in five; every draft must exist once, within budget and rate limit.
process.env.LLM_ALLOWED_ORIGINS = `http://127.0.0.1:${await freePort()}`;

// After the settings, which are read when the database module loads.
const { draftThroughKills } = await import("./drafts-killed");
const { disconnect } = await import("@/lib/database/db");

const report = await draftThroughKills({
  units: 500,
  kills: 10,
  requestsPerMinute: 1800,
  leaseSeconds: 10,
  between: [2000, 6000],
});
console.log(
  `  ${report.kills} kills, ${report.drafts} drafts once each, ${report.requests} requests (${report.failing} failing), ` +
    `at most ${report.mostInTenSeconds} in any 10 s, ${report.spent} of at most ${report.allowed} millionths spent, ` +
    `stopped by the budget ${report.stops} times`,
);
await disconnect();
