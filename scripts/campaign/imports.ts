import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { db, disconnect } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { makeProject } from "@/testing/builders/projects";

// Kills a worker twenty times while it imports 100,000 lines; the dataset must be exact.
const KILLS = 20;
const TASKS = 20_000;

const lines = ['{"type":"study","version":1,"name":"Killed"}'];
lines.push(
  '{"type":"rubric","id":"c","task":null,"kind":"checklist","items":[{"id":"q","text":"?","scale":{"type":"yesno"}}]}',
);
for (let n = 0; n < TASKS; n++) {
  const about = `"task":"t${n}","response":"r${n}","item":"q"`;
  lines.push(
    `{"type":"task","id":"t${n}","instruction":"Task ${n}"}`,
    `{"type":"response","id":"r${n}","task":"t${n}","model":"m","text":"Answer ${n}"}`,
    `{"type":"draft","id":"d${n}",${about},"rater":"m","raterKind":"llm","value":"yes","lines":["so"]}`,
    `{"type":"judgement","id":"a${n}",${about},"rater":"A","raterKind":"human","value":"yes"}`,
    `{"type":"judgement","id":"b${n}",${about},"rater":"B","raterKind":"human","draft":"d${n}","value":"no","lines":[{"draft":0,"action":"remove"}]}`,
  );
}

const project = await makeProject();
const bytes = Buffer.from(lines.join("\n"));
const stop = AbortSignal.abort();
// Stored and queued here; processes that are killed do the rest.
await importStudyFile(project.id, [bytes], { fileName: "killed.jsonl" }, { signal: stop }).catch(() => {});
const { id } = await db.import.findFirstOrThrow({ where: { projectId: project.id } });

const args = ["--conditions=react-server", "--import", "tsx", "scripts/campaign/import-process.ts", id];
let kills = 0;
let visible = 0;
for (;;) {
  const worker = spawn(process.execPath, args, { stdio: "inherit" });
  const ended = new Promise<number | null>((resolve) => worker.once("exit", resolve));
  const killer = kills < KILLS ? sleep(1500 + randomInt(2500)).then(() => worker.kill("SIGKILL")) : null;
  const code = await ended;
  await killer;
  const { state } = await db.import.findUniqueOrThrow({ where: { id } });
  const [dataset] = await db.dataset.findMany({ where: { projectId: project.id } });
  if (state !== "ready" && dataset?.state !== "importing") visible++;
  if (code === null) kills++;
  else if (code !== 0) throw new Error(`the import ended with ${code}`);
  if (state === "ready") break;
}

const { counts } = await db.dataset.findFirstOrThrow({ where: { projectId: project.id } });
const decisions = await db.decision.count({ where: { dataset: { projectId: project.id } } });
const chunks = await db.importChunk.count({ where: { importId: id } });
const expected = { tasks: TASKS, responses: TASKS, drafts: TASKS, judgements: 2 * TASKS };
const wrong = Object.entries(expected).filter(([key, n]) => (counts as Record<string, number>)[key] !== n);
if (wrong.length > 0 || decisions !== TASKS || chunks > 0 || visible > 0) {
  throw new Error(`not exact: ${JSON.stringify({ counts, decisions, chunks, visible })}`);
}
console.log(`  ${kills} kills, ${lines.length} lines: every row there once, never half of it visible`);
await disconnect();
