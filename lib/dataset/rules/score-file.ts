import type { SourceRow } from "@/lib/dataset/rules/formats/converter";
import type { Beginning } from "@/lib/dataset/rules/formats/detect";
import { cellUnder, problemIn, readTableFile, textOf } from "@/lib/dataset/rules/formats/table-file";
import type { FileProblem } from "@/lib/dataset/rules/lines";
import { MOST_SCORE_ROWS, ScoreRow } from "@/lib/dataset/schema/scores";

/** A valid row, with its line number in the file. */
interface ScoreLine {
  line: number;
  row: ScoreRow;
}

/** The columns that name a response; `key` in JSON lines of generated ones. */
const RESPONSE = ["response", "response_id", "responseId", "id", "key"];

/**
 * Columns that are no scores: what names a response, and what files of generated responses say of how it was made. Such
 * a file can be given scores in further columns and be loaded as it is.
 */
const NOT_SCORES = new Set([
  ...[
    "response",
    "response_id",
    "responseid",
    "id",
    "type",
    "task",
    "task_id",
    "model",
    "text",
    "run",
    "unit",
  ],
  ...[
    "method",
    "methodversion",
    "key",
    "role",
    "iteration",
    "sample",
    "temperature",
    "final",
    "isfinal",
    "yes",
  ],
  ...[
    "answered",
    "asked",
    "pass_rate",
    "passrate",
    "self_score",
    "selfscore",
    "condition",
    "stopped",
    "in_dataset",
    "indataset",
    "scores",
  ],
  ...["passed", "trace", "flags", "metadata"],
]);

export const isScoreColumn = (header: string) => !NOT_SCORES.has(header.trim().toLowerCase());

/**
 * External scores in a table (CSV, JSON or JSONL): a row for each response, a column for each score. In JSON they may
 * be one object, `scores`. An empty cell leaves the score as it is.
 */
export function readScoreFile(file: Blob, beginning: Beginning) {
  const first = new Map<string, number>();
  return readTableFile<ScoreLine>(file, beginning, {
    mostRows: MOST_SCORE_ROWS,
    done: "loaded",
    rowOf: (row) => scoreLine(row, first),
  });
}

/** `first` maps each response to the line where it first occurred. */
function scoreLine(source: SourceRow, first: Map<string, number>): ScoreLine | FileProblem {
  const { line, value: cells } = source;
  const problem = problemIn(source);
  const response = textOf(cellUnder(cells, RESPONSE));
  if (!response) return problem("response", "is missing: the response's id");
  const earlier = first.get(response);
  if (earlier !== undefined) return problem("response", `is on line ${earlier} already`);
  const given = Object.entries(cells).filter(([name]) => isScoreColumn(name));
  const together = cellUnder(cells, ["scores"]);
  if (typeof together === "object" && together !== null) given.push(...Object.entries(together));
  const scores: Record<string, number> = {};
  for (const [header, cell] of given) {
    if (cell === null || cell === "" || cell === undefined) continue;
    const score = typeof cell === "number" ? cell : numberIn(cell);
    if (score === null) return problem(header, "is no number");
    scores[header.trim()] = score;
  }
  if (Object.keys(scores).length === 0) return problem("", "has no score: a column with a number for each");
  const row = ScoreRow.safeParse({ response, scores });
  if (!row.success) return problem("", "has a name or an id that is too long, or no finite number");
  first.set(response, line);
  return { line, row: row.data };
}

function numberIn(cell: unknown): number | null {
  const text = textOf(cell);
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : null;
}
