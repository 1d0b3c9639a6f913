import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import { fc, test as property } from "@fast-check/vitest";
import { afterAll, beforeAll, expect, type TestContext, test } from "vitest";
import { archiveOf, type Files, frozen, judgement, TABLE, text } from "@/lib/cli/testing/frozen-study";
import { runScript } from "@/lib/export/testing/recompute";
import { render } from "@/lib/report/rules/render/render";
import { canonicalLine, canonicalText } from "@/lib/study/rules/hash";
import type { Manifest, PartKind } from "@/lib/study/schema";
import { verifyStudy } from "./verify-study";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-verify-study-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function outputOf(place: string, ...args: string[]) {
  let out = "";
  const write = (text: string) => {
    out += text;
  };
  return { code: await verifyStudy([place, ...args], { stdout: write, stderr: write }), out };
}

let made = 0;

async function ofArchive(archive: Buffer) {
  const place = path.join(folder, `${++made}.zip`);
  writeFileSync(place, archive);
  return outputOf(place);
}

/** The command's result for files in a folder, which must equal that for an archive. */
async function verified(files: Files) {
  const place = path.join(folder, String(++made));
  for (const [name, bytes] of files) {
    mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    writeFileSync(path.join(place, name), bytes);
  }
  const found = await outputOf(place);
  expect(await ofArchive(await archiveOf(files))).toEqual(found);
  return found;
}

/** The same, and the result of the script in the archive. */
async function verifiedByBoth(files: Files, annotate: TestContext["annotate"]) {
  const script = readFileSync(path.join(process.cwd(), "lib/study/scripts/verify.py"));
  const all = new Map(files).set("scripts/verify.py", script);
  const found = await verified(all);
  const python = await runScript(all, "python3", ["verify.py"]);
  if (python) expect(python).toEqual({ ...found, words: "" });
  else await annotate("python3 is not on the PATH: the script of the archive was NOT run.", "warning");
  return found;
}

test("an archive and its folder match the manifest, and files outside the manifest are named", async ({
  annotate,
}) => {
  const { code, out } = await verifiedByBoth(frozen(), annotate);
  expect(out).toContain("not checked: README.md, scripts/verify.py\n");
  expect(code).toBe(0);
});

const forgeries: [what: string, forge: (files: Files) => void, says: string][] = [
  [
    "a table that people open in a spreadsheet",
    (files) => files.set("batch-1/tables/agreement.csv", Buffer.from('"criterion"\r\n"perfect"\r\n')),
    "batch-1/tables/agreement.csv is not the table that was frozen",
  ],
  [
    "a table left out",
    (files) => files.delete("batch-1/tables/agreement.csv"),
    "batch-1/tables/agreement.csv is not the table that was frozen",
  ],
  [
    "a table added",
    (files) => files.set("study-2/tables/better.csv", Buffer.from('"alpha"\r\n"1"\r\n')),
    "study-2/tables/better.csv is not of this version",
  ],
  [
    "a file added beside the others",
    (files) => files.set("batch-1/judgements.jsonl", Buffer.from(judgement(9, "A-3", 5))),
    "batch-1/judgements.jsonl is not of this version",
  ],
  [
    "a batch added",
    (files) => files.set("batch-3/study.jsonl", files.get("batch-1/study.jsonl") ?? Buffer.of()),
    "batch-3/study.jsonl is not of this version",
  ],
  [
    "a file that takes another's place where capitals are the same as small letters",
    (files) => files.set("batch-1/Study.jsonl", files.get("batch-1/study.jsonl") ?? Buffer.of()),
    "batch-1/Study.jsonl is not of this version",
  ],
  [
    "bytes that are no text where a text had the mark for such",
    (files) => {
      const bytes = files.get("batch-1/study.jsonl") ?? Buffer.of();
      const at = bytes.indexOf("\ufffd");
      files.set(
        "batch-1/study.jsonl",
        Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff), bytes.subarray(at + 3)]),
      );
    },
    "batch-1/study.jsonl: line 1 is no record",
  ],
  [
    "a line that is no record",
    (files) =>
      files.set("batch-1/study.jsonl", Buffer.from(`${text(files, "batch-1/study.jsonl")}{"type":\n`)),
    "batch-1/study.jsonl: line 6 is no record",
  ],
  [
    "a record that says of nobody who said it",
    (files) => files.set("batch-1/answers.jsonl", Buffer.from('{"type":"answer"}\n')),
    "batch-1/answers.jsonl: line 1 is no record",
  ],
  [
    "two studies that change places",
    (files) => {
      const one = files.get("batch-1/study.jsonl") ?? Buffer.of();
      files.set("batch-1/study.jsonl", files.get("study-2/study.jsonl") ?? Buffer.of());
      files.set("study-2/study.jsonl", one);
    },
    "batch-1: a part of kind labels with 2 records is not here as it was",
  ],
];

test.for(forgeries)("%s: found by the command and the script", async ([, forge, message], { annotate }) => {
  const files = frozen();
  forge(files);
  const { code, out } = await verifiedByBoth(files, annotate);
  expect(out).toContain(`WRONG: ${message}\n`);
  expect(code).toBe(1);
});

test("an erasure that concerns no one excuses no changed number", async ({ annotate }) => {
  const files = frozen();
  const better = { ...TABLE, rows: [{ criterion: "all", alpha: 1, ci: null }] };
  const line = canonicalLine(better);
  files.set("batch-1/tables.jsonl", Buffer.from(`${line}\n`));
  files.set("batch-1/tables/agreement.csv", Buffer.from(render(JSON.parse(line), "csv")));
  const listed: Manifest["parts"] = JSON.parse(text(files, "manifest.json")).parts;
  const claim = (...kinds: PartKind[]) =>
    Buffer.from(
      canonicalText(listed.filter(({ batch, kind }) => batch === 1 && kinds.includes(kind)).slice(-2)),
    );
  files.set("erased.json", claim("tables"));
  const { code, out } = await verifiedByBoth(files, annotate);
  expect(out).toContain("WRONG: batch-1: 1 records of kind tables are not in the manifest\n");
  expect(code).toBe(1);
  // After an erasure the output names the parts that cannot be verified.
  files.set("erased.json", claim("tables", "answers"));
  files.delete("batch-1/answers.jsonl");
  expect(await verifiedByBoth(files, annotate)).toMatchObject({
    code: 0,
    out: expect.stringContaining(
      "2 parts were changed because a person was erased: batch-1 answers, batch-1 tables\n",
    ),
  });
});

test("control characters in a title cannot hide problems in a terminal", async ({ annotate }) => {
  const files = frozen();
  const manifest = JSON.parse(text(files, "manifest.json"));
  files.set("manifest.json", Buffer.from(canonicalText({ ...manifest, title: "\u001b[8m\u009b8mA\rB" })));
  expect((await verifiedByBoth(files, annotate)).out).toContain("version 1 of “?[8m?8mA?B”\n");
});

/** The lines of a file as a set: ignores their order and empty ones. */
const reportFor = (bytes: Buffer | undefined) =>
  (bytes ?? Buffer.of())
    .toString("latin1")
    .split("\n")
    .filter((line) => line !== "")
    .sort()
    .join("\n");

const whole = frozen();
const vouchedFor = [...whole.keys()].filter((name) => name !== "README.md" && name !== "erased.json");
const change = fc.oneof(
  fc.record({ kind: fc.constant("flip" as const), at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant("insert" as const), at: fc.nat(), by: fc.integer({ min: 0, max: 255 }) }),
  fc.record({ kind: fc.constant("cut" as const), at: fc.nat(), by: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant("drop" as const), at: fc.nat(), by: fc.constant(0) }),
  fc.record({ kind: fc.constant("double" as const), at: fc.nat(), by: fc.constant(0) }),
  fc.record({ kind: fc.constant("move" as const), at: fc.nat(), by: fc.nat({ max: vouchedFor.length - 1 }) }),
);

property.prop([fc.constantFrom(...vouchedFor), change], { numRuns: 100 })(
  "whatever is changed is found",
  async (name, { kind, at: where, by }) => {
    const files = frozen();
    const bytes = files.get(name) ?? Buffer.of();
    const at = where % bytes.length;
    const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
    const lines = bytes.toString("latin1").split("\n");
    const which = where % lines.length;
    const line = lines[which] ?? "";
    const joined = (some: string[]) => Buffer.from(some.join("\n"), "latin1");
    if (kind === "flip")
      files.set(name, Buffer.concat([head, Buffer.of((tail[0] ?? 0) ^ by), tail.subarray(1)]));
    if (kind === "insert") files.set(name, Buffer.concat([head, Buffer.of(by), tail]));
    if (kind === "cut") files.set(name, Buffer.concat([head, tail.subarray(by)]));
    if (kind === "drop") files.set(name, joined(lines.toSpliced(which, 1)));
    if (kind === "double") files.set(name, joined(lines.toSpliced(which, 0, line)));
    if (kind === "move") {
      const other = vouchedFor[by] ?? name;
      files.set(name, joined(lines.toSpliced(which, 1)));
      files.set(other, Buffer.concat([files.get(other) ?? Buffer.of(), Buffer.from(`${line}\n`, "latin1")]));
    }
    const changed = vouchedFor.filter((one) =>
      one.endsWith(".jsonl")
        ? reportFor(files.get(one)) !== reportFor(whole.get(one))
        : !files.get(one)?.equals(whole.get(one) ?? Buffer.of()),
    );
    const { code, out } = await verified(files);
    // Only words of the manifest can change undetected, which make it another version by its hash.
    if (code !== 0 || changed.length === 0) return;
    expect(changed).toEqual(["manifest.json"]);
    const hash = (text: string) => /SHA-256 (\w+)/.exec(text)?.[1];
    expect(hash(out)).not.toBe(hash((await verified(whole)).out));
  },
);

test("an archive that programs could read differently is refused", async () => {
  const files = frozen();
  const forged = Buffer.from(text(files, "batch-1/study.jsonl").replace('"value":4', '"value":5'));
  const twice: [string, Buffer][] = [["batch-1/study.jsonl", forged], ...files];
  expect(await ofArchive(await archiveOf(twice))).toEqual({
    code: 2,
    out: expect.stringContaining("has batch-1/study.jsonl twice"),
  });

  // The archive's directory names a file differently from its local header.
  const archive = await archiveOf(files);
  const renamed = Buffer.from(archive);
  renamed.write("batch-9", archive.indexOf("batch-1/study.jsonl"));
  expect((await ofArchive(renamed)).code).toBe(2);

  const outside = await archiveOf([...files, ["../outside.txt", Buffer.of()]]);
  expect((await ofArchive(outside)).code).toBe(2);
  expect((await ofArchive(Buffer.concat([archive, Buffer.from("and more")]))).code).toBe(2);
  expect((await ofArchive(Buffer.from("PK"))).code).toBe(2);
});

test("an archive that unpacks to far more than its size is refused", async () => {
  const archive = await archiveOf([["manifest.json", Buffer.alloc(1024)]]);
  // A size that is understated or too large: neither is unpacked.
  for (const claimed of [1023, 512 * 1024 * 1024]) {
    const forged = Buffer.from(archive);
    forged.writeUInt32LE(claimed, forged.lastIndexOf("PK\x01\x02", undefined, "latin1") + 24);
    expect((await ofArchive(forged)).code).toBe(2);
  }
  const many = Array.from({ length: 3 }, (_, n): [string, Buffer] => [
    `${n}`,
    Buffer.alloc(64 * 1024 * 1024),
  ]);
  expect(await ofArchive(await archiveOf(many))).toEqual({
    code: 2,
    out: expect.stringContaining("unpacks to far more"),
  });
});

test("an archive that was repacked by another program is read", async () => {
  const files = frozen();
  const { code } = await ofArchive(storedArchive(files));
  expect(code).toBe(0);
});

/** An archive whose files are stored uncompressed, with their lengths. */
function storedArchive(files: Files): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt32LE(bytes.length, 22);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    local.push(head, Buffer.from(name), bytes);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    head.copy(entry, 16, 14, 28);
    entry.writeUInt32LE(offset, 42);
    central.push(entry, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + bytes.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(
    central.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, ...central, end]);
}
