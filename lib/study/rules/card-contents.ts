import { createHmac } from "node:crypto";
import type { DecisionRecord, JudgementRecord } from "@/lib/dataset/schema";
import type { Value } from "@/lib/judgement/schema";
import { itemKey } from "@/lib/report/rules/item-key";
import type { TABLE_NAMES } from "@/lib/report/rules/tables/all";
import type { Table } from "@/lib/report/schema/table";

/*
 * The contents of a public card, listed field by field: everything else of a record or table stays in the
 * project.
 */

/**
 * The tables of a report shown on a card: those about groups. Excluded are those about single people, with
 * people's texts, or with texts of tasks.
 */
export const CARD_TABLES: readonly (typeof TABLE_NAMES)[number][] = [
  "agreement",
  "agreement-by-arm",
  "agreement-by-position",
  "decision-agreement",
  "label-agreement",
  "human-vs-llm",
  "confusion",
  "question-accuracy",
  "preference-distance",
  "mean-correlations",
  "distributions",
  "alternative-annotator",
  "decisions",
  "rubric-lengths",
  "contrasts",
  "agreement-on-draft",
  "changes",
  "stances",
];

/** A table as published: without links into the project. */
export function publicTable({ behind: _, ...table }: Table): Table {
  return table;
}

/** A table without rows about a person, and without texts that may be theirs. */
export function withoutRater(table: Table, code: string): Table {
  if (table.name === "most-edited")
    return { ...table, rows: table.rows.map((row) => ({ ...row, examples: null })) };
  return { ...table, rows: table.rows.filter((row) => !Object.values(row).includes(code)) };
}

/** The columns of the labels on a card, except for the rater, whose name differs from card to card. */
export const LABEL_COLUMNS = [
  "batch",
  "kind",
  "task_id",
  "response_id",
  "response_model",
  "item",
  "rater",
  "rater_kind",
  "arm",
  "exposure",
  "draft_by",
  "draft_value",
  "initial_value",
  "final_value",
  "set_aside",
] as const;

/** One label as stored for cards: a judgement's value, a decision on an item, or labels. */
export type PublicLabel = {
  [column in Exclude<(typeof LABEL_COLUMNS)[number], "batch" | "rater">]: string | number | null;
};

/** Facts about drafts and responses that a card's lines require. */
export interface CardLookup {
  /** A person who drafted it is not named here. */
  draft(key: string): { rater: string | null; value: Value | null } | undefined;
  model(response: string): string | null;
  /** The task of a rubric; null for one of the whole dataset. */
  task(rubric: string): string | null;
}

/** A judgement or decision as shown on a card: without texts, reasons, notes or times. */
export function publicLabel(record: JudgementRecord | DecisionRecord, known: CardLookup): PublicLabel {
  const { check, planted, further } = record.metadata ?? {};
  const common = {
    rater_kind: record.raterKind,
    arm: record.arm ?? null,
    exposure: record.exposure ?? null,
    set_aside: check === true ? "check" : planted === true ? "planted" : further === true ? "further" : null,
  };
  if (record.type === "decision")
    return {
      kind: "decision",
      task_id: known.task(record.rubric),
      response_id: null,
      response_model: null,
      item: itemKey(record.rubric, record.item),
      ...common,
      draft_by: null,
      draft_value: null,
      initial_value: null,
      final_value: record.action,
    };
  const draft = record.draft === undefined ? undefined : known.draft(record.draft);
  const { pair } = record;
  return {
    kind: "judgement",
    task_id: record.task,
    response_id: pair ? JSON.stringify(pair) : (record.response ?? null),
    response_model: pair
      ? JSON.stringify(pair.map((response) => known.model(response)))
      : known.model(record.response ?? ""),
    item: record.item,
    ...common,
    draft_by: draft?.rater ?? null,
    draft_value: draft?.value ?? null,
    initial_value: record.initial ?? null,
    final_value: record.value,
  };
}

const DIGITS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A person's name on a card: derived from the card's own secret, so that it differs from their name in the
 * project, in exports, and on other cards. One of 6·10¹¹.
 */
export function cardPseudonym(secret: Uint8Array, raterId: string): string {
  let rest = createHmac("sha256", secret).update(raterId).digest().readBigUInt64BE();
  let letters = "";
  for (let n = 0; n < 8; n++) {
    letters += DIGITS.charAt(Number(rest % BigInt(DIGITS.length)));
    rest /= BigInt(DIGITS.length);
  }
  return `R-${letters}`;
}

/** A line of the judged texts as published on a card with texts; null for other lines. */
export function publicMaterial(line: string): string | null {
  const record: Record<string, unknown> = JSON.parse(line);
  const fields = MATERIAL[String(record.type)];
  if (!fields) return null;
  return JSON.stringify(
    Object.fromEntries(fields.flatMap((field) => (field in record ? [[field, bare(record[field])]] : []))),
  );
}

const MATERIAL: Record<string, readonly string[]> = {
  task: ["type", "id", "instruction", "input", "messages", "reference"],
  response: ["type", "id", "task", "model", "text"],
  rubric: ["type", "id", "task", "kind", "items"],
};

/** A value without metadata. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, inner]) => (field === "metadata" ? [] : [[field, bare(inner)]])),
  );
}
