import { freePort } from "../postgres/cluster.mjs";

// The papers' procedures in full size, started and read in a browser against a deterministic model: LLMBar's evaluators on
// 20 pairs, selective application on 20 pairs, an ablation on 3 tasks, SALC with its training data, a curation of 20
// instances by two people, STICK with four iterations and best of eight on 10 tasks. In each part a worker is killed in the
// middle of its calls and started again by the supervisor, and a run stops at its budget, which is raised.
// Afterwards each call has one answer, each run the calls that its method has, and each draft exists once. PARTS=stick,salc
// chooses parts; pictures of what was read are left in test-results/papers.
const [port, modelPort] = [await freePort(), await freePort()];
const address = `http://localhost:${port}`;
Object.assign(process.env, {
  ...{ APP_URL: address, NEXTAUTH_URL: address },
  LLM_ALLOWED_ORIGINS: `http://127.0.0.1:${modelPort}`,
});

// After the settings, which are read when the database module loads.
const { disconnect } = await import("@/lib/database/db");
const { openInstallation } = await import("./papers/installation");
const { CONCURRENCY, PAIRS, PARTS } = await import("./papers/parts");
const { problemsIn, problemsOfCalls } = await import("./papers/stored");

const wanted = process.env.PARTS?.split(",") ?? Object.keys(PARTS);
for (const name of wanted) if (!Object.hasOwn(PARTS, name)) throw new Error(`there is no part "${name}"`);
const installation = await openInstallation({ pairs: PAIRS, concurrency: CONCURRENCY }, { port, modelPort });
const { problems, project, stub, worker } = installation;
try {
  let requests = 0;
  const runs = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (!wanted.includes(name)) continue;
    const kills = worker.kills();
    const began = Date.now();
    runs.push(...(await part(installation)));
    console.log(
      `  ${name}: ${stub.requests.length - requests} requests, ${worker.kills() - kills} deaths, ` +
        `${Math.round((Date.now() - began) / 1000)} s`,
    );
    if (stub.requests.length > requests && worker.kills() === kills)
      problems.push(`${name}: no worker was killed`);
    requests = stub.requests.length;
  }
  for (const run of runs) problems.push(...(await problemsIn(run)));
  const chats = stub.requests.filter(({ path }) => !path.endsWith("/embeddings")).length;
  problems.push(
    ...(await problemsOfCalls(project.id, {
      requests: chats,
      kills: worker.kills(),
      concurrency: CONCURRENCY,
    })),
  );
} catch (error) {
  // The page on which it stopped.
  await installation.page.screenshot({ path: "test-results/papers.png", fullPage: true }).catch(() => {});
  throw error;
} finally {
  await installation.close();
  await disconnect();
}
if (problems.length > 0) throw new Error(problems.slice(0, 20).join("\n"));
console.log(
  "  each run made the calls of its method, each call has one answer, each draft and response is stored once; every trace, table and file was read",
);
