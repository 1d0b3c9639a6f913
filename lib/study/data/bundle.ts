import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { type ZipEntry, zip } from "@/lib/formats/zip";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { render } from "@/lib/report/rules/render/render";
import type { Table } from "@/lib/report/schema/table";
import { recordLines } from "@/lib/study/data/store";
import { fileOf, folderOf, studyReadme } from "@/lib/study/rules/files";
import { canonicalText } from "@/lib/study/rules/hash";
import { Manifest, type StudyVersionParams } from "@/lib/study/schema";

interface FrozenFile {
  fileName: string;
  body: AsyncGenerator<Uint8Array>;
}

/**
 * A frozen version as a zip archive, from what was stored when it was frozen. Null when it is not the
 * researcher's. The download is recorded before its first byte, and again when it is complete.
 */
export async function openFrozen(
  actor: Member<"researcher">,
  of: StudyVersionParams,
): Promise<FrozenFile | Refusal<"not-frozen"> | null> {
  const found = await db.studyVersion.findFirst({
    where: { id: of.version, studyId: of.study, study: { project: memberOf(actor) } },
    select: {
      id: true,
      version: true,
      frozenAt: true,
      manifest: true,
      study: { select: { projectId: true } },
      parts: { orderBy: { n: "asc" } },
    },
  });
  if (!found) return null;
  // The archive contains the manifest as it was hashed; known fields of it are read here.
  const { id, version, frozenAt, study, parts } = found;
  if (!frozenAt) return refuse("not-frozen");
  const written = found.manifest;
  const manifest = Manifest.parse(written);
  const entry = { projectId: study.projectId, subject: ["Study", of.study] } as const;
  const detail = { version, export: randomUUID() };
  await db.$transaction((tx) => audit(tx, actor, { ...entry, action: "study.export-started", detail }));

  async function* files(): AsyncGenerator<ZipEntry> {
    yield { name: "README.md", body: text(studyReadme(manifest)) };
    yield { name: "manifest.json", body: text(canonicalText(written)) };
    const erased = parts.flatMap(({ sourceId, kind, records, sha256, erasedAt }) => {
      const batch = manifest.batches.find(({ id }) => id === sourceId)?.batch ?? 0;
      return erasedAt ? [{ batch, kind, records, sha256, erasedAt: erasedAt.toISOString() }] : [];
    });
    yield { name: "erased.json", body: text(canonicalText(erased)) };
    for (const source of manifest.batches) {
      const numbers = (...kinds: string[]) =>
        parts.filter((part) => part.sourceId === source.id && kinds.includes(part.kind)).map(({ n }) => n);
      for (const [kinds, file] of [
        [["design"], "design"],
        [["material", "labels"], "study"],
        [["drafting"], "drafting"],
        [["answers"], "answers"],
        [["tables"], "tables"],
        [["card"], "card"],
      ] as const) {
        if (numbers(...kinds).length > 0)
          yield { name: fileOf(source, file), body: lines(id, numbers(...kinds)) };
      }
      const publicParts = numbers("public_labels");
      if (publicParts.length > 0)
        yield { name: fileOf(source, "public-labels"), body: lines(id, publicParts, true) };
      for await (const { line } of recordLines(id, numbers("tables"))) {
        const table: Table = JSON.parse(line);
        yield { name: `${folderOf(source)}/tables/${table.name}.csv`, body: text(render(table, "csv")) };
      }
    }
    const script = await readFile(path.join(process.cwd(), "lib/study/scripts/verify.py"), "utf8");
    yield { name: "scripts/verify.py", body: text(script) };
  }

  async function* recorded(moment: Date): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    for await (const piece of zip(files(), moment)) {
      hash.update(piece);
      yield piece;
    }
    await db.$transaction((tx) =>
      audit(tx, actor, {
        ...entry,
        action: "study.export-finished",
        detail: { ...detail, sha256: hash.digest("hex") },
      }),
    );
  }

  return {
    fileName: `countersign-study-${of.study.slice(0, 8)}-v${version}.zip`,
    body: recorded(frozenAt),
  };
}

/** The lines of parts as a file. If lines do not name their rater, an empty line separates parts. */
async function* lines(versionId: string, parts: readonly number[], parted = false): AsyncGenerator<string> {
  let last: number | null = null;
  for await (const { n, line } of recordLines(versionId, parts)) {
    if (parted && last !== null && last !== n) yield "\n";
    last = n;
    yield `${line}\n`;
  }
}

async function* text(words: string) {
  yield words;
}
