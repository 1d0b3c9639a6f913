import { isDeepStrictEqual } from "node:util";
import type { FileProblem } from "@/lib/dataset/rules/lines";
import type { AddedRecord } from "@/lib/dataset/schema";
import type { LinesAdded, RecordsAdded } from "@/lib/dataset/schema/additions";

/** A record that a dataset is to be given, and its line. */
export interface AddedLine {
  line: number;
  record: AddedRecord;
}

/** Identifies a record in a dataset. */
export const keyOfRecord = ({ type, id }: { type: string; id: string }) => JSON.stringify([type, id]);

/** The records that a record refers to, and its fields that name them. */
function referencesOf(record: AddedRecord) {
  if (record.type === "task") return [];
  const task = { place: "task", type: "task", id: record.task };
  if (record.type === "response") return [task];
  const { response, pair = [] } = record;
  const named = response === undefined ? [] : [{ place: "response", type: "response", id: response }];
  return [task, ...named, ...pair.map((id, at) => ({ place: `pair[${at}]`, type: "response", id }))];
}

/** The problems of lines that refer to a record on a later one. */
export function referencesToLater(lines: readonly AddedLine[]): FileProblem[] {
  const lineOf = new Map(lines.map(({ line, record }) => [keyOfRecord(record), line]));
  return lines.flatMap(({ line, record }) =>
    referencesOf(record).flatMap(({ place, ...named }) => {
      const later = lineOf.get(keyOfRecord(named)) ?? 0;
      const reason = `the ${named.type} "${named.id}" comes later, on line ${later}`;
      return later > line ? [{ line, row: line, place, reason }] : [];
    }),
  );
}

/** True if two records say the same: a field left out is an empty one. */
export function isSameRecord(one: AddedRecord, other: AddedRecord): boolean {
  return isDeepStrictEqual(withoutEmpty(one), withoutEmpty(other));
}

function withoutEmpty(record: AddedRecord): object {
  const isEmpty = (value: unknown) =>
    value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)));
}

/** The most lines and characters that are written in one transaction: others wait for it, and it is all that is in memory. */
const MOST = { lines: 4_000, text: 4_000_000 };

/** Consecutive lines that are written together, each id once. */
export class LinesPart {
  readonly lines: AddedLine[] = [];
  private readonly byKey = new Map<string, AddedLine>();
  /** Lines that repeat an earlier one of the part, exactly alike: they share its fate. */
  private readonly repeats: { line: number; of: number }[] = [];
  private text = 0;

  /**
   * Adds a line. False when it has to wait for the next part: this one is full, has the id with another content, or has
   * an equal line that came before what it refers to.
   */
  add({ line, record, length }: AddedLine & { length: number }): boolean {
    const key = keyOfRecord(record);
    const earlier = this.byKey.get(key);
    if (earlier) {
      const isRepeat =
        isSameRecord(earlier.record, record) &&
        !this.followsLine(earlier.line, record) &&
        this.repeats.length < MOST.lines;
      if (isRepeat) this.repeats.push({ line, of: earlier.line });
      return isRepeat;
    }
    const isFull = this.lines.length === MOST.lines || this.text + length > MOST.text;
    if (isFull && this.lines.length > 0) return false;
    this.lines.push({ line, record });
    this.byKey.set(key, { line, record });
    this.text += length;
    return true;
  }

  /** True if a record refers to one that the part has after a line. */
  private followsLine(line: number, record: AddedRecord): boolean {
    return referencesOf(record).some((named) => (this.byKey.get(keyOfRecord(named))?.line ?? 0) > line);
  }

  /** The problems of the lines that repeat a refused one, and how many others repeat one that was not. */
  repeated(refused: readonly FileProblem[]): { problems: FileProblem[]; unchanged: number } {
    const refusedLines = new Map(refused.map((problem) => [problem.line, problem]));
    const problems = this.repeats.flatMap(({ line, of }) => {
      const problem = refusedLines.get(of);
      return problem ? [{ ...problem, line }] : [];
    });
    return { problems, unchanged: this.repeats.length - problems.length };
  }
}

/** Problems named in an answer. */
const NAMED = 1_000;

/** Counts of the lines of a body that were read so far, by outcome. */
export class LinesTally {
  private readonly total = {
    task: 0,
    response: 0,
    draft: 0,
    replaced: 0,
    skipped: 0,
    unchanged: 0,
    refused: 0,
  };
  private readonly problems: FileProblem[] = [];

  /** Counts the lines of these problems as refused. */
  refuse(problems: readonly FileProblem[]): void {
    this.total.refused += new Set(problems.map(({ line }) => line)).size;
    this.problems.push(...problems.slice(0, Math.max(0, NAMED - this.problems.length)));
  }

  /** Counts a part that was written but for its problems. */
  addPart(part: LinesPart, done: RecordsAdded, problems: readonly FileProblem[]): void {
    const { added, replaced, skipped, unchanged } = done;
    const repeated = part.repeated(problems);
    this.total.task += added.task;
    this.total.response += added.response;
    this.total.draft += added.draft;
    this.total.replaced += replaced;
    this.total.skipped += skipped;
    this.total.unchanged += unchanged + repeated.unchanged;
    this.refuse([...problems, ...repeated.problems]);
  }

  result(): LinesAdded {
    const { task, response, draft, ...rest } = this.total;
    const problems = this.problems
      .map(({ line, place, reason }) => ({ line, place, reason }))
      .sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
    return { added: { task, response, draft }, ...rest, problems };
  }
}
