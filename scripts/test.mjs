// npm test: everything. Packages may not be installed yet.
import { runStages } from "./testing/run.mjs";

await runStages(async (stages) => {
  await stages.prepare();
  const buildAndCall = async () => {
    await stages.lint();
    await stages.types();
    await stages.build();
    await stages.python();
  };
  // Neither keeps two processors busy by itself: database tests begin once one of them has ended. Browser tests do, and
  // have time limits: they come last, alone.
  const beside = [stages.unit(), buildAndCall()];
  await Promise.all([...beside, Promise.race(beside).then(() => stages.database())]);
  await stages.browser(process.argv.slice(2));
});
