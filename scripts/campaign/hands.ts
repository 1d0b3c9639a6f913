import { disconnect } from "@/lib/database/db";
import { freePort } from "../postgres/cluster.mjs";
import { startWeb } from "../start/child-processes.mjs";
import { runCommand } from "../start/run-command.mjs";
import { findBrowser, thisMachine } from "../testing/browser.mjs";
import { openBrowser, workThrough } from "./hands/annotator";
import { INPUT_METHODS } from "./hands/input-methods";
import { expectStored, makeWork } from "./hands/stored";

// Works in a real browser without pause: equal shares of the time with the mouse, with the keyboard, with the keyboard
// where answers come late and the processor is slow in turn, on a phone, and with held keys and double clicks. MINUTES
// is the total time; INPUT chooses methods by name, separated by commas. A picture of a page on which the work could not
// go on is left in test-results/hands.
const minutes = Number(process.env.MINUTES ?? 30);
if (!(minutes > 0)) throw new Error("--minutes takes a number above 0");
const chosen = process.env.INPUT?.split(",");
const methods = INPUT_METHODS.filter(({ name }) => chosen?.includes(name) ?? true);
const share = (minutes * 60_000) / methods.length;

const port = await freePort();
const local = `http://127.0.0.1:${port}`;
const address = `http://localhost:${port}`;
Object.assign(process.env, { APP_URL: address, NEXTAUTH_URL: address });
const web = startWeb({ dev: false, port, host: "127.0.0.1", local }, process.env, () => {});
await web.ready;
const browser = await openBrowser(
  await findBrowser(
    await thisMachine((command, rest, env) => runCommand(command, rest, { env: { ...process.env, ...env } })),
  ),
);
const problems: string[] = [];
try {
  for (const method of methods) {
    const work = await makeWork(share);
    const done = await workThrough(browser, { address, method, work, until: Date.now() + share });
    const found = [...done.problems, ...(await expectStored(work, done))];
    console.log(
      `  ${method.name}: ${done.intended.size} assignments worked on, ${done.acknowledged.length} submissions acknowledged, ` +
        `${found.length === 0 ? "each stored once, as it was meant" : `${found.length} problems`}`,
    );
    problems.push(...found.map((problem) => `${method.name}: ${problem}`));
  }
} finally {
  await browser.close();
  await disconnect();
  await web.stop();
}
if (problems.length > 0) throw new Error(problems.slice(0, 20).join("\n"));
