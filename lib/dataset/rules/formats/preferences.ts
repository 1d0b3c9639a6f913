import { detached } from "@/lib/dataset/rules/string-pool";
import { instructionBefore } from "@/lib/dataset/rules/task-request";
import type { Mapping } from "@/lib/dataset/schema/mapping";
import type { Json } from "@/lib/formats/json-value";
import { type Turn, taskOf, turnsOf } from "./chat";
import { type Converter, checked, hasProblems, type RowProblem, textHash } from "./converter";
import { cellOf, unmappedColumns, usedColumns } from "./mapping";
import { cellText } from "./task-row";

/**
 * A preference dataset: a prompt with a chosen and a rejected response, as texts or chat turns, with the
 * prompt separate or as the turns that both begin with. Each row becomes a task with two responses and the
 * preference as gold. Ids and order do not reveal which response was chosen.
 */
export function preferencesConverter(mapping: Mapping): Converter {
  const seen = new Map<string, number>();
  const used = usedColumns(mapping);
  return {
    convert(row) {
      const problems: RowProblem[] = [];
      const side = (field: "chosen" | "rejected"): Side => {
        const column = mapping[field];
        const read = column === undefined ? null : sideOf(cellOf(row.value, column));
        if (!read)
          problems.push({ place: column ?? field, reason: `is missing: a text, or a list of chat turns` });
        return read ?? { before: [], answer: "" };
      };
      const chosen = side("chosen");
      const rejected = side("rejected");
      const prompt = promptOf(cellOf(row.value, mapping.instruction) ?? cellOf(row.value, mapping.messages));
      if (prompt === null)
        problems.push({ place: mapping.instruction ?? "", reason: "must be a text or a list of chat turns" });
      if (JSON.stringify(chosen.before) !== JSON.stringify(rejected.before)) {
        problems.push({
          place: mapping.rejected ?? "",
          reason: "begins with other turns than the chosen one",
        });
      }
      const before = prompt && prompt.length >= chosen.before.length ? prompt : chosen.before;
      const { instruction, messages } = taskOf(before);
      if (problems.length === 0 && before.length === 0) {
        problems.push({
          place: mapping.instruction ?? "",
          reason: "is missing: nothing says what was asked",
        });
      }
      const given = cellOf(row.value, mapping.id);
      const id = given === undefined ? String(row.n) : cellText(given);
      if (id === null || (mapping.id !== undefined && given === undefined)) {
        problems.push({ place: mapping.id ?? "", reason: "is missing: it is the task's id" });
      }
      if (problems.length > 0 || id === null) return problems;
      const earlier = seen.get(id);
      if (earlier !== undefined) {
        return [{ place: mapping.id ?? "", reason: `another row has the id "${id}" (line ${earlier})` }];
      }

      const applied = cellOf(row.value, mapping.input);
      const input = applied === undefined ? undefined : (cellText(applied) ?? applied);
      const tags = cellOf(row.value, mapping.tags);
      const first = textHash(`${id}\n${chosen.answer}`) % 2 === 0;
      const texts = first ? [chosen.answer, rejected.answer] : [rejected.answer, chosen.answer];
      const rest = unmappedColumns(row.value, used);
      const models = [modelOf(row.value, "chosen"), modelOf(row.value, "rejected")];
      if (!first) models.reverse();
      const pair = [`${id}.1`, `${id}.2`];
      const result = checked(
        [
          {
            type: "task",
            id,
            // Our own preference sets have the input in the prompt, where training reads it, and beside it.
            instruction: typeof input === "string" ? instructionBefore(instruction, input) : instruction,
            messages,
            input,
            tags: typeof tags === "string" ? [tags] : tags,
            metadata: rest,
          },
          ...pair.map((key, n) => ({
            type: "response" as const,
            id: key,
            task: id,
            model: models[n],
            text: texts[n],
          })),
          {
            type: "judgement",
            id: `${id}.preference`,
            task: id,
            item: "preference",
            pair,
            rater: "preference set",
            raterKind: "gold",
            value: first ? "A" : "B",
          },
        ],
        { id: mapping.id, tags: mapping.tags, input: mapping.input },
      );
      if (!hasProblems(result)) seen.set(detached(id), row.line);
      return result;
    },
    finish: () => [],
  };
}

/** The turns up to a response, and the response. */
interface Side {
  before: Turn[];
  answer: string;
}

function sideOf(given: Json | undefined): Side | null {
  if (given === undefined) return null;
  const turns = turnsOf(given);
  if (turns === null) return typeof given === "string" ? { before: [], answer: given } : null;
  const last = turns.at(-1);
  return last?.role === "assistant" ? { before: turns.slice(0, -1), answer: last.content } : null;
}

function promptOf(given: Json | undefined): Turn[] | null {
  if (given === undefined) return [];
  return turnsOf(given) ?? (typeof given === "string" ? [{ role: "user", content: given }] : null);
}

function modelOf(row: { [key: string]: Json }, side: "chosen" | "rejected"): string | undefined {
  const found = row[`${side}_model`] ?? row[`${side}-model`] ?? row[`model_${side}`];
  return typeof found === "string" && found !== "" ? found : undefined;
}
