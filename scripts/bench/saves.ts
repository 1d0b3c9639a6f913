import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { loadavg } from "node:os";
import { medianTime } from "@/scripts/bench/median";
import { asOwner, startBare, startInstallation } from "./parts/installation";
import { browserHeaders, send } from "./parts/send";

/**
 * Cost of saving: operations per second for 1, 10, 50 and 200 annotators, compared with a bare Next route
 * handler that inserts the same operations and upserts a document in one transaction without checks,
 * alternately in the same run on the same PostgreSQL. Also the cost of a save for an annotator with 10, 100,
 * 1,000 or 10,000 past assignments. A save is what the workbench sends for one answer: the answer and the
 * time spent. Runs on loopback only and stops by itself; only the ratios are comparable between machines.
 */

const CROWDS = [1, 10, 50, 200];
/** Requests per measurement, and repetitions, alternating with the baseline. */
const SAVES = 1_600;
const ROUNDS = 3;
const PER_ASSIGNMENT = 20;
const BEHIND = [0, 10, 100, 1_000, 9_999];

const installation = await startInstallation();
const bare = await startBare(installation);
/** Connections of one measurement, kept open as a browser does. */
let agent = new Agent({ keepAlive: true, maxSockets: 256 });

// After the settings, which say where the database is.
const { claim } = await import("@/lib/participation/data/claim");
const { db, disconnect } = await import("@/lib/database/db");
const { makeBatch } = await import("@/testing/builders/batches");
const { makeDataset } = await import("@/testing/builders/datasets");
const { makeMember, makeSession } = await import("@/testing/builders/people");
const { makeProject } = await import("@/testing/builders/projects");

type Person = Awaited<ReturnType<typeof makeMember<"annotator">>>;
type Work = { id: string; lease: string; cookie: string; base: number; items: string[] };
type Save = (work: Work, ops: object[]) => Promise<void>;

try {
  await compareThroughput();
  await compareHistory();
} finally {
  agent.destroy();
  await disconnect();
  await bare.stop();
  await installation.stop();
}

async function compareThroughput() {
  console.log(`\nload ${loadavg()[0]?.toFixed(1)} · operations saved per second, median of ${ROUNDS}`);
  line("annotators", "bare", "countersign", "ratio");
  for (const crowd of CROWDS) {
    const rates: { bare: number[]; ours: number[] } = { bare: [], ours: [] };
    await saveAll(saveHere, await makeWork(crowd));
    await saveAll(saveBare, await makeWork(crowd));
    for (let round = 0; round < ROUNDS; round++) {
      rates.bare.push(await saveAll(saveBare, await makeWork(crowd)));
      rates.ours.push(await saveAll(saveHere, await makeWork(crowd)));
    }
    const [before, after] = [medianTime(rates.bare), medianTime(rates.ours)];
    line(String(crowd), before.toFixed(0), after.toFixed(0), (after / before).toFixed(2));
  }
}

async function compareHistory() {
  console.log("\nmilliseconds, median; of one annotator with so many assignments behind them in one batch");
  line("behind", "claim", "save", "save × first");
  const project = await makeProject();
  const person = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 10_050 });
  const batch = await makeBatch({ dataset, annotators: [person] });
  const cookie = await cookieOf(person);
  let first = 0;
  let behind = 0;
  for (const many of BEHIND) {
    await leaveBehind(batch.id, person.raterId, many - behind);
    const claims: number[] = [];
    const saves: number[] = [];
    for (let n = 0; n < 10; n++) {
      const begun = performance.now();
      const { id, lease } = await claimed(person, batch.id);
      claims.push(performance.now() - begun);
      const work: Work = { id, lease, cookie, base: 0, items: [] };
      await open(work);
      for (let save = 0; save < PER_ASSIGNMENT; save++) {
        const ops = [stamped({ type: "score", value: 1 + (save % 5) }), spent("overall")];
        const before = performance.now();
        await saveHere(work, ops);
        saves.push(performance.now() - before);
        work.base += ops.length;
      }
      await db.assignment.update({
        where: { id },
        data: { state: "submitted", submittedAt: new Date(), lease: null, leaseUntil: null },
      });
    }
    behind = many + 10;
    first ||= medianTime(saves);
    line(
      String(many),
      medianTime(claims).toFixed(1),
      medianTime(saves).toFixed(2),
      (medianTime(saves) / first).toFixed(2),
    );
  }
}

/** Inserts past submissions with eight operations each, directly as rows. */
async function leaveBehind(batchId: string, raterId: string, many: number) {
  if (many <= 0) return;
  await db.$executeRaw`
    WITH free AS (
      SELECT s.*, row_number() OVER () AS "n" FROM "Slot" s
      WHERE s."batchId" = ${batchId}::uuid AND s."assignmentId" IS NULL LIMIT ${many}
    ), done AS (
      INSERT INTO "Assignment" ("id", "batchId", "subjectId", "armId", "slotId", "raterId", "state", "version", "position",
        "openedAt", "submittedAt", "submittedVersion")
      SELECT gen_random_uuid(), free."batchId", free."subjectId", free."armId", free."id", ${raterId}::uuid, 'submitted', 8,
        free."n" + (SELECT count(*) FROM "Assignment" a WHERE a."raterId" = ${raterId}::uuid), now(), now(), 8
      FROM free RETURNING "id", "slotId"
    ), held AS (UPDATE "Slot" s SET "assignmentId" = done."id" FROM done WHERE s."id" = done."slotId")
    INSERT INTO "Operation" ("assignmentId", "id", "seq", "type", "payload", "clientAt")
    SELECT done."id", gen_random_uuid(), n, 'score', '{}', now() FROM done, generate_series(1, 8) n`;
  await asOwner(installation, 'ANALYZE "Assignment", "Slot", "Operation"');
}

/** All annotators save concurrently, each on one assignment after another. Returns operations per second. */
async function saveAll(save: Save, crowd: Work[][]): Promise<number> {
  agent.destroy();
  agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const each = Math.ceil(SAVES / crowd.length);
  const begun = performance.now();
  await Promise.all(
    crowd.map(async (works) => {
      for (let n = 0; n < each; n++) {
        const work = works[Math.floor(n / PER_ASSIGNMENT)];
        if (!work) throw new Error("the work has run out");
        const item = work.items[n % work.items.length] ?? "";
        const ops = [stamped({ type: "answer", item, value: n % 3 ? "yes" : "no" }), spent(item)];
        await save(work, ops);
        work.base += ops.length;
      }
    }),
  );
  return (crowd.length * each * 2) / ((performance.now() - begun) / 1000);
}

/** Opens as many assignments of eight questions per annotator as they will need. */
async function makeWork(crowd: number): Promise<Work[][]> {
  const project = await makeProject();
  const people: Person[] = [];
  for (let n = 0; n < crowd; n++) people.push(await makeMember("annotator", { project }));
  const dataset = await makeDataset({ project, tasks: crowd, checklist: 8, drafts: false });
  const cookies = await Promise.all(people.map(cookieOf));
  const works: Work[][] = people.map(() => []);
  for (let n = 0; n * PER_ASSIGNMENT < SAVES / crowd; n++) {
    const settings = { exposure: "none" as const };
    const batch = await makeBatch({ dataset, annotators: people, preset: "checklist-answering", settings });
    await inTurn(people, async (person, who) => {
      const { id, lease } = await claimed(person, batch.id);
      const work = { id, lease, cookie: cookies[who] ?? "", base: 0, items: [] };
      await open(work);
      works[who]?.push(work);
    });
  }
  return works;
}

async function inTurn<T>(all: T[], each: (one: T, index: number) => Promise<void>) {
  for (let n = 0; n < all.length; n += 10)
    await Promise.all(all.slice(n, n + 10).map((one, at) => each(one, n + at)));
}

async function claimed(person: Person, batch: string) {
  const result = await claim(person.actor, batch);
  if (!result || !("assignment" in result)) throw new Error(`nothing was claimed: ${JSON.stringify(result)}`);
  return result.assignment;
}

async function cookieOf(person: Person): Promise<string> {
  const { cookie } = await makeSession(person);
  return `${cookie.name}=${cookie.value}`;
}

/** Reads an assignment as its page does. */
async function open(work: Work) {
  const view = await ask<{ frame: { steps: { items?: { key: string }[] }[] } }>(
    `${installation.local}/api/v1/assignments/${work.id}`,
    work,
  );
  work.items = view.frame.steps.flatMap(({ items }) => items ?? []).map(({ key }) => key);
}

async function saveHere(work: Work, ops: object[]) {
  const { lease, base } = work;
  await ask(`${installation.local}/api/v1/assignments/${work.id}/ops`, work, { lease, base, ops });
}

async function saveBare(work: Work, ops: object[]) {
  await ask(`${bare.local}/save`, work, { document: work.id, base: work.base, ops });
}

function ask<T>(url: string, { cookie }: Work, body?: object): Promise<T> {
  return send(agent, url, browserHeaders(cookie), body && JSON.stringify(body));
}

function stamped(op: object) {
  return { op: randomUUID(), at: new Date().toISOString(), ...op };
}

function spent(on: string) {
  return stamped({ type: "time", spent: [{ on, activeMs: 1200, idleMs: 0 }] });
}

function line(...cells: string[]) {
  console.log(`  ${cells.map((cell) => cell.padStart(14)).join("")}`);
}
