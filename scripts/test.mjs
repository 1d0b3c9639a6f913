// npm test: everything, fastest first. Nothing may be installed yet.
import { runStages } from "./testing/run.mjs";

await runStages(async (stages) => {
  await stages.prepare();
  await Promise.all([stages.lint(), stages.types()]);
  // The build uses the time in which the unit tests wait for nothing.
  const built = stages.build();
  await Promise.all([stages.unit(), built]);
  await stages.database();
  await stages.browser(process.argv.slice(2));
});
