import "server-only";
import { createHash } from "node:crypto";
import type { Snapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { parquet } from "@/lib/duckdb/parquet-writer";
import type { Cell, Column } from "@/lib/duckdb/schema";
import { env } from "@/lib/env";
import { nameOf, overviewOf } from "@/lib/export/data/bundle";
import { ratings } from "@/lib/export/data/ratings";
import { croissant } from "@/lib/export/rules/croissant";
import { type DatasetFacts, type DatasetFile, datasetCard } from "@/lib/export/rules/dataset-card";
import { RATING_TYPES } from "@/lib/export/rules/ratings";
import { ITEM_COLUMNS } from "@/lib/export/rules/study-index";
import type { TrainingOptions } from "@/lib/export/schema/training";
import { type ZipEntry, zip } from "@/lib/formats/zip";

type Row = Readonly<Record<string, Cell>>;

interface Part extends Pick<DatasetFile, "name" | "file" | "what" | "columns"> {
  rows: () => AsyncIterable<Row>;
}

const texts = (...names: string[]) => names.map((name): Column => ({ name, type: "text" }));

const TASKS: readonly Column[] = [
  ...texts("id", "instruction", "input", "messages", "reference"),
  { name: "tags", type: "texts" },
  ...texts("metadata"),
];
const RESPONSES = texts("id", "task_id", "model", "text", "metadata");

/**
 * A study as a dataset for Hugging Face, as a zip archive: Parquet files with a card that `load_dataset` reads, and
 * Croissant metadata with their columns and checksums. Everything is of one moment.
 */
export async function* huggingFace(
  snapshot: Snapshot,
  scope: StudyScope,
  made: { rows: number },
  { licence }: Pick<TrainingOptions, "licence">,
): AsyncGenerator<Uint8Array> {
  const [project] = await snapshot.rows<{ name: string }>(`SELECT "name" FROM "Project" WHERE "id" = $1`, [
    scope.projectId,
  ]);
  const facts: DatasetFacts = {
    name: await nameOf(snapshot, scope),
    creator: project?.name ?? "",
    url: env().APP_URL,
    at: snapshot.at,
    licence,
  };
  yield* zip(entries(facts, partsOf(snapshot, scope, made)), snapshot.at);
}

async function* entries(facts: DatasetFacts, parts: readonly Part[]): AsyncGenerator<ZipEntry> {
  yield { name: "README.md", body: text(datasetCard(facts, parts)) };
  const files: DatasetFile[] = [];
  for (const { rows, ...part } of parts) {
    const body = async function* () {
      const hash = createHash("sha256");
      let bytes = 0;
      for await (const piece of parquet(part.columns, rows())) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
      files.push({ ...part, bytes, sha256: hash.digest("hex") });
    };
    yield { name: part.file, body: body() };
  }
  yield { name: "croissant.json", body: text(`${JSON.stringify(croissant(facts, files), null, 2)}\n`) };
}

function partsOf(snapshot: Snapshot, scope: StudyScope, made: { rows: number }): Part[] {
  const part = (name: string, what: string, columns: readonly Column[], rows: Part["rows"]): Part => ({
    name,
    file: `data/${name}.parquet`,
    what,
    columns,
    rows,
  });
  return [
    part("ratings", "a row for each judgement, decision and label", RATING_TYPES, async function* () {
      for await (const rating of ratings(snapshot, scope)) {
        made.rows++;
        yield rating;
      }
    }),
    part("tasks", "what models were asked", TASKS, async function* () {
      for await (const record of studyRecords(snapshot, scope)) {
        if (record.type !== "task") continue;
        const { id, instruction, input, messages, reference, tags, metadata } = record;
        const turns = messages && messages.length > 0 ? JSON.stringify(messages) : null;
        yield { id, instruction, input, messages: turns, reference, tags, metadata: jsonOrNull(metadata) };
      }
    }),
    part("responses", "what models answered", RESPONSES, async function* () {
      for await (const record of studyRecords(snapshot, scope)) {
        if (record.type !== "response") continue;
        const { id, task, model, text: words, metadata } = record;
        yield { id, task_id: task, model, text: words, metadata: jsonOrNull(metadata) };
      }
    }),
    part("items", "the items with their scales", texts(...ITEM_COLUMNS), async function* () {
      const { overview } = await overviewOf(snapshot, scope);
      yield* overview.itemRows();
    }),
  ];
}

function jsonOrNull(value: object | undefined): string | null {
  return value === undefined || Object.keys(value).length === 0 ? null : JSON.stringify(value);
}

async function* text(words: string) {
  yield words;
}
