// npm test: everything. Nothing may be installed yet.
import { runStages } from "./testing/run.mjs";

await runStages(async (stages) => {
  await stages.prepare();
  const checkAndBuild = async () => {
    await stages.lint();
    await stages.types();
    await stages.build();
  };
  // The unit tests keep one processor busy, and leave the others to this.
  await Promise.all([stages.unit(), checkAndBuild()]);
  await stages.database();
  await stages.browser(process.argv.slice(2));
});
