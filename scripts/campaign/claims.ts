import { disconnect } from "@/lib/database/db";
import { claimFromProcesses } from "./concurrent-claims";

// 200 people in two processes claim at once on 60 subjects with three slots each, twenty times.
const report = await claimFromProcesses({ processes: 2, runs: 20, people: 200, subjects: 60, k: 3 });
console.log(
  `  ${report.runs} runs: ${report.claimed} slots filled, never more than three to a subject, ` +
    `${report.none} told there is nothing, slowest run ${Math.round(report.slowestMs)} ms`,
);
await disconnect();
