// npm run campaign: longer attacks on what must never break. Bounded, on loopback, on databases of their own.
import { runStages } from "./testing/run.mjs";

// npm run campaign -- faults disk: only these.
const asked = process.argv.slice(2);

await runStages(async (stages) => {
  await stages.prepare();
  await stages.build();
  for (const name of ["claims", "crash", "imports", "drafts", "faults", "disk"])
    if (asked.length === 0 || asked.includes(name)) await stages.campaign(name);
});
