import { detached } from "@/lib/dataset/rules/string-pool";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { ConvertedQuestions } from "./answers";
import { taskOf, textOfTurn, turnsOf } from "./chat";
import { type Converter, checked, hasProblems, type Proposed, type RowProblem, textHash } from "./converter";
import { isObject } from "./mapping";
import { EXTERNAL, scoresOf } from "./scores";
import { cellText } from "./task-row";

/** The grades of Inspect's scorers as the numbers that its own metrics count them with. */
const GRADES: Record<string, number> = { C: 1, P: 0.5, I: 0, N: 0 };

interface Sample {
  line: number;
  asked: number;
  epochs: Map<number, number>;
}

interface Read {
  id: string;
  epoch: number;
  task: Proposed;
  asked: number;
  text: string;
  model: string | undefined;
  others: string[];
}

/**
 * Samples of a log of Inspect: a sample is a task, its output in each epoch a response, and each score a draft
 * of its scorer. A scorer whose scores keep what a model was asked about them, or that is named after a
 * model's grading, counts as a model, every other one as rules.
 */
export function inspectConverter(): Converter {
  const samples = new Map<string, Sample>();
  const questions = new ConvertedQuestions({ min: 0, max: 1 });
  return {
    convert(row) {
      const read = readSample(row.value);
      if (Array.isArray(read)) return read;
      const { id, epoch } = read;
      const known = samples.get(id);
      if (known && known.asked !== read.asked)
        return [{ place: "id", reason: `"${id}" is another question on line ${known.line}` }];
      const earlier = known?.epochs.get(epoch);
      if (earlier !== undefined)
        return [
          { place: "epoch", reason: `"${id}" has an output of epoch ${epoch} already, on line ${earlier}` },
        ];
      const scores = scoresIn(row.value.scores);
      if (scores === null) return [{ place: "scores", reason: "must be objects with a value, by scorer" }];
      const { values, others } = scoresOf(scores.map(({ question, value }) => [question, value] as const));
      const clash = questions.refuse(values, row.line);
      if (clash) return [{ ...clash, place: clash.place === "" ? "scores" : `scores.${clash.place}` }];
      const response = `${id}.${epoch}`;
      const result = checked([
        ...(known ? [] : [read.task]),
        {
          type: "response",
          id: response,
          task: id,
          model: read.model,
          text: read.text,
          metadata: {
            ...(isObject(row.value.inspect) ? row.value.inspect : {}),
            ...(read.others.length === 0 ? {} : { others: read.others }),
            ...(Object.keys(others).length === 0 ? {} : { scores: others }),
          },
        },
        ...values.map(({ question, value }, n): Proposed => {
          const score = scores.find((one) => one.question === question);
          return {
            type: "draft",
            id: `${response}.d${n + 1}`,
            task: id,
            response,
            item: question,
            rater: score?.scorer ?? question,
            raterKind: score?.byModel ? "llm" : "rules",
            method: EXTERNAL,
            value,
            lines: score?.explanation === undefined ? undefined : [score.explanation],
            metadata: score?.metadata,
          };
        }),
      ]);
      if (hasProblems(result)) return result;
      questions.keep(values, row.line);
      if (known) known.epochs.set(epoch, row.line);
      else
        samples.set(detached(id), {
          line: row.line,
          asked: read.asked,
          epochs: new Map([[epoch, row.line]]),
        });
      return result;
    },
    finish: () => questions.rubrics(),
  };
}

function readSample({
  id: given,
  epoch,
  input,
  choices,
  target,
  output,
  metadata,
  error,
}: JsonObject): Read | RowProblem[] {
  const id = cellText(given ?? null);
  if (id === null || id === "") return [{ place: "id", reason: "is missing: the id of the sample" }];
  if (typeof epoch !== "number" || !Number.isSafeInteger(epoch) || epoch < 1)
    return [{ place: "epoch", reason: "must be a number from 1" }];
  const turns = typeof input === "string" ? [{ role: "user", content: input }] : turnsOf(input);
  if (turns === null) return [{ place: "input", reason: "is neither a text nor a list of chat turns" }];
  const answers = answersOf(isObject(output) ? output : {});
  const [text, ...others] = answers;
  if (text === undefined) {
    const why = isObject(error) && typeof error.message === "string" ? `: ${error.message}` : "";
    return [{ place: "output", reason: `has no text, so there is nothing to judge${why}` }];
  }
  const options = Array.isArray(choices) ? choices.map(cellText).filter((choice) => choice !== null) : [];
  const targets = (Array.isArray(target) ? target : [target ?? null])
    .map(cellText)
    .filter((one) => one !== null && one !== "");
  const { instruction, messages, answer } = taskOf(turns);
  const model = isObject(output) && typeof output.model === "string" ? output.model : "";
  return {
    id,
    epoch,
    asked: textHash(JSON.stringify([input ?? null, options])),
    text,
    others,
    model: model || undefined,
    task: {
      type: "task",
      id,
      // An answer that was begun for the model is a turn like any other.
      ...(answer === null ? { instruction, messages } : { instruction: "", messages: turns }),
      input:
        options.length === 0 ? undefined : options.map((option, n) => `${letter(n)}) ${option}`).join("\n"),
      reference: targets.length === 0 ? undefined : targets.join("\n"),
      metadata: isObject(metadata) ? metadata : undefined,
    },
  };
}

function letter(n: number): string {
  return n < 26 ? String.fromCharCode(65 + n) : String(n + 1);
}

/** The model's answers: the one that was scored first, then any others. */
function answersOf({ completion, choices }: JsonObject): string[] {
  const texts = (Array.isArray(choices) ? choices : []).flatMap((choice) => {
    const text = isObject(choice) && isObject(choice.message) ? textOfTurn(choice.message) : null;
    return text === null || text === "" ? [] : [text];
  });
  if (texts.length > 0) return texts;
  return typeof completion === "string" && completion !== "" ? [completion] : [];
}

interface Score {
  scorer: string;
  question: string;
  value: Json;
  byModel: boolean;
  explanation: string | undefined;
  metadata: JsonObject | undefined;
}

function scoresIn(given: Json | undefined): Score[] | null {
  if (given === null || given === undefined) return [];
  if (!isObject(given)) return null;
  const scores: Score[] = [];
  for (const [scorer, score] of Object.entries(given)) {
    if (!isObject(score) || score.value === undefined) return null;
    const { value, answer, explanation, metadata } = score;
    const about = isObject(metadata) ? metadata : {};
    const common = {
      scorer,
      byModel: Object.hasOwn(about, "grading") || /^model_graded/.test(scorer),
      explanation: typeof explanation === "string" && explanation !== "" ? explanation : undefined,
    };
    const add = (question: string, one: Json) =>
      scores.push({
        ...common,
        question,
        value: typeof one === "string" && Object.hasOwn(GRADES, one) ? (GRADES[one] ?? null) : one,
        metadata: { answer: answer ?? null, value: one, ...about },
      });
    if (isObject(value)) for (const [part, one] of Object.entries(value)) add(`${scorer}.${part}`, one);
    else add(scorer, value);
  }
  return scores;
}
