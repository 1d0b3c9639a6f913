import type { AssignmentView } from "@/lib/review/schema";

/** What an assignment has to be read: all of it text that others wrote. */
export type AssignmentContent = Pick<AssignmentView, "task" | "response" | "guidelines" | "prepared"> &
  Partial<Pick<AssignmentView, "pair">>;

/** The texts in it that are shown formatted, always in the same order. */
export function textsOf({ task, response, pair, guidelines }: AssignmentContent): string[] {
  const { instruction, input, messages, reference } = task;
  const turns = messages?.map(({ content }) => content) ?? [];
  const texts = [guidelines, instruction, input, ...turns, response?.text, pair?.a, pair?.b, reference];
  return texts.filter((text) => text !== undefined && text !== null);
}

/** What the server has prepared of each text; nothing of a text it has not read. */
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
