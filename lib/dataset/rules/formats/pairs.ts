import { detached } from "@/lib/dataset/rules/string-pool";
import type { Mapping } from "@/lib/dataset/schema/mapping";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { type Turn, taskOf, turnsOf } from "./chat";
import { type Converter, checked, hasProblems, type Proposed, type RowProblem, textHash } from "./converter";
import { cellOf, unmappedColumns, usedColumns } from "./mapping";
import { cellText } from "./task-row";

/** An earlier task: its instruction, and its responses by model and text. */
interface Seen {
  line: number;
  digest: number;
  responses: Map<number, string>;
  preferences: number;
}

/**
 * Compared pairs, as arenas publish them: two sides as texts or conversations, their models, and the winner,
 * as gold or by a judge. Rows with the same id are further pairs of one task. For conversations the common
 * beginning belongs to the task; if a side has several more turns, they are its response, turn by turn.
 */
export function pairsConverter(mapping: Mapping): Converter {
  const seen = new Map<string, Seen>();
  const used = usedColumns(mapping);
  return {
    convert(row) {
      const { value } = row;
      const problems: RowProblem[] = [];
      const text = (column: string | undefined) => {
        const given = cellOf(value, column);
        return given === undefined ? undefined : (cellText(given) ?? undefined);
      };
      const prompt = promptOf(cellOf(value, mapping.instruction) ?? cellOf(value, mapping.messages));
      const sides = (["sideA", "sideB"] as const).map((side) => {
        const given = cellOf(value, mapping[side]);
        const turns = given === undefined ? null : sideOf(given);
        if (!turns)
          problems.push({
            place: mapping[side] ?? side,
            reason: "is missing: a text, or a list of chat turns",
          });
        return turns ?? [];
      });
      const [a = [], b = []] = sides;
      const shared = sharedTurns(a, b);
      const before = prompt.length >= shared ? prompt : a.slice(0, shared);
      if (before.length === 0 && problems.length === 0)
        problems.push({
          place: mapping.instruction ?? "",
          reason: "is missing: nothing says what was asked",
        });
      const winner = winnerOf(value, mapping);
      if (winner === undefined)
        problems.push({
          place: mapping.winner ?? "",
          reason: `${JSON.stringify(cellOf(value, mapping.winner))} names no winner: model_a, model_b, tie, or the name of a model`,
        });
      const id = mapping.id === undefined ? String(row.n) : text(mapping.id);
      if (id === undefined)
        problems.push({ place: mapping.id ?? "", reason: "is missing: it is the task's id" });
      if (problems.length > 0 || id === undefined || winner === undefined) return problems;

      const { instruction, messages } = taskOf(before);
      const input = text(mapping.input);
      const digest = textHash(JSON.stringify([instruction, messages, input]));
      const earlier = seen.get(id);
      if (earlier && earlier.digest !== digest)
        return [
          {
            place: mapping.id ?? "",
            reason: `the row of line ${earlier.line} has the id "${id}" too, with another task`,
          },
        ];
      const task: Seen = earlier ?? { line: row.line, digest, responses: new Map(), preferences: 0 };
      const records: Proposed[] = [];
      const rest = unmappedColumns(value, used);
      const tags = cellOf(value, mapping.tags);
      if (!earlier)
        records.push({
          type: "task",
          id,
          instruction,
          messages,
          input,
          reference: text(mapping.reference),
          tags: typeof tags === "string" ? [tags] : tags,
          metadata: rest,
        });
      const fresh = new Map<number, string>();
      const pair = [a, b].map((turns, n) => {
        const model = text(n === 0 ? mapping.modelA : mapping.modelB);
        const responseTurns = responseOf(turns.slice(shared));
        // Two sides with the same text are still two responses.
        const print = textHash(JSON.stringify([model, responseTurns, model === undefined ? n : null]));
        const known = task.responses.get(print) ?? fresh.get(print);
        if (known !== undefined) return known;
        const key = `${id}.${task.responses.size + fresh.size + 1}`;
        fresh.set(print, key);
        records.push({ type: "response", id: key, task: id, model, text: responseTurns });
        return key;
      });
      if (pair[0] === pair[1])
        return [
          { place: mapping.sideB ?? "", reason: "is the same response of the same model as the other side" },
        ];
      if (winner !== null) {
        const isGold = mapping.winnerIs !== "judgement";
        records.push({
          type: "judgement",
          id: `${id}.p${task.preferences + 1}`,
          task: id,
          item: "preference",
          pair,
          rater: (isGold ? undefined : text(mapping.judge)) ?? (isGold ? "arena" : "judge"),
          raterKind: isGold ? "gold" : "human",
          value: winner,
          metadata: earlier ? rest : undefined,
        });
      }
      const result = checked(records, { id: mapping.id, tags: mapping.tags });
      if (hasProblems(result)) return result;
      for (const [print, key] of fresh) task.responses.set(print, detached(key));
      task.preferences++;
      if (!earlier) seen.set(detached(id), task);
      return result;
    },
    finish: () => [],
  };
}

function promptOf(given: Json | undefined): Turn[] {
  if (given === undefined) return [];
  const list = turnsOf(given);
  if (list) return list;
  const texts = textsOf(given);
  return texts === null ? [] : [{ role: "user", content: texts.join("\n\n") }];
}

/** A side as turns: a conversation, a text, or a list of texts, which are successive answers. */
function sideOf(given: Json): Turn[] | null {
  const turns = turnsOf(given);
  if (turns) return turns;
  const texts = textsOf(given);
  return texts?.map((content) => ({ role: "assistant", content })) ?? null;
}

function textsOf(given: Json): string[] | null {
  if (typeof given !== "string") {
    if (!Array.isArray(given)) return null;
    const texts = given.map((one) => (typeof one === "string" ? one : one === null ? "" : null));
    return texts.every((one) => one !== null) ? texts : null;
  }
  if (!/^\s*\[/.test(given)) return [given];
  try {
    return textsOf(JSON.parse(given) as Json) ?? [given];
  } catch {
    return [given];
  }
}

/** Number of turns at the beginning that both sides share. */
function sharedTurns(a: Turn[], b: Turn[]): number {
  const most = Math.min(a.length, b.length);
  let shared = 0;
  while (
    shared < most &&
    JSON.stringify(a[shared]) === JSON.stringify(b[shared]) &&
    a[shared]?.role !== "assistant"
  )
    shared++;
  return shared;
}

const HEADINGS: Record<string, string> = {
  user: "User",
  assistant: "Assistant",
  tool: "Tool",
  system: "System",
};

/** A side's answer after the common beginning, or the rest of its conversation. */
function responseOf(turns: Turn[]): string {
  const [only] = turns;
  if (only && turns.length === 1) return only.content;
  return turns.map(({ role, content }) => `**${HEADINGS[role] ?? role}:**\n\n${content}`).join("\n\n");
}

const A = new Set(["a", "model_a", "model a", "left", "response_a", "answer_a"]);
const B = new Set(["b", "model_b", "model b", "right", "response_b", "answer_b"]);

/** The winner; null when missing, undefined when it is not valid. */
function winnerOf(row: JsonObject, mapping: Mapping): "A" | "B" | "tie" | null | undefined {
  if (mapping.winner === undefined) return null;
  if (/winner_model_a$/i.test(mapping.winner)) return winnerInColumns(row, mapping.winner);
  const given = cellOf(row, mapping.winner);
  if (given === undefined) return null;
  const word = cellText(given)?.trim().toLowerCase();
  if (word === undefined) return undefined;
  if (A.has(word)) return "A";
  if (B.has(word)) return "B";
  if (/^(?:tie|both|draw|neither|both_bad)\b/.test(word)) return "tie";
  for (const [side, column] of [
    ["A", mapping.modelA],
    ["B", mapping.modelB],
  ] as const) {
    const model = cellOf(row, column);
    if (model !== undefined && cellText(model)?.trim().toLowerCase() === word) return side;
  }
  return undefined;
}

/** Three columns of which one is 1, as in `winner_model_a, winner_model_b, winner_tie`. */
function winnerInColumns(row: JsonObject, column: string): "A" | "B" | "tie" | null | undefined {
  const isSet = (name: string) =>
    ["1", "1.0", "true"].includes(cellText(cellOf(row, name) ?? 0)?.toLowerCase() ?? "");
  const winners = [
    ["A", isSet(column)],
    ["B", isSet(column.replace(/model_a$/i, "model_b"))],
    ["tie", isSet(column.replace(/model_a$/i, "tie"))],
  ] as const;
  const [first, ...others] = winners.filter(([, set]) => set);
  if (others.length > 0) return undefined;
  return first?.[0] ?? null;
}
