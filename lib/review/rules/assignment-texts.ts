import type { AssignmentView } from "@/lib/review/schema";

/** The texts of an assignment. All were written by others and are untrusted. */
export type AssignmentContent = Pick<AssignmentView, "task" | "response" | "guidelines" | "prepared"> &
  Partial<Pick<AssignmentView, "pair" | "disclosures">>;

/** The texts that are shown formatted, in a fixed order. */
export function textsOf({ task, response, pair, guidelines }: AssignmentContent): string[] {
  const { instruction, input, messages, reference } = task;
  const turns = messages?.map(({ content }) => content) ?? [];
  const texts = [guidelines, instruction, input, ...turns, response?.text, pair?.a, pair?.b, reference];
  return texts.filter((text) => text !== undefined && text !== null);
}

/** Texts formatted by the server, by their source; missing for texts it has not seen. */
export type PreparedTexts = ReadonlyMap<string, string | null>;

export function preparedTexts(content: AssignmentContent): PreparedTexts {
  const { prepared = {} } = content;
  return new Map(
    textsOf(content).flatMap((text, n): [string, string | null][] => {
      const one = prepared[n];
      return one === undefined ? [] : [[text, one]];
    }),
  );
}
