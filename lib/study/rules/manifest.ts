import type { Manifest, ManifestPart, PartKind, VersionChange } from "@/lib/study/schema";
import { hashOfParts } from "./hash";

/** Parts about the set-up of a study; the others contain its data. */
const CONFIGURATION: readonly PartKind[] = ["design"];
const DATA: readonly PartKind[] = ["material", "drafting", "labels", "answers"];

const hashOfKinds = (parts: readonly ManifestPart[], kinds: readonly PartKind[]) =>
  hashOfParts(parts.filter(({ kind }) => kinds.includes(kind)).map(({ sha256 }) => sha256));

/** A manifest with the hashes of its parts, in an order that does not reveal whose they are. */
export function manifestOf(about: Omit<Manifest, "format" | "configuration" | "data">): Manifest {
  const parts = [...about.parts].sort(
    (a, b) => a.batch - b.batch || compare(a.kind, b.kind) || compare(a.sha256, b.sha256),
  );
  return {
    format: "countersign-study/1",
    ...about,
    configuration: hashOfKinds(parts, CONFIGURATION),
    data: hashOfKinds(parts, DATA),
    parts,
  };
}

/** Inconsistencies of a manifest: its hashes over the parts it lists. */
export function contradictions({ parts, configuration, data }: Manifest): string[] {
  return [
    ...(hashOfKinds(parts, CONFIGURATION) === configuration
      ? []
      : ["the hash of the configuration is not that of its parts"]),
    ...(hashOfKinds(parts, DATA) === data ? [] : ["the hash of the data is not that of their parts"]),
  ];
}

/** The result of comparing parts with a manifest. */
interface Checked {
  /** Found and unchanged. */
  intact: ManifestPart[];
  /** Listed and not found. */
  missing: ManifestPart[];
  /** Found and not listed. */
  foreign: ManifestPart[];
}

/** Compares the found parts with a manifest. */
export function check(manifest: Manifest, found: readonly ManifestPart[]): Checked {
  const missing = without(manifest.parts, found, wholeName);
  return {
    intact: without(manifest.parts, missing, wholeName),
    missing,
    foreign: without(found, manifest.parts, wholeName),
  };
}

/** Parts of a single person: only these are removed by an erasure. */
const PERSONS: readonly PartKind[] = ["labels", "answers", "public_labels"];

/**
 * Differences that an erasure does not explain. An erased person's parts are missing, and tables lack their
 * rows; nothing else may be missing or added.
 */
export function unexplained(
  { missing, foreign }: Checked,
  erased: readonly ManifestPart[],
): Pick<Checked, "missing" | "foreign"> {
  const gone = erased.filter(({ kind }) => PERSONS.includes(kind));
  // Tables change only together with a person's labels.
  const rewritten = erased.filter(
    ({ batch, kind }) => kind === "tables" && gone.some((part) => part.batch === batch),
  );
  return {
    missing: without(missing, [...gone, ...rewritten], wholeName),
    foreign: without(foreign, rewritten, ({ batch, kind }) => `${batch} ${kind}`),
  };
}

const wholeName = ({ batch, kind, records, sha256 }: ManifestPart) => `${batch} ${kind} ${records} ${sha256}`;

/** The parts that remain when others are removed, one for one. */
function without(
  parts: readonly ManifestPart[],
  others: readonly ManifestPart[],
  nameOf: (part: ManifestPart) => string,
): ManifestPart[] {
  const left = new Map<string, number>();
  for (const name of others.map(nameOf)) left.set(name, (left.get(name) ?? 0) + 1);
  return parts.filter((part) => {
    const times = left.get(nameOf(part)) ?? 0;
    left.set(nameOf(part), times - 1);
    return times <= 0;
  });
}

/** A part as stored; the rater is null after an erasure. */
export interface OwnedPart {
  sourceId: string;
  kind: PartKind;
  raterId: string | null;
  sha256: string;
}

/** The differences between a version and the one before. `names` are those of the sources of both. */
export function changeBetween(
  before: readonly OwnedPart[],
  after: readonly OwnedPart[],
  names: ReadonlyMap<string, string>,
): VersionChange {
  const sourcesOf = (parts: readonly OwnedPart[]) => new Set(parts.map(({ sourceId }) => sourceId));
  const [old, now] = [sourcesOf(before), sourcesOf(after)];
  const named = (ids: Iterable<string>) => [...ids].map((id) => names.get(id) ?? id);
  const both = [...now].filter((id) => old.has(id));
  const hashOf = (parts: readonly OwnedPart[], source: string, kind: PartKind) =>
    hashOfParts(parts.filter((part) => part.sourceId === source && part.kind === kind).map(sha));
  const differs = (id: string, kind: PartKind) => hashOf(before, id, kind) !== hashOf(after, id, kind);
  const differing = (kind: PartKind) => named(both.filter((id) => differs(id, kind)));
  const hashesByPerson = (parts: readonly OwnedPart[]) => {
    const people = new Map<string, string[]>();
    for (const { kind, raterId, sha256 } of parts) {
      if (!raterId || (kind !== "labels" && kind !== "answers")) continue;
      people.set(raterId, [...(people.get(raterId) ?? []), sha256]);
    }
    return new Map([...people].map(([id, parts]) => [id, hashOfParts(parts)]));
  };
  const [spoke, speak] = [hashesByPerson(before), hashesByPerson(after)];
  return {
    added: named([...now].filter((id) => !old.has(id))),
    dropped: named([...old].filter((id) => !now.has(id))),
    design: differing("design"),
    material: named(both.filter((id) => differs(id, "material") || differs(id, "drafting"))),
    numbers: differing("tables"),
    people: {
      changed: [...speak].filter(([id, hash]) => spoke.has(id) && spoke.get(id) !== hash).length,
      came: [...speak.keys()].filter((id) => !spoke.has(id)).length,
      went: [...spoke.keys()].filter((id) => !speak.has(id)).length,
    },
  };
}

const sha = ({ sha256 }: OwnedPart) => sha256;

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
