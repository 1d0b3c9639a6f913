// npm test: everything. Packages may not be installed yet.
import { runStages } from "./testing/run.mjs";

await runStages(async (stages) => {
  await stages.prepare();
  const testInNode = async () => {
    await stages.unit();
    await stages.database();
  };
  const buildAndCall = async () => {
    await stages.lint();
    await stages.types();
    await stages.build();
    await stages.python();
  };
  // Neither keeps two processors busy by itself. Browser tests do, and have time limits: they come last, alone.
  await Promise.all([testInNode(), buildAndCall()]);
  await stages.browser(process.argv.slice(2));
});
