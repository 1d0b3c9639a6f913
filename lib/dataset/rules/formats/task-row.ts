import { z } from "zod";
import { detached } from "@/lib/dataset/rules/string-pool";
import { ChatTurn } from "@/lib/dataset/schema";
import type { Mapping } from "@/lib/dataset/schema/mapping";
import { OWN } from "@/lib/dataset/schema/own-format";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { parseList, taskOf, turnsOf } from "./chat";
import { type Proposed, type RowProblem, type SourceRow, textHash } from "./converter";
import { cellOf, isObject, unmappedColumns, usedColumns } from "./mapping";

/** An earlier task, to which further rows can add responses. */
interface Seen {
  line: number;
  digest: number;
  responses: Set<number>;
}

/** The records of a task in one row, and the ids by which other parts of the row refer to them. */
interface ConvertedTask {
  task: string;
  /** This is the first row about this task. */
  isFirst: boolean;
  responses: string[];
  records: Proposed[];
  columns: Record<string, string | undefined>;
  /** Remembers the task; call it once the row has no problems. */
  keep: () => void;
}

/** A row exported from here: nothing is guessed, and texts that look like lists are texts. */
const OwnRow = z.object({
  countersign: z.literal(OWN),
  task_id: z.string(),
  response_id: z.string(),
  model: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  instruction: z.string(),
  input: z.string().optional(),
  messages: z.array(ChatTurn).optional(),
  reference: z.string().optional(),
  response: z.string(),
});
export type OwnRow = z.infer<typeof OwnRow>;

/** The marker of rows exported from here, with their format. */
export function ownRowOf(fields: JsonObject): OwnRow | undefined {
  return OwnRow.safeParse(fields).data;
}

const POINTS = { type: "points", min: 1, max: 5 };

/** Reads tasks with their responses from columns: of a table's rows, or of an annotation tool's data. */
export class TaskReader {
  private readonly seen = new Map<string, Seen>();
  private readonly used: string[];

  constructor(private readonly mapping: Mapping) {
    this.used = usedColumns(mapping);
  }

  /** `data` has the columns, `given` is an id from elsewhere in the row. */
  read(row: SourceRow, data: JsonObject = row.value, given?: string): ConvertedTask | RowProblem[] {
    const { mapping } = this;
    const problems: RowProblem[] = [];
    const text = (column: string | undefined) => {
      const value = cellOf(data, column);
      if (value === undefined || column === undefined) return undefined;
      const found = cellText(value);
      if (found === null) problems.push({ place: column, reason: `must be a text, not ${kindOf(value)}` });
      return found ?? undefined;
    };
    let instruction = text(mapping.instruction);
    let messages: { role: string; content: string }[] = [];
    let answer: string | null = null;
    const chat = cellOf(data, mapping.messages);
    if (mapping.messages !== undefined && chat !== undefined) {
      const turns = turnsOf(chat);
      if (turns === null)
        problems.push({ place: mapping.messages, reason: "is no list of chat turns: {role, content}" });
      else if (instruction === undefined) ({ instruction, messages, answer } = taskOf(turns));
      else messages = turns;
    }
    const isThere = instruction !== undefined && (instruction.trim() !== "" || messages.length > 0);
    if (!isThere && problems.length === 0) {
      problems.push({
        place: mapping.instruction ?? mapping.messages ?? "",
        reason: "is missing: a task needs its instruction",
      });
    }
    const ownId = text(mapping.id);
    if (
      mapping.id !== undefined &&
      ownId === undefined &&
      !problems.some(({ place }) => place === mapping.id)
    ) {
      problems.push({ place: mapping.id, reason: "is missing: it is the task's id" });
    }
    const id = ownId ?? given ?? String(row.n);
    const input = text(mapping.input);
    const reference = text(mapping.reference);
    const tags = tagsOf(cellOf(data, mapping.tags));
    if (tags === null)
      problems.push({ place: mapping.tags ?? "", reason: "must be a list of texts, or a text" });

    const responses = this.responsesIn(data, problems);
    if (answer !== null) responses.push({ text: answer });
    const rubrics = this.rubricsIn(id, data, problems);
    if (problems.length > 0) return problems;

    const rest = unmappedColumns(data, this.used);
    const isLong = mapping.responses?.some(({ model }) => model !== undefined) ?? false;
    const digest = textHash(JSON.stringify([instruction, input, reference, messages, tags]));
    const earlier = this.seen.get(id);
    if (earlier) {
      const place = mapping.id ?? "";
      const where = `the row of line ${earlier.line}`;
      if (responses.length === 0)
        return [{ place, reason: `another row has the id "${id}" (line ${earlier.line})` }];
      if (earlier.digest !== digest)
        return [{ place, reason: `${where} has the id "${id}" too, with another task` }];
    }
    const known = earlier?.responses ?? new Set<number>();
    const fresh: number[] = [];
    const ids: string[] = [];
    const records: Proposed[] = earlier
      ? []
      : [
          {
            type: "task",
            id,
            instruction,
            input,
            messages,
            reference,
            tags,
            metadata: isLong && responses.length > 0 ? undefined : rest,
          },
          ...rubrics,
        ];
    for (const { place, ...response } of responses) {
      const print = textHash(JSON.stringify([response.model, response.text]));
      if (known.has(print) || fresh.includes(print)) {
        return [
          { place: place ?? "", reason: `the task "${id}" has the same response of the same model already` },
        ];
      }
      fresh.push(print);
      const key = `${id}.${known.size + fresh.length}`;
      ids.push(key);
      records.push({
        type: "response",
        id: key,
        task: id,
        ...response,
        metadata: isLong ? { ...rest, ...response.metadata } : response.metadata,
      });
    }
    return {
      task: id,
      isFirst: !earlier,
      responses: ids,
      records,
      columns: { id: mapping.id, instruction: mapping.instruction, tags: mapping.tags },
      keep: () => {
        if (!earlier) this.seen.set(detached(id), { line: row.line, digest, responses: known });
        for (const print of fresh) known.add(print);
      },
    };
  }

  /** A row exported from here: ids and texts unchanged, including empty ones. */
  readOwn(row: SourceRow, own: OwnRow): ConvertedTask | RowProblem[] {
    const { task_id: id, response_id: response, instruction, input, messages, reference } = own;
    const tags = own.tags ?? undefined;
    const digest = textHash(JSON.stringify([instruction, input, reference, messages, tags]));
    const earlier = this.seen.get(id);
    if (earlier && earlier.digest !== digest)
      return [
        {
          place: "task_id",
          reason: `the row of line ${earlier.line} has the id "${id}" too, with another task`,
        },
      ];
    const task: Proposed = { type: "task", id, instruction, input, messages, reference, tags };
    return {
      task: id,
      isFirst: !earlier,
      responses: [response],
      records: [
        ...(earlier ? [] : [task]),
        { type: "response", id: response, task: id, model: own.model ?? undefined, text: own.response },
      ],
      columns: {},
      keep: () => {
        if (!earlier) this.seen.set(detached(id), { line: row.line, digest, responses: new Set() });
      },
    };
  }

  private responsesIn(data: JsonObject, problems: RowProblem[]) {
    const found: { text: string; model?: string; metadata?: JsonObject; place?: string }[] = [];
    for (const { text, model, name } of this.mapping.responses ?? []) {
      const value = cellOf(data, text);
      if (value === undefined) continue;
      const by = cellOf(data, model);
      const modelName = by === undefined ? name : (cellText(by) ?? undefined);
      if (by !== undefined && modelName === undefined) {
        problems.push({ place: model ?? "", reason: `must be a text, not ${kindOf(by)}` });
      }
      for (const [n, one] of responsesInCell(value).entries()) {
        const response = responseOf(one);
        const place = Array.isArray(value) ? `${text}[${n}]` : text;
        if (response) found.push({ model: modelName, ...response, place });
        else problems.push({ place, reason: `is no response: a text, or an object with text and model` });
      }
    }
    return found;
  }

  private rubricsIn(task: string, data: JsonObject, problems: RowProblem[]): Proposed[] {
    const rubrics: Proposed[] = [];
    for (const kind of ["checklist", "criteria"] as const) {
      const column = this.mapping[kind];
      const value = cellOf(data, column);
      if (column === undefined || value === undefined) continue;
      const entries = parseList(value) ?? (typeof value === "string" ? bulletsOf(value) : null);
      const items = entries?.map((entry, n) => itemOf(entry, `${task}.${kind}.${n + 1}`, kind));
      if (!items?.every((item) => item !== null)) {
        problems.push({
          place: column,
          reason: "must be a list of texts or of objects with text, or lines of text",
        });
      } else if (items.length > 0) {
        rubrics.push({ type: "rubric", id: `${task}.${kind}`, task, kind, origin: "import", items });
      }
    }
    return rubrics;
  }
}

/**
 * The responses in a cell: the entries of a list, or its text. A text written like a list is one if each
 * entry is a text or an object with a text; `[]` and `[1, 2]` are answers that happen to be JSON.
 */
function responsesInCell(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  const list = parseList(value) ?? [];
  const isList =
    list.length > 0 && list.every((one) => typeof one === "string" || (isObject(one) && responseOf(one)));
  return isList ? list : [value];
}

function responseOf(given: Json): { text: string; model?: string; metadata?: JsonObject } | null {
  if (!isObject(given)) {
    const text = cellText(given);
    return text === null ? null : { text };
  }
  for (const key of ["text", "response", "content", "output", "completion", "value"]) {
    const text = given[key];
    if (typeof text !== "string") continue;
    const { [key]: _, model, ...metadata } = given;
    return typeof model === "string"
      ? { text, model, metadata }
      : { text, metadata: unmappedColumns(given, [key]) };
  }
  return null;
}

function itemOf(given: Json, id: string, kind: "checklist" | "criteria"): JsonObject | null {
  const scale = kind === "checklist" ? { type: "yesno" } : POINTS;
  if (typeof given === "string") return { id, text: given, scale };
  if (!isObject(given)) return null;
  const text = [given.text, given.question, given.description, given.criterion, given.name].find(
    (words) => typeof words === "string" && words.trim() !== "",
  );
  if (text === undefined) return assertionOf(given, scale);
  const { text: _, question: __, ...rest } = given;
  return { scale, ...rest, id: cellText(given.id ?? null) ?? id, text };
}

/** An assertion as LangSmith writes it: a comment that says what must hold, under a key. */
function assertionOf({ key, comment, ...rest }: JsonObject, scale: JsonObject): JsonObject | null {
  if (typeof key !== "string" || key === "" || typeof comment !== "string" || comment.trim() === "")
    return null;
  return { scale, ...rest, id: key, text: comment };
}

const BULLET = /^\s*(?:[-*•]|\d{1,3}[.)]|\[[ xX]?\])\s+/;

/** The lines of a text without their bullets or numbers. */
function bulletsOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(BULLET, "").trim())
    .filter((line) => line !== "");
}

/** Tags as a list, or as separated text; null when they are neither. */
function tagsOf(given: Json | undefined): string[] | null {
  if (given === undefined) return [];
  const list = parseList(given) ?? (typeof given === "string" ? given.split(/[,;|]/) : [given]);
  const tags = list.map((tag) => cellText(tag)?.trim() ?? null);
  if (!tags.every((tag) => tag !== null)) return null;
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

export function cellText(given: Json): string | null {
  if (typeof given === "string") return given;
  return typeof given === "number" || typeof given === "boolean" ? String(given) : null;
}

function kindOf(given: Json): string {
  return Array.isArray(given) ? "a list" : "an object";
}
