// npm test: everything. Packages may not be installed yet.
import { runStages } from "./testing/run.mjs";

await runStages(async (stages) => {
  await stages.prepare();
  const checkAndBuild = async () => {
    await stages.lint();
    await stages.types();
    await stages.build();
  };
  // Unit tests use one processor; this uses the others.
  await Promise.all([stages.unit(), checkAndBuild()]);
  await stages.database();
  await stages.python();
  await stages.browser(process.argv.slice(2));
});
