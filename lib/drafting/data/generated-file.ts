import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { exportRecord } from "@/lib/dataset/rules/records";
import { everyGeneratedUnit } from "@/lib/drafting/data/read-generated";
import { responseRecord } from "@/lib/drafting/rules/generated-record";
import { conditionOf } from "@/lib/drafting/rules/run-condition";
import { traceAsText } from "@/lib/drafting/rules/trace-text";
import type { GeneratedFormat, GeneratedUnit } from "@/lib/drafting/schema/generated";
import { csvLine } from "@/lib/formats/csv";

interface RunHeader {
  id: string;
  name: string;
  method: string;
  methodVersion: string;
  params: unknown;
  model: string;
}

/** A run's responses as a file; null when the researcher may not read the run. */
export async function generatedFile(
  actor: Member<"researcher">,
  runId: string,
  format: GeneratedFormat,
): Promise<AsyncGenerator<string> | null> {
  const run = await db.draftRun.findFirst({
    where: { id: runId, project: memberOf(actor) },
    select: { id: true, name: true, method: true, methodVersion: true, params: true, model: true },
  });
  return run && WRITERS[format](run);
}

const WRITERS: Record<GeneratedFormat, (run: RunHeader) => AsyncGenerator<string>> = {
  jsonl: jsonLines,
  study: studyRecords,
  csv: csvLines,
  text: traceTexts,
};

/** One line per response with everything that is known of it. */
async function* jsonLines(run: RunHeader): AsyncGenerator<string> {
  for await (const { unit, task, stopped, responses } of everyGeneratedUnit(run.id)) {
    for (const { id: _, responseId, ...response } of responses) {
      const about = { run: run.id, method: run.method, methodVersion: run.methodVersion, model: run.model };
      const line = { ...about, unit, task: task.key, stopped, ...response, inDataset: responseId !== null };
      yield `${JSON.stringify(line)}\n`;
    }
  }
}

/** Response records of a study file, also of responses that are in the run only. */
async function* studyRecords(run: RunHeader): AsyncGenerator<string> {
  const { model, method } = run;
  const condition = conditionOf(run.methodVersion, run.params);
  for await (const { unit, task, stopped, responses } of everyGeneratedUnit(run.id)) {
    for (const { key, scores, ...response } of responses) {
      const about = { id: key, task: task.key, model, method, condition, stopped };
      const record = responseRecord(response, { ...about, also: { ...scores, run: run.id, unit } });
      yield `${exportRecord(record)}\n`;
    }
  }
}

const COLUMNS = [
  ...[
    "run",
    "method",
    "model",
    "task_id",
    "response_id",
    "role",
    "iteration",
    "sample",
    "temperature",
    "final",
  ],
  ...["yes", "answered", "asked", "pass_rate", "self_score", "stopped", "in_dataset", "scores", "text"],
];

async function* csvLines(run: RunHeader): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const unit of everyGeneratedUnit(run.id)) yield unit.responses.map(rowOf(run, unit)).join("");
}

const rowOf =
  (run: RunHeader, { task, stopped }: GeneratedUnit) =>
  (response: GeneratedUnit["responses"][number]): string => {
    const { key, role, iteration, sample, temperature, isFinal, passed, trace, scores } = response;
    return csvLine([
      ...[run.id, run.method, run.model, task.key, key, role, iteration, sample, temperature ?? ""],
      isFinal ? "yes" : "no",
      ...[passed?.yes ?? "", passed?.answered ?? "", passed?.asked ?? ""],
      passed && passed.answered > 0 ? passed.yes / passed.answered : "",
      trace.selfScore ?? "",
      isFinal ? (stopped ?? "") : "",
      response.responseId === null ? "no" : "yes",
      Object.keys(scores).length > 0 ? JSON.stringify(scores) : "",
      response.text,
    ]);
  };

async function* traceTexts(run: RunHeader): AsyncGenerator<string> {
  yield `${run.name}\n${run.method}, version ${run.methodVersion}, ${run.model}\n`;
  for await (const unit of everyGeneratedUnit(run.id)) yield traceAsText(unit);
}
