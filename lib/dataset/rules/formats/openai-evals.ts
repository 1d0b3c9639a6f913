import { detached } from "@/lib/dataset/rules/string-pool";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { ConvertedQuestions } from "./answers";
import { taskOf, turnsOf } from "./chat";
import {
  type Converter,
  checked,
  hasProblems,
  type Proposed,
  type RowProblem,
  type SourceRow,
  textHash,
} from "./converter";
import { isObject } from "./mapping";
import { EXTERNAL, scoresOf } from "./scores";
import { cellText } from "./task-row";

interface Task {
  line: number;
  prompt: number;
  responses: number;
}

/** The events of one sample in one run. */
interface Sampled {
  /** The one answer that scores are about; null for several. */
  response: string | null;
  /** The beginning of the answer, which identifies a grader's calls about it. */
  beginning: string;
  /** The items that have a score, and the lines of these. */
  scored: Map<string, number>;
  /** Answers of a grader, up to its score. */
  calls: string[];
}

/** Characters of an answer that a grader's prompt must contain. */
const BEGINNING = 100;
const MOST_CALLS = 20;

/**
 * Logs of OpenAI's evals: a sample is a task, what was sampled first its response, and each match and each
 * metric a draft of the eval. A later call of the same sample is a grader's if it quotes the answer; it is
 * kept with the scores. Several runs may follow each other: their answers to one sample are several responses.
 */
export function openAiEvalsConverter(): Converter {
  const log = new EventLog();
  return {
    convert: (row) => log.read(row),
    finish: () => log.rubrics(),
    lack: () => log.lack(),
  };
}

class EventLog {
  private readonly tasks = new Map<string, Task>();
  private readonly sampled = new Map<string, Sampled>();
  private readonly runs = new Map<string, { name: string | null; model: string | null }>();
  private readonly questions = new ConvertedQuestions({ min: 0, max: 1 });

  read(row: SourceRow) {
    const { spec, final_report: report, run_id, sample_id, type, data } = row.value;
    if (isObject(spec)) return this.begin(spec);
    if (report !== undefined) return [];
    if (typeof type !== "string") return [{ place: "type", reason: "is missing: what happened" }];
    if (type !== "sampling" && type !== "match" && type !== "metrics") return [];
    const run = cellText(run_id ?? null) ?? "";
    const sample = cellText(sample_id ?? null) ?? "";
    if (sample === "") return [{ place: "sample_id", reason: "is missing: it ties scores to answers" }];
    if (!isObject(data)) return [{ place: "data", reason: "is missing: what was sampled or scored" }];
    return type === "sampling"
      ? this.sample(row, run, sample, data)
      : this.score(row, run, sample, type === "match" ? matchOf(data) : Object.entries(data));
  }

  rubrics() {
    return this.questions.rubrics();
  }

  lack(): string | null {
    return this.tasks.size === 0
      ? "the log has no sampling events, so there are neither tasks nor answers"
      : null;
  }

  private begin({ run_id, eval_name, completion_fns }: JsonObject): [] {
    const models = Array.isArray(completion_fns) ? completion_fns : [];
    const [model] = models;
    if (typeof run_id === "string")
      this.runs.set(detached(run_id), {
        name: typeof eval_name === "string" && eval_name !== "" ? detached(eval_name) : null,
        model: models.length === 1 && typeof model === "string" ? detached(model) : null,
      });
    return [];
  }

  private sample({ line }: SourceRow, run: string, sample: string, { prompt, sampled, ...rest }: JsonObject) {
    const texts = typeof sampled === "string" ? [sampled] : sampled;
    if (!Array.isArray(texts) || texts.length === 0 || !texts.every((text) => typeof text === "string"))
      return [{ place: "data.sampled", reason: "is neither a text nor a list of texts" }];
    const turns = typeof prompt === "string" ? null : turnsOf(prompt);
    if (typeof prompt !== "string" && turns === null)
      return [{ place: "data.prompt", reason: "is neither a text nor a list of chat turns" }];
    const asked = JSON.stringify(prompt);
    const hash = textHash(asked);
    const key = keyOf(run, sample);
    const earlier = this.sampled.get(key);
    const task = this.tasks.get(sample);
    if (earlier && task && task.prompt !== hash)
      return keepCall(earlier, turns?.map(({ content }) => content).join("\n") ?? String(prompt), texts);
    if (task && task.prompt !== hash)
      return [{ place: "sample_id", reason: `"${sample}" was asked something else on line ${task.line}` }];
    const before = task?.responses ?? 0;
    const { model, ...details } = rest;
    const responses = texts.map(
      (text, n): Proposed => ({
        type: "response",
        id: `${sample}.${before + n + 1}`,
        task: sample,
        model: (typeof model === "string" && model) || this.runs.get(run)?.model || undefined,
        text,
        metadata: details,
      }),
    );
    const result = checked([...(task ? [] : [taskRecord(sample, turns ?? String(prompt))]), ...responses]);
    if (hasProblems(result)) return result;
    this.tasks.set(detached(sample), {
      line: task?.line ?? line,
      prompt: hash,
      responses: before + texts.length,
    });
    const [text = ""] = texts;
    const isOne = !earlier && texts.length === 1;
    this.sampled.set(key, {
      response: isOne ? `${sample}.${before + 1}` : null,
      beginning: earlier?.beginning ?? detached(text.trim().slice(0, BEGINNING)),
      scored: earlier?.scored ?? new Map(),
      calls: earlier?.calls ?? [],
    });
    return result;
  }

  private score({ line }: SourceRow, run: string, sample: string, metrics: [string, Json][]) {
    const about = this.sampled.get(keyOf(run, sample));
    if (!about)
      return [{ place: "sample_id", reason: `no answer of "${sample}" was sampled before this score` }];
    const { response, calls, scored } = about;
    if (response === null)
      return [
        { place: "sample_id", reason: `"${sample}" has several answers, and which was scored is not said` },
      ];
    const { values, others } = scoresOf(metrics);
    if (values.length === 0) return [{ place: "data", reason: "has no score: a number, or true or false" }];
    const twice = values.find(({ question }) => scored.has(question));
    if (twice)
      return [
        {
          place: `data.${twice.question}`,
          reason: `"${sample}" has a score of this already, on line ${scored.get(twice.question)}`,
        },
      ];
    const clash = this.questions.refuse(values, line);
    if (clash) return [clash];
    const result = checked(
      values.map(
        ({ question, value }, n): Proposed => ({
          type: "draft",
          id: `${response}.d${scored.size + n + 1}`,
          task: sample,
          response,
          item: question,
          rater: this.runs.get(run)?.name ?? "OpenAI evals",
          raterKind: calls.length > 0 ? "llm" : "rules",
          method: EXTERNAL,
          value,
          metadata: calls.length > 0 ? { ...others, grader: calls } : others,
        }),
      ),
    );
    if (hasProblems(result)) return result;
    this.questions.keep(values, line);
    for (const { question } of values) scored.set(detached(question), line);
    about.calls = [];
    return result;
  }
}

function keyOf(run: string, sample: string): string {
  return JSON.stringify([run, sample]);
}

/** The score "correct"; the expected and the picked option are no scores. */
function matchOf({ correct, ...rest }: JsonObject): [string, Json][] {
  const others = Object.entries(rest).map(([name, value]): [string, Json] => [
    name,
    typeof value === "number" || typeof value === "boolean" ? String(value) : value,
  ]);
  return [["correct", correct ?? null], ...others];
}

/** Keeps what a grader answered; a call that does not quote the answer is not known to be about it. */
function keepCall(sampled: Sampled, prompt: string, texts: string[]): RowProblem[] {
  if (!prompt.includes(sampled.beginning))
    return [
      {
        place: "data.prompt",
        reason:
          "asks something else than the sample's first call and does not quote its answer, so what its scores are about is not said",
      },
    ];
  if (sampled.calls.length < MOST_CALLS) sampled.calls.push(...texts.map(detached));
  return [];
}

function taskRecord(id: string, prompt: string | NonNullable<ReturnType<typeof turnsOf>>): Proposed {
  if (typeof prompt === "string") return { type: "task", id, instruction: prompt };
  const { instruction, messages, answer } = taskOf(prompt);
  return answer === null
    ? { type: "task", id, instruction, messages }
    : { type: "task", id, instruction: "", messages: prompt };
}
