// npm run campaign: long robustness tests. Bounded, on loopback, on databases of their own.
import { runStages } from "./testing/run.mjs";

const ATTACKS = ["claims", "crash", "imports", "drafts", "annotators", "faults", "disk"];
/** Half an hour in a browser, an hour with a broken endpoint, the papers in full size, 10,000 timed requests: on request. */
const LONG = ["hands", "drafts-broken", "papers", "side-channels", "hostile-browsers"];

// npm run campaign -- faults disk: only these. npm run campaign -- hands --minutes 4: shorter than usual.
const args = process.argv.slice(2);
const at = args.indexOf("--minutes");
if (at >= 0) process.env.MINUTES = args[at + 1] ?? "";
const chosen = args.filter((_, place) => at < 0 || (place !== at && place !== at + 1));
const unknown = chosen.filter((name) => ![...ATTACKS, ...LONG].includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}. There are: ${[...ATTACKS, ...LONG].join(", ")}.`);
  process.exit(2);
}

await runStages(async (stages) => {
  await stages.prepare();
  await stages.build();
  for (const name of chosen.length === 0
    ? ATTACKS
    : [...ATTACKS, ...LONG].filter((one) => chosen.includes(one)))
    await stages.campaign(name);
});
