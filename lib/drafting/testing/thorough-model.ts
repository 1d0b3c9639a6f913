import type { CallPlan } from "@/lib/drafting/schema";
import { paperAnswer } from "@/lib/drafting/testing/paper-model";
import type { StubRequest } from "@/lib/llm/testing/stub";

type JsonSchema = {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
};

/** The longest list that is written: as many questions as a method may ask for. */
const LIST = 30;

/** A value of a schema; ratings alternate with the call, so that samples disagree. */
function written(schema: JsonSchema, call: number, name: string): unknown {
  if (schema.enum) {
    if (schema.enum.includes("no")) return "no";
    // A verdict stays with what is shown first, which is another response in the other order.
    return schema.enum.at(name === "rating" && call % 2 === 1 ? -1 : 0);
  }
  const [first] = schema.anyOf ?? [];
  if (first) return written(first, call, name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, own]) => [key, written(own, call, key)]),
      );
    case "array":
      return Array.from({ length: LIST }, (_, n) => written(schema.items ?? {}, call, `${name} ${n + 1}`));
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return false;
    default:
      return `Is ${name} as it should be?`;
  }
}

/** The answer of `paperAnswer` to a prompt. */
const usual = ({ messages }: CallPlan, n: number) =>
  (paperAnswer({ messages, n } as unknown as StubRequest) as { say: string }).say;

/**
 * A model that takes a method the longest way: checklists are as long as they may be, no question is answered yes,
 * samples disagree, and verdicts turn with the order.
 */
export function thoroughAnswer(plan: CallPlan, call: number): string {
  const prompt = plan.messages.at(-1)?.content ?? "";
  const has = (words: string) => prompt.includes(words);
  if (plan.schema) return JSON.stringify(written(plan.schema.jsonSchema as JsonSchema, call, "text"));
  if (has("write the checklist") && !has("[["))
    return `Analysis: a.\nAnswer:\n${Array.from({ length: LIST }, (_, n) => `Is it ${n} words long?`).join("\n")}`;
  if (has("Look at the text")) return has("Write one word") ? "NO" : "Analysis: so.\nAnswer: NO";
  if (has("Rate the response to the input"))
    return usual(plan, call).replace(/"rating":\d/, `"rating":${call % 2 === 0 ? 1 : 5}`);
  if (has("Score (a)")) return "Score (a): 9\nScore (b): 1";
  if (has("round of discussion")) return usual(plan, call);
  if (has("Your last sentence is the verdict")) return "So it is. Output (a) is better.";
  return has("BEGIN OUTPUT (a)") && !has("came to opposite") ? "Output (a)" : usual(plan, call);
}
