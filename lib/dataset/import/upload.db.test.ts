import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { actAs, type Member } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { cancelImport, findImport, listImportProblems } from "@/lib/dataset/data/imports";
import { makeMember } from "@/testing/builders/people";
import { runImport } from "./run";
import { receiveImport } from "./upload";

const study = '{"type":"study","version":1,"name":"Small"}';

async function* inPieces(...pieces: (string | Uint8Array)[]) {
  for (const piece of pieces) yield typeof piece === "string" ? Buffer.from(piece) : piece;
}

/** Uploads a file as a browser does, and runs the worker on it. */
async function send(
  { actor, projectId }: { actor: Member<"researcher">; projectId: string },
  ...pieces: (string | Uint8Array)[]
) {
  const answer = await receiveImport(actor, projectId, { fileName: "f" }, inPieces(...pieces), null);
  if (!answer || "refused" in answer) return { answer, problems: [], id: "" };
  await runImport(answer.id);
  const { problems } = (await listImportProblems(actor, answer.id, { all: true })) ?? { problems: [] };
  return {
    answer,
    problems: problems.map(({ line, place, reason }) => [line, place, reason]),
    id: answer.id,
  };
}

const leftovers = async (projectId: string) => ({
  datasets: await db.dataset.count({ where: { projectId } }),
  rows: await db.importRow.count({ where: { import: { projectId } } }),
  chunks: await db.importChunk.count({ where: { import: { projectId } } }),
});
const nothing = { datasets: 0, rows: 0, chunks: 0 };

test("a compressed study is unpacked, and has the hash of the sent file", async () => {
  const researcher = await makeMember("researcher");
  const packed = gzipSync(study);
  const { id } = await send(researcher, packed.subarray(0, 1), packed.subarray(1, 9), packed.subarray(9));
  expect(await findImport(researcher.actor, id)).toMatchObject({
    state: "ready",
    bytes: study.length,
    sha256: createHash("sha256").update(packed).digest("hex"),
    dataset: { name: "Small" },
  });
});

test.each([
  ["an archive", [Buffer.from("PK\u0003\u0004 and so on")], "packed-file"],
  ["gzip in gzip", [gzipSync(gzipSync(study))], "packed-file"],
  ["a bomb", [gzipSync(Buffer.alloc(32 * 2 ** 20, "a"))], "unfolds-too-far"],
  ["half a file", [gzipSync(Buffer.from(study.repeat(50))).subarray(0, 60)], "damaged-file"],
] as const)("%s is refused, and nothing is stored", async (_, pieces, refused) => {
  const researcher = await makeMember("researcher");
  expect((await send(researcher, ...pieces)).answer).toMatchObject({ refused });
  expect(await leftovers(researcher.projectId)).toEqual(nothing);
  const [stored] = await db.import.findMany({ where: { projectId: researcher.projectId } });
  expect(stored).toMatchObject({ state: "failed", datasetId: null });
});

test("an interrupted upload, or one shorter than announced, stores nothing", async () => {
  const { actor, projectId } = await makeMember("researcher");
  async function* broken() {
    yield Buffer.alloc(2 ** 21, "a");
    throw new Error("ECONNRESET");
  }
  const options = { fileName: "f" };
  const interrupted = { refused: "upload-interrupted" };
  expect(await receiveImport(actor, projectId, options, broken(), null)).toEqual(interrupted);
  expect(await receiveImport(actor, projectId, options, inPieces(study), 9999)).toEqual(interrupted);
  expect(await leftovers(projectId)).toEqual(nothing);
});

test("an upload can be cancelled while it runs", async () => {
  const { actor, projectId } = await makeMember("researcher");
  async function* slow() {
    yield Buffer.alloc(2 ** 20, "a");
    const { id } = await db.import.findFirstOrThrow({ where: { projectId } });
    expect(await cancelImport(actor, id)).toEqual({ id });
    yield Buffer.alloc(2 ** 20, "a");
  }
  expect(await receiveImport(actor, projectId, { fileName: "f" }, slow(), null)).toEqual({
    refused: "import-over",
  });
  expect(await leftovers(projectId)).toEqual(nothing);
});

test("only researchers and admins of the project import, see and cancel", async () => {
  const researcher = await makeMember("researcher");
  const project = { id: researcher.projectId };
  const { id } = await send(researcher, study);
  const annotator = await makeMember("annotator", { project });
  const outsider = await makeMember("admin");
  for (const other of [actAs(annotator.actor, "researcher"), outsider.actor]) {
    const attempt = await receiveImport(other, project.id, { fileName: "f" }, inPieces(study), null);
    expect(attempt).toBeNull();
    expect(await findImport(other, id)).toBeNull();
    expect(await listImportProblems(other, id)).toBeNull();
    expect(await cancelImport(other, id)).toBeNull();
  }
  expect(await cancelImport(researcher.actor, id)).toEqual({ refused: "import-over" });
});

test("values that would change silently are refused by line, and all others are stored unchanged", async () => {
  const researcher = await makeMember("researcher");
  const deep = `${"[".repeat(80)}${"]".repeat(80)}`;
  const lines = [
    `\ufeff${study}`,
    '{"type":"task","id":"t1","instruction":"a\\u0000b"}',
    '{"type":"task","id":"t2","instruction":"\\ud800"}',
    '{"type":"task","id":"t3","id":"t3","instruction":"x"}',
    '{"type":"task","id":"t4","instruction":"x","metadata":{"__proto__":{"isAdmin":true}}}',
    `{"type":"task","id":"t5","instruction":"x","metadata":{"a":${deep}}}`,
    '{"type":"task","id":"t6","instruction":"a\rb"}',
    '{"type":"task","id":"t7","instruction":"fine"}\r',
  ];
  const { problems } = await send(researcher, lines.join("\n"), "\n", Buffer.from([0x7b, 0xff, 0x7d]));
  expect(problems).toEqual([
    [2, "instruction", "a text contains the NUL character (U+0000)"],
    [3, "instruction", "a text contains half of a surrogate pair"],
    [4, "", 'the field "id" occurs twice'],
    [5, "metadata", 'the field name "__proto__" is not allowed'],
    [6, expect.stringContaining("metadata.a"), "nested more than 64 deep"],
    [7, "instruction", "a text contains the character U+000D unescaped"],
    [9, "", expect.stringContaining("it looks like Windows-1252 or Latin-1")],
  ]);
  // The file is kept for a while: the import could continue without these lines.
  expect(await leftovers(researcher.projectId)).toEqual({ ...nothing, chunks: 1 });
});

test("numbers too large for a number keep their digits, and every line its bytes", async () => {
  const researcher = await makeMember("researcher");
  const task =
    '{"type":"task","id":"t","instruction":"é\u2028","metadata":{"n":9007199254740993,"big":1e400}}';
  const { id } = await send(researcher, `${study}\r\n\r\n${task}\r\n`);
  const { dataset } = (await findImport(researcher.actor, id)) ?? {};
  const [stored] = await db.task.findMany({ where: { datasetId: dataset?.id ?? "" } });
  expect(stored?.metadata).toEqual({ n: "9007199254740993", big: "1e400" });
  const [row] = await db.importRow.findMany({ where: { importId: id, type: "task" } });
  expect(row).toMatchObject({ line: 3, raw: task });
  expect(row?.sha256).toBe(createHash("sha256").update(task).digest("hex"));
});

test("2,000 malformed lines give 2,000 problems", async () => {
  const researcher = await makeMember("researcher");
  const kinds = [
    "{",
    "null",
    '{"type":"task"',
    '{"type":"what"}',
    '"\\ud800"',
    "{\u0000}",
    '{"a":1,"a":2}',
    "[[",
  ];
  const lines = Array.from({ length: 2000 }, (_, n) => kinds[n % kinds.length] ?? "");
  const { problems } = await send(researcher, `${study}\n${lines.join("\n")}`);
  expect(new Set(problems.map(([line]) => line)).size).toBe(2000);
  expect(await leftovers(researcher.projectId)).toEqual(nothing);
});
