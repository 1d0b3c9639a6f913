import { type FileProblem, isProblem } from "@/lib/dataset/rules/lines";
import { exportRecord, type RecordLine } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import type { FileFormat, Mapping } from "@/lib/dataset/schema/mapping";
import { argillaConverter } from "./argilla";
import { type Converter, hasProblems, problemOf } from "./converter";
import { inspectConverter } from "./inspect";
import { labelStudioConverter } from "./label-studio";
import { langfuseConverter } from "./langfuse";
import { lmEvalConverter } from "./lm-eval";
import { openAiBatchConverter } from "./openai-batch";
import { openAiEvalsConverter } from "./openai-evals";
import { pairsConverter } from "./pairs";
import { preferencesConverter } from "./preferences";
import { readRows, type Syntax } from "./rows";
import { tableConverter } from "./table";

/** Options for reading a file that is not a study file. */
interface ReadOptions {
  shape: Exclude<FileFormat, "study">;
  syntax: Syntax;
  mapping: Mapping;
  /** The name of the study, which such a file does not contain. */
  name: string;
}

export function converterOf(shape: Exclude<FileFormat, "study">, mapping: Mapping): Converter {
  switch (shape) {
    case "table":
      return tableConverter(mapping);
    case "label-studio":
      return labelStudioConverter(mapping);
    case "argilla":
      return argillaConverter(mapping);
    case "preferences":
      return preferencesConverter(mapping);
    case "pairs":
      return pairsConverter(mapping);
    case "openai-batch":
      return openAiBatchConverter();
    case "lm-eval":
      return lmEvalConverter(mapping);
    case "openai-evals":
      return openAiEvalsConverter();
    case "inspect":
      return inspectConverter();
    case "langfuse":
      return langfuseConverter();
  }
}

/**
 * Reads a file of another format as a study: each row gives its records or its problems, and reading
 * continues. The records have the line of their row, and the text that a study file would have. Rows in
 * `leftOut` are skipped as if they were not in the file.
 */
export async function* readFormat(
  source: AsyncIterable<Uint8Array>,
  { shape, syntax, mapping, name }: ReadOptions,
  leftOut: ReadonlySet<number> = new Set(),
): AsyncGenerator<RecordLine | FileProblem> {
  const converter = converterOf(shape, mapping);
  let line = 0;
  let rows = 0;
  yield studyOf(name);
  for await (const row of readRows(source, syntax)) {
    rows++;
    if (isProblem(row)) {
      const isOneRow = row.line !== null && !row.unclosed;
      if (!leftOut.has(rows)) yield isOneRow ? { ...row, row: rows } : row;
      continue;
    }
    if (leftOut.has(rows)) continue;
    line = row.line;
    const result = converter.convert(row);
    if (hasProblems(result)) for (const problem of result) yield problemOf(row, problem);
    else for (const record of result) yield recordLine(record, row.line, row.n);
  }
  if (rows === 0) yield { line: null, place: "", reason: "the file has no rows" };
  const lack = converter.lack?.();
  if (lack) yield { line: null, place: "", reason: lack };
  for (const record of converter.finish()) yield recordLine(record, line, rows);
}

/** The opening line of a study, for files without one. */
export function studyOf(name: string): RecordLine {
  return recordLine({ type: "study", version: 1, name }, 1, 0);
}

function recordLine(record: StudyRecord, line: number, row: number): RecordLine {
  return { line, row, text: exportRecord(record), record };
}
