// npm run check: checks that need neither a database nor a browser.
import { runStages } from "./testing/run.mjs";

await runStages(async (stages) => {
  await stages.prepare();
  await Promise.all([stages.lint(), stages.types()]);
  await stages.unit();
});
