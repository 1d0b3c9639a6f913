import { zip } from "@/lib/formats/zip";
import { render } from "@/lib/report/rules/render/render";
import type { Table } from "@/lib/report/schema/table";
import { PROVENANCE } from "@/lib/report/testing/table";
import { canonicalLine, canonicalText, hashOfLines } from "@/lib/study/rules/hash";
import { manifestOf } from "@/lib/study/rules/manifest";
import type { Manifest, PartKind } from "@/lib/study/schema";

export type Files = Map<string, Buffer>;

export const TABLE: Table = {
  name: "agreement",
  title: "Agreement",
  description: "How far people agree",
  columns: [
    { id: "criterion", header: "Criterion", type: "text", unit: null, description: "" },
    { id: "alpha", header: "α", type: "number", unit: null, description: "" },
    { id: "ci", header: "95 %", type: "interval", unit: null, description: "" },
  ],
  rows: [
    { criterion: "Tone, “kind”", alpha: 0.1 + 0.2, ci: [-1e-7, 1] },
    { criterion: '=1+1\n"@x', alpha: { undefined: "no-variation" }, ci: null },
    { criterion: "' -x", alpha: 1e21, ci: null },
  ],
  notes: [],
  provenance: PROVENANCE,
};

export const judgement = (id: number, rater: string, value: number) =>
  canonicalLine({ type: "judgement", id: `j${id}`, task: "t", rater, raterKind: "human", value });

/** A batch and an imported study, each with the labels of two people. */
export function frozen(): Files {
  const files: Files = new Map();
  const parts: Manifest["parts"] = [];
  for (const batch of [1, 2]) {
    const place = `${batch === 1 ? "batch" : "study"}-${batch}`;
    const put = (file: string, ...lines: [PartKind, string[]][]) => {
      for (const [kind, part] of lines)
        parts.push({ batch, kind, records: part.length, sha256: hashOfLines(part) });
      const between = file === "public-labels" ? "\n\n" : "\n";
      const text = `${lines.map(([, part]) => part.join("\n")).join(between)}\n`;
      files.set(`${place}/${file}.jsonl`, Buffer.from(text));
    };
    const table = canonicalLine(TABLE);
    put("design", ["design", [canonicalLine({ seed: batch })]]);
    put(
      "study",
      ["material", [canonicalLine({ type: "task", id: "t", instruction: "Be brief. \ufffd Ω" })]],
      ["labels", [judgement(1, "A-1", batch), judgement(2, "A-1", 4)]],
      ["labels", [judgement(3, "A-2", 2), judgement(4, "A-2", 5)]],
    );
    put("answers", ["answers", [canonicalLine({ type: "answer", rater: "A-1", value: "easier" })]]);
    put("tables", ["tables", [table]]);
    put("card", ["card", [table]]);
    const shown = (value: number) => canonicalLine({ kind: "judgement", final_value: value });
    put(
      "public-labels",
      ["public_labels", [shown(batch), shown(4)]],
      ["public_labels", [shown(2), shown(5)]],
    );
    files.set(`${place}/tables/agreement.csv`, Buffer.from(render(JSON.parse(table), "csv")));
  }
  const about = (batch: number) => ({
    batch,
    id: String(batch),
    ...(batch === 2 && { imported: true as const }),
    name: "Round",
    dataset: "Letters",
    dataVersion: 1,
    data: "",
    guidelines: null,
    arms: [],
    seed: null,
    rubrics: [],
    report: { rules: 1, replicates: 1000, seed: 42 },
    counts: { tasks: 1, responses: 0, drafts: 0, judgements: 4, decisions: 0, labellings: 0, people: 2 },
  });
  const manifest = manifestOf({
    title: "What was found",
    authors: "",
    version: 1,
    previous: null,
    frozenAt: "2026-11-20T00:00:00.000Z",
    program: "0.1.0",
    batches: [about(1), about(2)],
    parts,
  });
  files.set("manifest.json", Buffer.from(canonicalText(manifest)));
  files.set("erased.json", Buffer.from(canonicalText([])));
  files.set("README.md", Buffer.from("# Read me\n"));
  return files;
}

export async function archiveOf(files: Iterable<[string, Buffer]>): Promise<Buffer> {
  async function* entries() {
    for (const [name, bytes] of files)
      yield {
        name,
        body: (async function* () {
          yield bytes;
        })(),
      };
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of zip(entries(), new Date("2026-11-20T00:00:00Z"))) pieces.push(piece);
  return Buffer.concat(pieces);
}

export const text = (files: Files, name: string) => files.get(name)?.toString() ?? "";
