import "server-only";
import type { Member } from "@/lib/auth/actor";
import { fromSnapshot, type Snapshot } from "@/lib/database/snapshot";
import { findScope } from "@/lib/dataset/data/scope";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { nameOf } from "@/lib/export/data/bundle";
import { RowFile } from "@/lib/export/data/training/row-file";
import { tasksOf } from "@/lib/export/data/training/tasks";
import { cardText, configName, dataFile, splitsOf } from "@/lib/export/rules/training/card";
import { TrainingCollector } from "@/lib/export/rules/training/collector";
import { PAPER_SETTINGS } from "@/lib/export/rules/training/paper-settings";
import type { TrainingOptions, TrainingPreview, TrainingSplit } from "@/lib/export/schema/training";
import { type ZipEntry, zip } from "@/lib/formats/zip";
import { VERSION } from "@/lib/version";

/** The numbers of rows that a file with these options would have; null when the actor may not read the study. */
export async function previewTraining(
  actor: Member<"researcher">,
  id: string,
  options: TrainingOptions,
): Promise<TrainingPreview | null> {
  const scope = (await findScope(actor, { dataset: id })) ?? (await findScope(actor, { batch: id }));
  if (!scope) return null;
  const collector = new TrainingCollector(options);
  const read = fromSnapshot(async function* (snapshot: Snapshot) {
    for await (const task of tasksOf(snapshot, scope)) yield collector.rowsOf(task).length;
  });
  for await (const _ of read);
  return collector.plan().preview;
}

/**
 * Training data as a zip archive that `load_dataset` reads as a folder once it is unpacked. Rows are written to a
 * temporary file while the study is read, because only at its end is it known which of them stay, and where.
 */
export async function* trainingArchive(
  snapshot: Snapshot,
  scope: StudyScope,
  made: { rows: number },
  options: TrainingOptions,
): AsyncGenerator<Uint8Array> {
  const rows = await RowFile.open();
  try {
    const collector = new TrainingCollector(options);
    for await (const task of tasksOf(snapshot, scope)) await rows.append(collector.rowsOf(task));
    const { places, preview } = collector.plan();
    made.rows = places.filter((place) => place !== null).length;
    const name = await nameOf(snapshot, scope);
    yield* zip(entries(rows, places, preview, name, snapshot.at, options), snapshot.at);
  } finally {
    await rows.remove();
  }
}

interface Place {
  set: string;
  split: TrainingSplit;
}

async function* entries(
  rows: RowFile,
  places: readonly (Place | null)[],
  { sets, ...asked }: TrainingPreview,
  name: string,
  at: Date,
  options: TrainingOptions,
): AsyncGenerator<ZipEntry> {
  yield { name: "README.md", body: text(cardText(name, sets, options)) };
  yield { name: "training-settings.json", body: text(json(PAPER_SETTINGS)) };
  const counts = {
    study: name,
    snapshot: at.toISOString(),
    app_version: VERSION,
    options: { ...options, ...asked },
    sets: sets.map((set) => ({ config: configName(set), ...set })),
  };
  yield { name: "counts.json", body: text(json(counts)) };
  for (const set of sets) {
    for (const split of splitsOf(set)) {
      const key = `${set.set}/${set.name}`;
      yield {
        name: dataFile(set, split),
        body: linesOf(rows, places, { set: key, split }),
      };
    }
  }
}

/** The rows of one part of a set, each with the name of the part. */
async function* linesOf(rows: RowFile, places: readonly (Place | null)[], { set, split }: Place) {
  for (const [at, place] of places.entries()) {
    if (place?.set !== set || place.split !== split) continue;
    yield `${JSON.stringify({ ...(await rows.read(at)), split })}\n`;
  }
}

async function* text(words: string) {
  yield words;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
