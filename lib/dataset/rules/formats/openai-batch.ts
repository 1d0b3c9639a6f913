import { detached } from "@/lib/dataset/rules/string-pool";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { taskOf, textOfTurn, turnsOf } from "./chat";
import {
  type Converter,
  checked,
  hasProblems,
  type Proposed,
  type RowProblem,
  type SourceRow,
} from "./converter";
import { isObject } from "./mapping";

/**
 * Files of OpenAI's batch API, which others use too: requests become tasks, answers with the same `custom_id`
 * their responses. One file has both, in any order; answers of several models to one request are several
 * responses.
 */
export function openAiBatchConverter(): Converter {
  let requests = 0;
  let answers = 0;
  const tasks = new Map<string, number>();
  const responses = new Map<string, number>();
  return {
    convert(row) {
      const { custom_id: id } = row.value;
      if (typeof id !== "string" || id === "")
        return [{ place: "custom_id", reason: "is missing: it ties answers to their requests" }];
      if (isObject(row.value.response) || isObject(row.value.error)) {
        answers++;
        const read = answerOf(row, id, responses.get(id) ?? 0);
        if (isProblems(read)) return read;
        const result = checked([read]);
        if (!hasProblems(result)) responses.set(detached(id), (responses.get(id) ?? 0) + 1);
        return result;
      }
      requests++;
      const earlier = tasks.get(id);
      if (earlier !== undefined)
        return [{ place: "custom_id", reason: `another row has the id "${id}" (line ${earlier})` }];
      const read = requestOf(row.value, id);
      if (isProblems(read)) return read;
      const result = checked(read);
      if (!hasProblems(result)) tasks.set(detached(id), row.line);
      return result;
    },
    finish: () => [],
    lack: () =>
      requests === 0 && answers > 0
        ? "the file has answers and no requests, so nothing says what was asked: join both first, as in cat requests.jsonl answers.jsonl > both.jsonl"
        : null,
  };
}

function requestOf({ body, method: _, url, custom_id: __, ...rest }: JsonObject, id: string) {
  if (!isObject(body)) return [{ place: "body", reason: "is missing: what was asked" }];
  const { messages: given, input, prompt, ...settings } = body;
  const request = given ?? input ?? prompt;
  const turns = typeof request === "string" ? [{ role: "user", content: request }] : turnsOf(request);
  if (!turns) return [{ place: "body.messages", reason: "is no list of chat turns: {role, content}" }];
  const system =
    typeof body.instructions === "string" ? [{ role: "system", content: body.instructions }] : [];
  const { instruction, messages, answer } = taskOf([...system, ...turns]);
  const records: Proposed[] = [
    { type: "task", id, instruction, messages, metadata: { ...rest, url: url ?? null, request: settings } },
  ];
  if (answer !== null) records.push({ type: "response", id: `${id}.given`, task: id, text: answer });
  return records;
}

function answerOf({ value }: SourceRow, id: string, before: number): Proposed | RowProblem[] {
  const { response, error } = value;
  const failure = isObject(error) ? error : isObject(response) ? failureIn(response) : null;
  if (failure || !isObject(response)) {
    const words = failure && typeof failure.message === "string" ? `: ${failure.message}` : "";
    return [{ place: "response", reason: `the request failed${words}` }];
  }
  const body = isObject(response.body) ? response.body : {};
  const text = textIn(body);
  if (text === null) return [{ place: "response.body", reason: "has no answer" }];
  const { model, usage, created } = body;
  return {
    type: "response",
    id: before === 0 ? `${id}.1` : `${id}.${before + 1}`,
    task: id,
    model: typeof model === "string" ? model : undefined,
    text,
    metadata: Object.fromEntries(
      Object.entries({ usage, created }).filter(([, given]) => given !== undefined && given !== null),
    ),
  };
}

function failureIn({ status_code: status, body }: JsonObject): JsonObject | null {
  if (typeof status !== "number" || status < 300) return null;
  return isObject(body) && isObject(body.error) ? body.error : { message: `status ${status}` };
}

/** The text of an answer: of chat completions, responses, or completions. */
function textIn({ choices, output }: JsonObject): string | null {
  const [first] = Array.isArray(choices) ? choices : [];
  if (isObject(first))
    return isObject(first.message)
      ? textOfTurn(first.message)
      : typeof first.text === "string"
        ? first.text
        : null;
  if (!Array.isArray(output)) return null;
  const texts = output.flatMap((part: Json) =>
    isObject(part) && part.type === "message" ? [textOfTurn(part)] : [],
  );
  const answered = texts.filter((text) => text !== null);
  return answered.length === 0 ? null : answered.join("\n\n");
}

function isProblems(read: Proposed | Proposed[] | RowProblem[]): read is RowProblem[] {
  return Array.isArray(read) && read.some((one) => "reason" in one && !("type" in one));
}
