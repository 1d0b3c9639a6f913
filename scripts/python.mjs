// npm run python: the tests of clients/python only, against a server of this build.
import { runStages } from "./testing/run.mjs";

await runStages(async (stages) => {
  await stages.prepare();
  await stages.build();
  await stages.python();
});
