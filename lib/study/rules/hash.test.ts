import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { canonicalLine, canonicalText, hashOfLines, hashOfParts } from "./hash";
import { changeBetween, check, contradictions, manifestOf, type OwnedPart } from "./manifest";

const json = fc.jsonValue({ maxDepth: 3 });
const lines = fc.array(json.map(canonicalLine), { minLength: 1, maxLength: 20 });

test("the hash of a part equals that of Python's hashlib", () => {
  // hashlib.sha256(b"".join(sorted(hashlib.sha256(l).digest() for l in (b"a", b"b", b"c")))).hexdigest()
  expect(hashOfLines(["c", "a", "b"])).toBe(PYTHON);
});

property.prop([lines, fc.infiniteStream(fc.nat())])("the order of records means nothing", (given, dice) => {
  const shuffled = given.map((line) => ({ line, at: dice.next().value })).sort((a, b) => a.at - b.at);
  expect(hashOfLines(shuffled.map(({ line }) => line))).toBe(hashOfLines(given));
});

property.prop([lines, fc.nat(), fc.nat(), fc.string({ minLength: 1, maxLength: 1 })])(
  "one changed character changes the hash",
  (given, which, where, letter) => {
    const at = which % given.length;
    const line = given[at] ?? "";
    const place = where % line.length;
    const changed = line.slice(0, place) + letter + line.slice(place + 1);
    fc.pre(changed !== line && !/[\ud800-\udfff]/.test(line + letter));
    expect(hashOfLines(given.with(at, changed))).not.toBe(hashOfLines(given));
  },
);

property.prop([lines, fc.nat()])("a record more, or the same one twice, changes the hash", (given, which) => {
  const line = given[which % given.length] ?? "";
  expect(hashOfLines([...given, line])).not.toBe(hashOfLines(given));
  expect(hashOfLines([...given, `${line} `])).not.toBe(hashOfLines(given));
});

property.prop([fc.dictionary(fc.string(), json, { minKeys: 1, maxKeys: 6 })])(
  "a value is written the same way, whatever the order of its fields",
  (value) => {
    const turned = Object.fromEntries(Object.entries(value).reverse());
    expect(canonicalLine(turned)).toBe(canonicalLine(value));
    expect(canonicalText(turned)).toBe(canonicalText(value));
    expect(JSON.parse(canonicalText(value))).toEqual(JSON.parse(JSON.stringify(value)));
  },
);

const PYTHON = "46c4cf3be906323205e07cbafdad7e8927571191219c9e48b052ddc906d44495";

const BATCH = {
  batch: 1,
  id: "b1",
  name: "First round",
  dataset: "Letters",
  dataVersion: 3,
  data: "sha256:0",
  guidelines: null,
  arms: ["A"],
  seed: 7,
  rubrics: [],
  report: { rules: 9, replicates: 1000, seed: 42 },
  counts: { tasks: 1, responses: 1, drafts: 0, judgements: 2, decisions: 0, labellings: 0, people: 2 },
};

const part = (kind: "design" | "material" | "labels" | "tables", text: string) => ({
  batch: 1,
  kind,
  records: 1,
  sha256: hashOfLines([text]),
});

const parts = [part("design", "d"), part("material", "m"), part("labels", "ann"), part("labels", "bob")];

const manifest = manifestOf({
  title: "What was found",
  authors: "",
  version: 1,
  previous: null,
  frozenAt: "2026-11-21T06:00:00.000Z",
  program: "0.1.0",
  batches: [BATCH],
  parts,
});

describe("a manifest", () => {
  test("does not depend on the order in which its parts were made", () => {
    const { format: _, configuration: __, data: ___, ...about } = manifest;
    const turned = manifestOf({ ...about, parts: [...parts].reverse() });
    expect(canonicalText(turned)).toBe(canonicalText(manifest));
    expect(manifest.data).toBe(hashOfParts(parts.slice(1).map(({ sha256 }) => sha256)));
    expect(contradictions(manifest)).toEqual([]);
    expect(contradictions({ ...manifest, parts: parts.slice(1) })).toEqual([
      "the hash of the configuration is not that of its parts",
    ]);
  });

  test("finds missing and replaced files", () => {
    expect(check(manifest, [...parts].reverse())).toMatchObject({ missing: [], foreign: [] });
    const forged = part("labels", "eve");
    const { intact, missing, foreign } = check(manifest, [...parts.slice(0, 3), forged]);
    expect([intact.length, missing, foreign]).toEqual([3, [parts[3]], [forged]]);
  });
});

test("the changes between two versions are listed by batch and by person", () => {
  const owned = (
    sourceId: string,
    kind: OwnedPart["kind"],
    raterId: string | null,
    text: string,
  ): OwnedPart => ({
    sourceId,
    kind,
    raterId,
    sha256: hashOfLines([text]),
  });
  const before = [
    owned("b1", "design", null, "d"),
    owned("b1", "tables", null, "t"),
    owned("b1", "labels", "ann", "1"),
    owned("b1", "labels", "bob", "1"),
    owned("b1", "public_labels", "bob", "shown"),
    owned("b0", "design", null, "gone"),
  ];
  const after = [
    owned("b1", "design", null, "d"),
    owned("b1", "tables", null, "other"),
    owned("b1", "labels", "ann", "2"),
    owned("b1", "labels", "cleo", "1"),
    owned("b2", "design", null, "new"),
  ];
  const names = new Map([
    ["b0", "Pilot"],
    ["b1", "First round"],
    ["b2", "Second round"],
  ]);
  expect(changeBetween(before, after, names)).toEqual({
    added: ["Second round"],
    dropped: ["Pilot"],
    design: [],
    material: [],
    numbers: ["First round"],
    people: { changed: 1, came: 1, went: 1 },
  });
});
