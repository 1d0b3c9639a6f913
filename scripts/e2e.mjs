// npm run e2e [-- Playwright arguments]: browser tests only.
import { runStages } from "./testing/run.mjs";

await runStages(async (stages) => {
  await stages.prepare();
  await stages.build();
  await stages.browser(process.argv.slice(2));
});
