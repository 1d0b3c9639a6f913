import { type FileProblem, pathInRow } from "./lines";
import { detached } from "./string-pool";

/** The problems of a file, as far as they are listed. */
export interface Problems {
  /** The first problems by row. */
  problems: FileProblem[];
  /** The total number. */
  total: number;
  /** The first problems that follow from others: references to records that another problem excludes. */
  echoes: FileProblem[];
  /** Number of rows with only such problems. */
  echoRows: number;
  /** All rows with a problem of either kind. */
  rows: Set<number>;
  /** True if a problem cannot be solved by leaving rows out. */
  isWhole: boolean;
}

/**
 * The position of a row in a file: its line, and its place in that line for files whose rows are not lines.
 */
export interface RowPlace {
  line: number;
  place: string;
}

/** Collects the problems of a file, and which of them only follow from others. */
export class ProblemList {
  private readonly problems: FileProblem[] = [];
  private readonly echoes: FileProblem[] = [];
  private readonly rows = new Set<number>();
  private readonly causeRows = new Set<number>();
  private isWhole = false;
  private total = 0;

  /** Missing references, by type and id. */
  private readonly lost = new Set<string>();
  hasLostRubric = false;

  /** `cap` limits the listed problems; all are counted. `at` gives the position of a row in the file. */
  constructor(
    private readonly cap = 1000,
    private readonly at: (row: number) => RowPlace = (row) => ({ line: row, place: "" }),
  ) {}

  /** Adds a problem found elsewhere (an unreadable line), so that one list has them all. */
  report(problem: FileProblem): void {
    this.total++;
    if (problem.row === undefined) this.isWhole = true;
    else {
      this.rows.add(problem.row);
      this.causeRows.add(problem.row);
    }
    if (problem.record) this.lose(problem.record.type, problem.record.id);
    if (this.problems.length < this.cap) this.problems.push(problem);
  }

  /**
   * Records that a record is in the file but not in the study: references to it are not problems of their
   * own.
   */
  lose(type: string, id: string): void {
    this.lost.add(keyOf(type, id));
    this.hasLostRubric ||= type === "rubric";
  }

  /** Reports a missing reference; after the first time it is an echo. */
  lack(row: number, place: string, type: string, id: string, reason: string): void {
    if (this.lost.has(keyOf(type, id))) this.echo({ row, place, reason });
    else {
      this.lost.add(keyOf(type, detached(id)));
      this.refuse(row, place, reason);
    }
  }

  echo(found: { row: number; place: string; reason: string }): void {
    this.rows.add(found.row);
    if (this.echoes.length < this.cap) this.echoes.push(this.located(found));
  }

  refuse(row: number, place: string, reason: string): void {
    this.report(this.located({ row, place, reason }));
  }

  /** `line 3`, for an earlier row. */
  line(row: number): string {
    const { line, place } = this.at(row);
    return place === "" ? `line ${line}` : `line ${line}, ${place}`;
  }

  /** A row's problem with its position in the file. */
  private located({ row, place, reason }: { row: number; place: string; reason: string }): FileProblem {
    const at = this.at(row);
    return { line: at.line, place: pathInRow(at.place, place), reason, row };
  }

  result(): Problems {
    const inOrder = (a: FileProblem, b: FileProblem) => (a.line ?? 0) - (b.line ?? 0);
    return {
      problems: this.problems.sort(inOrder),
      total: this.total,
      echoes: this.echoes.sort(inOrder),
      echoRows: this.rows.size - this.causeRows.size,
      rows: this.rows,
      isWhole: this.isWhole,
    };
  }
}

function keyOf(type: string, id: string): string {
  return `${type}\n${id}`;
}
