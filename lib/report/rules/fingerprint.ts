import { createHash } from "node:crypto";
import type { ReadableList, ReportDraft, ReportJudgement, StudyData } from "@/lib/report/schema/study";
import { compare } from "./text-order";

/**
 * A hash of a report's input: independent of the order of records, and different as soon as one of them
 * changes. The name of the study is not included.
 */
export function studyFingerprint(study: StudyData): string {
  const hash = createHash("sha256");
  const parts: Part[] = [
    ["tasks", textsOf(sorted(study.tasks, ({ id }) => id))],
    ["responses", textsOf(sorted(study.responses, ({ id }) => id))],
    ["items", textsOf(sorted(study.items, ({ key }) => key))],
    ["drafts", draftLines(study.drafts)],
    ["judgements", linesOf(study.judgements)],
    ["decisions", textsOf(sorted(study.decisions, ({ id }) => id))],
    ...(study.heldOut ? [["heldOut", textsOf(study.heldOut)] satisfies Part] : []),
    ...(study.overall ? [["overall", textsOf([study.overall])] satisfies Part] : []),
    ...(study.labels ? labelsOf(study.labels) : []),
    ...(study.planted ? plantedOf(study.planted) : []),
    ...(study.overlaps ? overlapsOf(study.overlaps) : []),
    ...(study.golds ? goldsOf(study.golds) : []),
    ...(study.answers ? answersOf(study.answers) : []),
    ...(study.undrawn ? undrawnOf(study.undrawn) : []),
  ];
  for (const [name, lines] of parts) {
    hash.update(`\n${name}\n`);
    for (const piece of inPieces(lines)) hash.update(piece);
  }
  return `sha256:${hash.digest("hex")}`;
}

type Part = [name: string, lines: Iterable<string>];

function labelsOf({ questions, labellings }: NonNullable<StudyData["labels"]>): Part[] {
  const by = ({ question, unit, rater }: (typeof labellings)[number]) =>
    JSON.stringify([question, unit, rater]);
  return [
    ["label questions", textsOf(sorted(questions, ({ question }) => question))],
    ["labels", textsOf(sorted(labellings, by))],
  ];
}

function plantedOf(planted: NonNullable<StudyData["planted"]>): Part[] {
  return [
    ["planted", textsOf(sorted(planted, (row) => JSON.stringify([row.kind, row.arm, row.rater, row.task])))],
  ];
}

function overlapsOf(overlaps: NonNullable<StudyData["overlaps"]>): Part[] {
  return [
    ["overlaps", textsOf(sorted(overlaps, (row) => JSON.stringify([row.question, row.rater, row.task])))],
  ];
}

function goldsOf(golds: NonNullable<StudyData["golds"]>): Part[] {
  return [["gold", textsOf(sorted(golds, (row) => JSON.stringify(canonical(row))))]];
}

function answersOf({ questions, answers }: NonNullable<StudyData["answers"]>): Part[] {
  return [
    ["questions", textsOf(sorted(questions, ({ question, form }) => JSON.stringify([question, form])))],
    ["answers", textsOf(sorted(answers, (row) => JSON.stringify(canonical(row))))],
  ];
}

function undrawnOf({ drawn, subjects, items, drafts }: NonNullable<StudyData["undrawn"]>): Part[] {
  const inOrder = (rows: readonly object[]) => [...textsOf(rows)].sort(compare);
  return [
    ["drawn", inOrder(drawn)],
    ["undrawn", inOrder(subjects)],
    ["undrawn items", inOrder(items)],
    ["undrawn drafts", inOrder(drafts)],
  ];
}

function* textsOf(records: readonly object[]): Generator<string> {
  for (const record of records) yield JSON.stringify(canonical(record));
}

/**
 * A text that is equal for equal records, whatever the order of their fields. A draft that was never revealed
 * (undefined) differs from one that was revealed before the rater had a value (null).
 */
function canonical(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  const fields = value as Record<string, unknown>;
  const found: Record<string, unknown> = {};
  for (const key of Object.keys(fields).sort(compare)) {
    const said = fields[key];
    found[key] = key === "initial" && said === undefined ? "never" : canonical(said);
  }
  return found;
}

/** The canonical texts of drafts, by id: as of judgements, without an object each. */
function* draftLines(drafts: ReadableList<ReportDraft>): Generator<string> {
  const word = quoting();
  for (const place of placesById(drafts)) {
    const draft = drafts.at(place) as ReportDraft;
    const { condition, id, item, method, order, pair, rater, raterKind, response, scoreLine, task } = draft;
    const { confidence, value, words } = draft;
    const sure = confidence === undefined ? "" : `"confidence":${confidence},`;
    const under = condition === null ? "" : `"condition":${word(condition)},`;
    const shown = order === null ? "" : `,"order":"${order}"`;
    yield `{${sure}${under}"id":${quoted(id)},"item":${word(item)},"method":${word(method)}${shown},"pair":${JSON.stringify(pair)},"rater":${word(
      rater,
    )},"raterKind":"${raterKind}","response":${word(response)},"scoreLine":${scoreLine},"task":${word(task)},"value":${JSON.stringify(value)},"words":${words}}`;
  }
}

/** The canonical texts of judgements, by id: a million of them, without an object each. */
function* linesOf(judgements: ReadableList<ReportJudgement>): Generator<string> {
  const word = quoting();
  for (const place of placesById(judgements)) {
    const judgement = judgements.at(place) as ReportJudgement;
    const { activeMs, arm, draft, exposure, id, initial, item, lines, pair, rater, raterKind } = judgement;
    const { left, reason, response, startedAt, submittedAt, task, value } = judgement;
    const said = lines.length === 0 ? "[]" : JSON.stringify(canonical(lines));
    const side = left === undefined ? "" : `,"left":${word(left)}`;
    const why = reason === undefined ? "" : `,"reason":${word(reason)}`;
    yield `{"activeMs":${activeMs},"arm":${word(arm)},"draft":${quoted(draft)},"exposure":${word(exposure)},"id":${quoted(id)},"initial":${
      initial === undefined ? '"never"' : JSON.stringify(initial)
    },"item":${word(item)}${side},"lines":${said},"pair":${JSON.stringify(pair)},"rater":${word(rater)},"raterKind":"${raterKind}"${why},"response":${word(
      response,
    )},"startedAt":${quoted(startedAt)},"submittedAt":${quoted(submittedAt)},"task":${word(task)},"value":${JSON.stringify(value)}}`;
  }
}

/** Texts of these characters are the same in JSON. */
const PLAIN = /^[\w .:-]*$/;

function quoted(text: string | null): string {
  return text !== null && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Quotes texts of which many records share one. */
function quoting(): (text: string | null) => string {
  const known = new Map<string | null, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const now = quoted(text);
    known.set(text, now);
    return now;
  };
}

/** Joins lines: a hash processes long pieces faster than many short ones. */
function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece = "";
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

/** The positions of records ordered by id. */
function placesById(records: ReadableList<{ id: string }>): Int32Array {
  const ids = Array.from({ length: records.length }, (_, place) => (records.at(place) as { id: string }).id);
  const places = Int32Array.from(ids, (_, place) => place);
  putInOrder(places, ids);
  return places;
}

/** So few ids are compared as text at once. */
const FEW = 16;

/**
 * Orders places by their ids. They are sorted as numbers made of the first characters that differ and the place; ids that
 * are equal so far are put in order by themselves.
 */
function putInOrder(places: Int32Array, ids: readonly string[]): void {
  const idAt = (at: number) => ids[places[at] as number] as string;
  const { length } = places;
  let common: string | null = null;
  for (let at = 0; at < length && common !== ""; at++)
    common = common === null ? idAt(at) : beginningOf(common, idAt(at));
  const from = common?.length ?? 0;
  // Doubles represent integers of up to 53 bits exactly.
  const characters = length <= 2 ** 21 ? 4 : 3;
  const keys = new Float64Array(length);
  for (let at = 0; at < length; at++) keys[at] = numberOf(idAt(at), from, characters) * length + at;
  keys.sort();
  const before = places.slice();
  for (let at = 0; at < length; at++) places[at] = before[(keys[at] as number) % length] as number;
  const alike = (at: number) => Math.floor((keys[at] as number) / length);
  for (let at = 0; at < length; ) {
    let end = at + 1;
    while (end < length && alike(end) === alike(at)) end++;
    const run = places.subarray(at, end);
    // Where not even the first of them are told apart, their characters need more than a byte.
    if (run.length > FEW && run.length < length) putInOrder(run, ids);
    else if (run.length > 1) run.sort((a, b) => compare(ids[a] as string, ids[b] as string));
    at = end;
  }
}

/** The common prefix of two texts. */
function beginningOf(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}

/**
 * Some characters of a text as a number with the same order. What follows a character that needs more than a
 * byte is left out: the text itself is compared then.
 */
function numberOf(word: string, from: number, characters: number): number {
  let number = 0;
  let known = true;
  for (let at = from; at < from + characters; at++) {
    const character: number = known && at < word.length ? Math.min(word.charCodeAt(at), 0xff) : 0;
    known &&= character < 0xff;
    number = number * 0x100 + character;
  }
  return number;
}

function sorted<T>(records: readonly T[], by: (record: T) => string): T[] {
  return [...records].sort((a, b) => compare(by(a), by(b)));
}
