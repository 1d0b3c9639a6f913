import { createHash } from "node:crypto";
import type { ListOf, StudyData } from "@/lib/report/schema/study";
import { FloatColumn } from "./column";
import { Listed } from "./listed";
import { compare } from "./units";

/**
 * A hash of everything a report is made from: the same for the same records in any order, another as soon as one of
 * them says something else. The name of the study is no part of it.
 */
export function fingerprint(study: StudyData): string {
  const hash = createHash("sha256");
  const parts: [name: string, records: Iterable<object>][] = [
    ["tasks", sorted(study.tasks, ({ id }) => id)],
    ["responses", sorted(study.responses, ({ id }) => id)],
    ["items", sorted(study.items, ({ key }) => key)],
    ["drafts", sorted(study.drafts, ({ id }) => id)],
    ["judgements", byId(study.judgements)],
    ["decisions", sorted(study.decisions, ({ id }) => id)],
    ...(study.labels ? labelsOf(study.labels) : []),
    ...(study.planted ? plantedOf(study.planted) : []),
    ...(study.overlaps ? overlapsOf(study.overlaps) : []),
  ];
  for (const [name, records] of parts) {
    hash.update(`\n${name}\n`);
    for (const record of records) hash.update(`${JSON.stringify(canonical(record))}\n`);
  }
  return `sha256:${hash.digest("hex")}`;
}

function labelsOf({
  questions,
  labellings,
}: NonNullable<StudyData["labels"]>): [string, readonly object[]][] {
  return [
    ["label questions", sorted(questions, ({ question }) => question)],
    ["labels", sorted(labellings, ({ question, unit, rater }) => JSON.stringify([question, unit, rater]))],
  ];
}

function plantedOf(planted: NonNullable<StudyData["planted"]>): [string, readonly object[]][] {
  return [["planted", sorted(planted, (row) => JSON.stringify([row.kind, row.arm, row.rater, row.task]))]];
}

function overlapsOf(overlaps: NonNullable<StudyData["overlaps"]>): [string, readonly object[]][] {
  return [["overlaps", sorted(overlaps, (row) => JSON.stringify([row.question, row.rater, row.task]))]];
}

/**
 * The same text for the same record, in whatever order its fields come. A judgement that was never revealed
 * (undefined) is not one revealed before there was a value (null).
 */
function canonical(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  const fields = isKept(value) ? value.toJSON() : (value as Record<string, unknown>);
  const found: Record<string, unknown> = {};
  for (const key of Object.keys(fields).sort(compare)) {
    const said = fields[key];
    found[key] = key === "initial" && said === undefined ? "never" : canonical(said);
  }
  return found;
}

function isKept(value: object): value is { toJSON(): Record<string, unknown> } {
  return "toJSON" in value && typeof value.toJSON === "function";
}

/** By their ids, of which only the beginnings are looked at as long as these tell which comes first. */
function byId<T extends { id: string }>(records: ListOf<T>): Iterable<T> {
  const [first, second] = [new FloatColumn(), new FloatColumn()];
  for (const { id } of records) {
    first.push(sixOf(id, 0));
    second.push(sixOf(id, 6));
  }
  const id = (place: number) => (records.at(place) as T).id;
  const order = Int32Array.from({ length: records.length }, (_, place) => place).sort(
    (a, b) => first.at(a) - first.at(b) || second.at(a) - second.at(b) || compare(id(a), id(b)),
  );
  return new Listed(order.length, (at) => records.at(order[at] as number) as T);
}

/**
 * Six characters of a word as one number, in the same order. What comes after a character that fits into no byte is left
 * out: the whole word tells it apart.
 */
function sixOf(word: string, from: number): number {
  let number = 0;
  let known = true;
  for (let at = 0; at < from + 6; at++) {
    const character: number = known && at < word.length ? Math.min(word.charCodeAt(at), 0xff) : 0;
    known &&= character < 0xff;
    if (at >= from) number = number * 0x100 + character;
  }
  return number;
}

function sorted<T>(records: readonly T[], by: (record: T) => string): T[] {
  return [...records].sort((a, b) => compare(by(a), by(b)));
}
