import "server-only";
import { randomBytes } from "node:crypto";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { randomSecret } from "@/lib/auth/secrets";
import { db, type Tx } from "@/lib/database/db";
import { csvLine } from "@/lib/formats/csv";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { render } from "@/lib/report/rules/render/render";
import type { Table } from "@/lib/report/schema/table";
import { recordLines } from "@/lib/study/data/store";
import { cardUrl } from "@/lib/study/data/studies";
import {
  cardPseudonym,
  LABEL_COLUMNS,
  type PublicLabel,
  publicMaterial,
} from "@/lib/study/rules/card-contents";
import { canonicalText } from "@/lib/study/rules/hash";
import { Manifest, type PublishCard, type StudyVersionParams } from "@/lib/study/schema";

type Admin = Member<"admin">;

/**
 * Makes a frozen version public under an unguessable address, or changes what a public one shows. Null when
 * it is not the admin's.
 */
export function publishCard(
  admin: Admin,
  of: StudyVersionParams,
  what: PublishCard,
): Promise<{ url: string } | Refusal<"archived" | "not-frozen"> | null> {
  return db.$transaction(async (tx) => {
    const found = await lockVersion(tx, admin, of);
    if (!found) return null;
    if (found.archivedAt) return refuse("archived");
    if (!found.frozenAt) return refuse("not-frozen");
    const entry = {
      projectId: found.projectId,
      subject: ["Study", of.study],
      detail: { version: found.version, ...what },
    } as const;
    const card = await tx.studyCard.findFirst({
      where: { versionId: found.id, revokedAt: null },
      select: { id: true, token: true },
    });
    if (card) {
      await tx.studyCard.update({ where: { id: card.id }, data: what });
      await audit(tx, admin, { ...entry, action: "study.card-changed" });
      return { url: cardUrl(card.token) };
    }
    const token = randomSecret();
    await tx.studyCard.create({
      data: {
        ...what,
        versionId: found.id,
        token,
        secret: new Uint8Array(randomBytes(32)),
        publishedBy: admin.userId,
      },
    });
    await audit(tx, admin, { ...entry, action: "study.card-published" });
    return { url: cardUrl(token) };
  });
}

/**
 * Withdraws a public version: its address stops working permanently, also when the version is made public
 * again.
 */
export function revokeCard(admin: Admin, of: StudyVersionParams): Promise<{ revoked: boolean } | null> {
  return db.$transaction(async (tx) => {
    const found = await lockVersion(tx, admin, of);
    if (!found) return null;
    const { count } = await tx.studyCard.updateMany({
      where: { versionId: found.id, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count > 0)
      await audit(tx, admin, {
        action: "study.card-revoked",
        projectId: found.projectId,
        subject: ["Study", of.study],
        detail: { version: found.version },
      });
    return { revoked: count > 0 };
  });
}

async function lockVersion(tx: Tx, admin: Admin, of: StudyVersionParams) {
  const found = await tx.studyVersion.findFirst({
    where: { id: of.version, studyId: of.study, study: { project: memberOf(admin) } },
    select: {
      id: true,
      version: true,
      frozenAt: true,
      study: { select: { projectId: true, project: { select: { archivedAt: true } } } },
    },
  });
  if (!found) return null;
  await tx.$queryRaw`SELECT 1 FROM "StudyVersion" WHERE "id" = ${found.id}::uuid FOR UPDATE`;
  const { id, version, frozenAt, study } = found;
  return { id, version, frozenAt, projectId: study.projectId, archivedAt: study.project.archivedAt };
}

/** A public version, limited to public data. Its address is the permission to read it. */
interface Card {
  token: string;
  url: string;
  versionId: string;
  secret: Uint8Array;
  texts: boolean;
  listed: boolean;
  sample: boolean;
  sha256: string;
  manifest: Manifest;
  /** The manifest exactly as it was hashed, including unknown fields. */
  written: unknown;
  /** The last time something was removed because of an erasure. */
  erasedAt: string | null;
  parts: { n: number; sourceId: string; kind: string; raterId: string | null; records: number }[];
}

/**
 * True if a version holds sample data. A study imported into the demo project is no sample; the project decides only
 * where all of a version's datasets have been deleted.
 */
async function holdsSamples({ batchIds, datasetIds, study }: CardVersion): Promise<boolean> {
  if (!study.project.sample) return false;
  const left = await db.dataset.findMany({
    where: { OR: [{ id: { in: datasetIds } }, { batches: { some: { id: { in: batchIds } } } }] },
    select: { sample: true },
  });
  return left.length === 0 || left.some(({ sample }) => sample);
}

interface CardVersion {
  batchIds: string[];
  datasetIds: string[];
  study: { project: { sample: boolean } };
}

/** The card at an address; null when there is none, or it was withdrawn. */
export async function findCard(token: string): Promise<Card | null> {
  const card = await db.studyCard.findFirst({
    where: { token, revokedAt: null },
    select: {
      secret: true,
      texts: true,
      listed: true,
      version: {
        select: {
          id: true,
          sha256: true,
          manifest: true,
          batchIds: true,
          datasetIds: true,
          study: { select: { project: { select: { sample: true } } } },
          parts: {
            select: { n: true, sourceId: true, kind: true, raterId: true, records: true, erasedAt: true },
            orderBy: { n: "asc" },
          },
        },
      },
    },
  });
  if (!card?.version.sha256) return null;
  const { secret, texts, listed, version } = card;
  const erased = version.parts.flatMap(({ erasedAt }) => erasedAt?.toISOString() ?? []);
  return {
    token,
    url: cardUrl(token),
    versionId: version.id,
    secret,
    texts,
    listed,
    sample: await holdsSamples(version),
    sha256: card.version.sha256,
    manifest: Manifest.parse(version.manifest),
    written: version.manifest,
    erasedAt: erased.sort().at(-1) ?? null,
    parts: version.parts
      .filter(({ kind, erasedAt }) => kind !== "public_labels" || erasedAt === null)
      .map(({ erasedAt: _, ...part }) => part),
  };
}

/** The designs and the tables of a card, in the order of its manifest. */
export async function contentsOf({ versionId, manifest, parts }: Card) {
  const shown = parts.filter(({ kind }) => kind === "design" || kind === "card");
  const lines = new Map<number, string[]>();
  for await (const { n, line } of recordLines(
    versionId,
    shown.map(({ n }) => n),
  ))
    lines.set(n, [...(lines.get(n) ?? []), line]);
  const of = (sourceId: string, kind: string) =>
    shown
      .filter((part) => part.sourceId === sourceId && part.kind === kind)
      .flatMap(({ n }) => lines.get(n) ?? [])
      .map((line): unknown => JSON.parse(line));
  return manifest.batches.map((batch) => ({
    batch,
    design: of(batch.id, "design")[0],
    tables: of(batch.id, "card") as Table[],
  }));
}

/** One table of a card as a file; null when there is none of that name. */
export async function tableFile(card: Card, batch: number, name: string): Promise<string | null> {
  const found = (await contentsOf(card)).find((one) => one.batch.batch === batch);
  const table = found?.tables.find((one) => one.name === name);
  return table ? render(table, "csv") : null;
}

/**
 * The tables of a frozen version by batch and imported study, as computed then; null when it is not the
 * researcher's.
 */
export async function findTables(
  actor: Member<"researcher">,
  of: StudyVersionParams,
): Promise<Map<string, Table[]> | null> {
  const version = await db.studyVersion.findFirst({
    where: { id: of.version, studyId: of.study, study: { project: memberOf(actor) } },
    select: { id: true, parts: { where: { kind: "tables" }, select: { n: true, sourceId: true } } },
  });
  if (!version) return null;
  const batches = new Map(version.parts.map(({ n, sourceId }) => [n, sourceId]));
  const tables = new Map<string, Table[]>();
  for await (const { n, line } of recordLines(version.id, [...batches.keys()])) {
    const batch = batches.get(n) ?? "";
    tables.set(batch, [...(tables.get(batch) ?? []), JSON.parse(line)]);
  }
  return tables;
}

/** One label of a card, with the rater's name on this card. */
export type CardLabel = { [column in (typeof LABEL_COLUMNS)[number]]: string | number | null };

/** The number of labels of a card. */
export function countLabels({ parts }: Card): number {
  return parts.reduce((sum, { kind, records }) => sum + (kind === "public_labels" ? records : 0), 0);
}

/** The labels of a card from an index on, counted from 0. */
export async function* labelsOf(card: Card, from = 0): AsyncGenerator<CardLabel> {
  const { versionId, secret, manifest } = card;
  const names = new Map(manifest.batches.map(({ id, name }) => [id, name]));
  const parts = card.parts.filter(({ kind }) => kind === "public_labels");
  let skip = from;
  let first = 0;
  for (const { records } of parts) {
    if (records > skip) break;
    skip -= records;
    first++;
  }
  const read = parts.slice(first);
  const byNumber = new Map(read.map((part) => [part.n, part]));
  for await (const { n, line } of recordLines(versionId, [...byNumber.keys()])) {
    if (skip-- > 0) continue;
    const part = byNumber.get(n);
    const label: PublicLabel = JSON.parse(line);
    yield {
      batch: names.get(part?.sourceId ?? "") ?? null,
      ...label,
      rater: part?.raterId ? cardPseudonym(secret, part.raterId) : null,
    };
  }
}

/** The labels as a file. Cells that a spreadsheet would read as formulas are escaped. */
export async function* labelFile(card: Card, format: "csv" | "jsonl"): AsyncGenerator<string> {
  if (format === "csv") yield csvLine(LABEL_COLUMNS);
  for await (const label of labelsOf(card))
    yield format === "csv"
      ? csvLine(LABEL_COLUMNS.map((column) => label[column]))
      : `${JSON.stringify(Object.fromEntries(LABEL_COLUMNS.map((column) => [column, label[column]])))}\n`;
}

/** The judged texts as lines of a study file, without metadata. Only for a card with texts. */
export async function* materialFile({ versionId, parts }: Card): AsyncGenerator<string> {
  const material = parts.filter(({ kind }) => kind === "material").map(({ n }) => n);
  for await (const { line } of recordLines(versionId, material)) {
    const shown = publicMaterial(line);
    if (shown !== null) yield `${shown}\n`;
  }
}

/** The manifest, byte for byte as hashed. */
export function manifestFile({ written }: Pick<Card, "written">): string {
  return canonicalText(written);
}
