import { runStages } from "./testing/run.mjs";

await runStages(async (s) => {
  if (!process.env.NOBUILD) await s.build();
  await s.browser(process.argv.slice(2));
});
