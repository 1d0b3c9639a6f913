import { disconnect } from "@/lib/database/db";
import { freePort } from "../postgres/cluster.mjs";
import { attack } from "./attacks";
import { mustHaveAnswered, silenceInWords } from "./watch";

// 200 annotators on two web processes and a worker for 45 seconds of poison studies, kills and locks, and
// until all of them are done. ANNOTATORS and SECONDS override the size.
const seed = Date.now() % 2 ** 31;
console.log(`  seed ${seed}`);
const report = await attack({
  port: await freePort(),
  env: process.env,
  annotators: Number(process.env.ANNOTATORS ?? 200),
  seconds: Number(process.env.SECONDS ?? 45),
  seed,
});
console.log(
  `  ${report.submitted} assignments submitted, ${report.confirmed} answers confirmed, none lost and none doubled; ` +
    `${report.kills} kills, ${report.locks} locks, report of the poison study: ${report.poison.join(", ")}; ` +
    `${report.retries} requests sent again, ${silenceInWords(report.silence)}`,
);
await disconnect();
mustHaveAnswered(report.silence);
