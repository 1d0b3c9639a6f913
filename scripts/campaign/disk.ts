import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, startCluster } from "../postgres/cluster.mjs";
import { startWeb } from "../start/child-processes.mjs";
import { supervise } from "../start/supervise.mjs";
import { cloneTemplate, prepareTemplate } from "../testing/template.mjs";
import type { Annotator } from "./annotator";
import { mustHaveAnswered, silenceInWords, watchAnswers } from "./watch";

// The database's disk fills up while annotators save, and is freed a little later. Uses an in-memory file
// system, which requires root; otherwise the test is skipped with a message.
const home = mkdtempSync(path.join(realpathSync(tmpdir()), "countersign-disk-"));
const filler = path.join(home, "filler");
const silent = () => {};

function mount(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=320m", "tmpfs", home], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

if (!mount()) {
  rmSync(home, { recursive: true });
  console.log("  left out: this account may not make a file system of its own");
  process.exit(0);
}
try {
  chmodSync(home, 0o777);
  await fillUp();
} finally {
  execFileSync("umount", ["--lazy", home]);
  rmSync(home, { recursive: true, force: true });
}
process.exit(0);

async function fillUp() {
  const dbPort = await freePort();
  const folder = path.join(home, "data");
  const options = {
    folder,
    password: "campaign-of-a-full-disk",
    log: path.join(tmpdir(), `${path.basename(home)}.log`),
    port: dbPort,
  };
  const settings = { max_wal_size: "64MB", min_wal_size: "32MB" };
  const first = await startCluster({ ...options, settings });
  let known: typeof first | undefined = first;
  const database = supervise({
    start: async () => {
      const { ended, stop } = known ?? (await startCluster({ ...options, settings }));
      known = undefined;
      return { pid: 0, ready: Promise.resolve(), ended, stop };
    },
    onChange: silent,
    backOff: { first: 500, most: 2_000 },
  });
  await database.ready;
  await prepareTemplate(first.url("postgres"));
  process.env.DATABASE_URL = await cloneTemplate(first.url("postgres"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const address = `http://localhost:${port}`;
  const env = { ...process.env, APP_URL: address, NEXTAUTH_URL: address };
  const where = { dev: false, port, host: "127.0.0.1", local: origin };
  const web = supervise({ start: () => startWeb(where, env, silent), onChange: silent });
  const { disconnect } = await import("@/lib/database/db");
  const { verifyWork, work } = await import("./annotator");
  const { makeCrowd } = await import("./crowd");
  const { randomFrom } = await import("@/lib/agreement/random");
  try {
    await web.ready;
    const crowd: Annotator[] = await makeCrowd(20, { each: 2, items: 12 });
    const watch = watchAnswers(`${origin}/api/v1/health/live`, web.pid());
    const random = randomFrom(1);
    const working = Promise.all(crowd.map((annotator) => work(origin, annotator, random)));
    await Promise.race([pause(300), working]);
    const { bavail, bsize } = statfsSync(home);
    try {
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
    } catch {
      // Whatever the reason: the disk is full now.
    }
    // Writes long texts until the database has no room for more.
    const refused = await untilRefused(origin, crowd);
    const health = await fetch(`${origin}/api/v1/health`, { signal: AbortSignal.timeout(2_000) });
    await pause(2_000);
    rmSync(filler, { force: true });
    await working;
    const silence = await watch.stop();
    const counted = await verifyWork(crowd);
    console.log(
      `  ${counted.submitted} assignments submitted, ${counted.confirmed} answers confirmed, none lost and none doubled; ` +
        `on the full disk an import was ${refused}, health answered ${health.status}; ` +
        `${counted.retries} requests sent again, ${silenceInWords(silence)}`,
    );
    mustHaveAnswered(silence);
  } finally {
    rmSync(filler, { force: true });
    await disconnect();
    await web.stop();
    await database.stop();
    rmSync(options.log, { force: true });
  }
}

/** Imports a file that does not fit any more. Returns how it was refused. */
async function untilRefused(origin: string, [firstAnnotator]: readonly Annotator[]): Promise<string> {
  if (!firstAnnotator) return "not tried";
  const body = Buffer.alloc(48_000_000, "0123456789abcdef");
  for (let n = 0; n < body.length; n += 4) body.writeUInt32LE((Math.random() * 2 ** 32) >>> 0, n);
  const answer = await fetch(`${origin}/api/v1/projects/${firstAnnotator.project}/imports?file=a.bin`, {
    method: "POST",
    headers: { authorization: `Bearer ${firstAnnotator.admin}` },
    body,
    signal: AbortSignal.timeout(60_000),
  }).catch(() => null);
  if (answer?.ok) throw new Error("a file was taken in for which there is no room");
  return answer ? `answered ${answer.status}` : "cut off";
}
