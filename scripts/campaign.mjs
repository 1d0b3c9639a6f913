// npm run campaign: longer attacks on what must never break. Bounded, on loopback, on databases of their own.
import { runStages } from "./testing/run.mjs";

await runStages(async (stages) => {
  await stages.prepare();
  await stages.build();
  await stages.campaign("claims");
  await stages.campaign("crash");
  await stages.campaign("imports");
  await stages.campaign("drafts");
});
