import { disconnect } from "@/lib/database/db";
import { freePort } from "../postgres/cluster.mjs";
import { saveThroughCrashes } from "./saves";

// Kills the web process twenty times while ten annotators save. A few minutes, on loopback only.
const seed = Date.now() % 2 ** 31;
console.log(`  seed ${seed}`);
const report = await saveThroughCrashes({
  port: await freePort(),
  env: process.env,
  annotators: 10,
  kills: 20,
  seed,
});
console.log(
  `  ${report.kills} kills, ${report.confirmed} operations confirmed, none lost and none doubled, ` +
    `${report.retries} requests sent again, longest recovery ${Math.round(report.recoveryMs)} ms`,
);
await disconnect();
