import type { Answer, AnswerForm, Answering } from "@/lib/protocol/schema";

/** True if an answer is one that the question allows. */
export function isAnswer({ form, options, min, max }: Answering, answer: Answer): boolean {
  const isOffered = (value: string) => options.some((option) => option.value === value);
  switch (form) {
    case undefined:
      return typeof answer === "string" && isOffered(answer);
    case "several":
      return Array.isArray(answer) && answer.every(isOffered) && new Set(answer).size === answer.length;
    case "number":
      return typeof answer === "number" && answer >= (min ?? -Infinity) && answer <= (max ?? Infinity);
    case "text":
      return typeof answer === "string" && answer.trim() !== "";
  }
}

/** Options in the order of the question, so that equal answers are equal values. */
export function inOptionOrder({ options }: Pick<Answering, "options">, answer: Answer): Answer {
  if (!Array.isArray(answer)) return answer;
  return options.flatMap(({ value }) => (answer.includes(value) ? [value] : []));
}

/** An answer as it is stored and exported: several options as a JSON list, everything else as it is written. */
export function storedAnswer(answer: Answer): string {
  return Array.isArray(answer) ? JSON.stringify(answer) : String(answer);
}

/** The options in a stored answer: the one, or each of several; none in a number or a text. */
export function optionsIn(form: AnswerForm | undefined, stored: string): string[] {
  if (form === undefined) return [stored];
  return form === "several" ? (JSON.parse(stored) as string[]) : [];
}
