import "server-only";
import type { Tuple } from "@/lib/database/copy-out";
import type { Snapshot } from "@/lib/database/snapshot";
import { ON_PLANTED, type StudyScope } from "@/lib/dataset/data/study-scope";
import { unitName } from "@/lib/dataset/rules/unit-names";
import { metadataOf } from "@/lib/export/data/metadata";
import { actionOnValue, type ExplanationLine, explanationOf, type Rating } from "@/lib/export/rules/ratings";
import { CSV_LINE_END, csvCells } from "@/lib/formats/csv";
import { swapSides } from "@/lib/judgement/rules/sides";
import type { Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import packageJson from "@/package.json" with { type: "json" };

/*
 * The judgements of the ratings table. A row is made of parts, each of a few fields that stand beside each other: what
 * many rows say alike (the study, the rater, the item) is then turned into cells once, and a million rows are copied
 * together from them.
 */

export const STUDY_JOINS = `
  JOIN "Dataset" AS s ON s."id" = x."datasetId"
  JOIN "Rater" AS p ON p."id" = x."raterId"
  LEFT JOIN "Batch" AS m ON m."id" = x."batchId"
  LEFT JOIN "Assignment" AS n ON n."id" = x."assignmentId"`;
export const IN_SCOPE = `x."datasetId" = $1
  AND (CASE WHEN $2::uuid IS NULL THEN x."batchId" IS NULL ELSE x."batchId" = $2 END)`;

interface JudgementRow {
  study: string;
  batch: string | null;
  arm: string | null;
  protocol: string | null;
  task: string;
  target: "item" | "overall" | "preference";
  response: string;
  responseB: string | null;
  model: string | null;
  modelB: string | null;
  item: string | null;
  itemVersion: number | null;
  itemText: string | null;
  itemOrigin: string | null;
  rater: string;
  raterKind: string;
  exposure: string | null;
  draft: Value | null;
  /** Of a preference: the draft takes the responses the other way round. */
  mirrored: boolean | null;
  draftRater: string | null;
  draftMethod: string | null;
  initial: Value | null;
  value: Value | null;
  lines: ExplanationLine[] | null;
  /** Of a value that is not the drafted one. */
  reasonCode: string | null;
  reasonNote: string | null;
  /** The responses of a pair as they stood, where that is known. */
  sides: [left: string, right: string] | null;
  shown: number | null;
  positionInSession: number | null;
  activeMs: number | null;
  idleMs: number | null;
  startedAt: Date | null;
  submittedAt: Date | null;
  gold: boolean;
  planted: boolean;
  /** The value was agreed with together with the rest of its draft. */
  bulk: boolean;
  /** Of the guidelines that stood beside the work; null outside batches. */
  guidelines: number | null;
  /** JSON; null where there is none. */
  taskMetadata: string | null;
  metadata: string | null;
  metadataB: string | null;
}

type Field = keyof JudgementRow;
type Column = keyof Rating;

const LINES = `(SELECT json_agg(json_build_object('action', l."action",
        'drafted', coalesce(l."draftText", d."lines"[l."line" + 1]), 'text', l."text",
        'reasonCode', l."reasonCode", 'reasonNote', l."reasonNote") ORDER BY l."position", l."id")
      FROM "Decision" AS l WHERE l."judgementId" = x."id")`;
const SIDES = `CASE WHEN x."swapped" THEN json_build_array(b."key", a."key")
    WHEN NOT x."swapped" THEN json_build_array(a."key", b."key") END`;
const GOLD = `((SELECT count(*) > 0 FROM "Rater" AS g WHERE g."datasetId" = $1 AND g."kind" = 'gold')
      AND EXISTS (SELECT 1 FROM "Judgement" AS y JOIN "Rater" AS g ON g."id" = y."raterId" AND g."kind" = 'gold'
        WHERE y."responseId" = x."responseId" AND y."target" = x."target"
          AND y."responseBId" IS NOT DISTINCT FROM x."responseBId"
          AND y."itemId" IS NOT DISTINCT FROM x."itemId"))`;

/** The version of the batch's guidelines that stood beside the assignment in which `x` was made; null where none did. */
export const GUIDELINES = `(SELECT n."guidelinesVersion" FROM "Assignment" AS n
      JOIN "Guidelines" AS g ON g."batchId" = n."batchId" AND g."version" = n."guidelinesVersion" AND g."text" <> ''
      WHERE n."id" = x."assignmentId")`;

/** Where each field comes from, and in which of PostgreSQL's forms it arrives. */
const FIELDS: Record<Field, readonly [sql: string, form: keyof typeof FORMS]> = {
  study: [`s."name"`, "text"],
  batch: [`m."name"`, "text"],
  arm: [`x."arm"`, "text"],
  protocol: [`m."preset"`, "text"],
  task: [`t."key"`, "text"],
  target: [`x."target"`, "text"],
  response: [`a."key"`, "text"],
  responseB: [`b."key"`, "text"],
  model: [`a."model"`, "text"],
  modelB: [`b."model"`, "text"],
  item: [`i."key"`, "text"],
  itemVersion: [`v."version"`, "int"],
  itemText: [`iv."text"`, "text"],
  itemOrigin: [`CASE WHEN i."id" IS NOT NULL AND iv."id" IS NULL THEN 'human' ELSE v."origin" END`, "text"],
  rater: [`p."code"`, "text"],
  raterKind: [`p."kind"`, "text"],
  exposure: [`x."exposure"`, "text"],
  draft: [`d."value"`, "jsonb"],
  mirrored: [`d."responseBId" IS NOT NULL AND d."responseId" <> x."responseId"`, "boolean"],
  draftRater: [`q."code"`, "text"],
  draftMethod: [`d."method"`, "text"],
  initial: [`x."initial"`, "jsonb"],
  value: [`x."value"`, "jsonb"],
  lines: [LINES, "json"],
  reasonCode: [`x."metadata" #>> '{reason,code}'`, "text"],
  reasonNote: [`x."metadata" #>> '{reason,note}'`, "text"],
  sides: [SIDES, "json"],
  shown: [`x."shown"`, "int"],
  positionInSession: [`n."position"`, "int"],
  activeMs: [`x."activeMs"`, "int"],
  idleMs: [`x."idleMs"`, "int"],
  startedAt: [`x."startedAt"`, "time"],
  submittedAt: [`x."submittedAt"`, "time"],
  gold: [GOLD, "boolean"],
  planted: [ON_PLANTED, "boolean"],
  bulk: [`x."bulk"`, "boolean"],
  guidelines: [GUIDELINES, "int"],
  taskMetadata: [`tm."cell"`, "text"],
  metadata: [`am."cell"`, "text"],
  metadataB: [`bm."cell"`, "text"],
};

/** Some columns beside each other, and what they are made from. */
interface Part {
  fields: readonly Field[];
  columns: readonly Column[];
  /** False where hardly two rows say the same. */
  repeats: boolean;
  make(row: JudgementRow): Partial<Rating>;
}

function part<F extends Field, C extends Column>(
  fields: readonly F[],
  columns: readonly C[],
  make: (row: Pick<JudgementRow, F>) => Pick<Rating, C>,
  repeats = true,
): Part {
  return { fields, columns, make, repeats };
}

const PARTS: readonly Part[] = [
  part(
    ["study", "batch", "arm", "protocol"],
    ["study", "batch", "arm", "protocol"],
    ({ study, batch, arm, protocol }) => ({ study, batch, arm, protocol }),
  ),
  part(
    ["task", "target", "response", "responseB", "model", "modelB", "item"],
    ["task_id", "response_id", "response_model", "unit", "item_id"],
    ({ task, target, response, responseB, model, modelB, item }) => {
      const id = target === "item" ? (item ?? "") : target === "overall" ? OVERALL : PREFERENCE;
      const pair = responseB !== null;
      return {
        task_id: task,
        response_id: pair ? JSON.stringify([response, responseB]) : response,
        response_model: pair ? JSON.stringify([model, modelB]) : model,
        unit: unitName({ task, response, responseB, item: id, decision: false }),
        item_id: id,
      };
    },
  ),
  part(
    ["itemVersion", "itemText", "itemOrigin"],
    ["item_version", "item_text", "item_origin"],
    ({ itemVersion, itemText, itemOrigin }) => ({
      item_version: itemVersion,
      item_text: itemText,
      item_origin: itemOrigin,
    }),
  ),
  part(
    ["rater", "raterKind", "exposure"],
    ["rater", "rater_kind", "exposure"],
    ({ rater, raterKind, exposure }) => ({ rater, rater_kind: raterKind, exposure }),
  ),
  part(
    [
      "draft",
      "mirrored",
      "draftRater",
      "draftMethod",
      "initial",
      "value",
      "lines",
      "reasonCode",
      "reasonNote",
    ],
    [
      "draft_value",
      "draft_rater",
      "draft_method",
      "initial_value",
      "final_value",
      "action",
      "reason_code",
      "reason_note",
      "explanation",
    ],
    ({ draft: drafted, mirrored, draftRater, draftMethod, initial, value, lines, ...own }) => {
      const draft = drafted !== null && mirrored ? swapSides(drafted) : drafted;
      return {
        draft_value: draft,
        draft_rater: draftRater,
        draft_method: draftMethod,
        initial_value: initial,
        final_value: value,
        action: actionOnValue(draft, value),
        ...explanationOf(lines ?? [], own),
      };
    },
  ),
  part(
    ["sides", "shown", "positionInSession"],
    ["order_shown", "position_in_session"],
    ({ sides, shown, positionInSession }) => ({
      order_shown: sides === null ? shown : JSON.stringify(sides),
      position_in_session: positionInSession,
    }),
  ),
  part(
    ["activeMs", "idleMs"],
    ["active_ms", "idle_ms"],
    ({ activeMs, idleMs }) => ({ active_ms: activeMs, idle_ms: idleMs }),
    false,
  ),
  part(["startedAt", "submittedAt"], ["started_at", "submitted_at"], ({ startedAt, submittedAt }) => ({
    started_at: startedAt?.toISOString() ?? null,
    submitted_at: submittedAt?.toISOString() ?? null,
  })),
  part(
    ["gold", "planted", "bulk", "guidelines"],
    ["is_gold", "is_planted", "is_bulk", "guidelines_version", "app_version"],
    ({ gold, planted, bulk, guidelines }) => ({
      is_gold: gold,
      is_planted: planted,
      is_bulk: bulk,
      guidelines_version: guidelines,
      app_version: packageJson.version,
    }),
  ),
  part(
    ["responseB", "taskMetadata", "metadata", "metadataB"],
    ["task_metadata", "response_metadata"],
    ({ responseB, taskMetadata, metadata, metadataB }) => ({
      task_metadata: taskMetadata,
      response_metadata:
        responseB === null || (metadata ?? metadataB) === null ? metadata : `[${metadata}, ${metadataB}]`,
    }),
  ),
];

const ORDER = PARTS.flatMap(({ fields }) => fields);

const JUDGEMENTS = `
  WITH ${metadataOf("Task")}, ${metadataOf("Response")}
  SELECT ${ORDER.map((field) => `${FIELDS[field][0]} AS "${field}"`).join(", ")}
  FROM "Judgement" AS x ${STUDY_JOINS}
  JOIN "Task" AS t ON t."id" = x."taskId"
  JOIN "Response" AS a ON a."id" = x."responseId"
  LEFT JOIN "Response" AS b ON b."id" = x."responseBId"
  LEFT JOIN "TaskMetadata" AS tm ON tm."id" = x."taskId"
  LEFT JOIN "ResponseMetadata" AS am ON am."id" = x."responseId"
  LEFT JOIN "ResponseMetadata" AS bm ON bm."id" = x."responseBId"
  LEFT JOIN "Item" AS i ON i."id" = x."itemId"
  LEFT JOIN "ItemVersion" AS iv ON iv."id" = x."itemVersionId"
  LEFT JOIN "RubricVersion" AS v ON v."id" = iv."rubricVersionId"
  LEFT JOIN "Draft" AS d ON d."id" = x."draftId"
  LEFT JOIN "Rater" AS q ON q."id" = d."raterId"
  WHERE ${IN_SCOPE} ORDER BY x."position", x."id"`;

/** The judgements of a study as rows of the ratings table, in an order that is always the same. */
export async function* judgementRatings(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<Rating> {
  const rows = snapshot.stream<JudgementRow>(JUDGEMENTS, [scope.datasetId, scope.batchId]);
  for await (const row of rows) {
    const rating: Partial<Rating> = {};
    for (const { make } of PARTS) Object.assign(rating, make(row));
    yield rating as Rating;
  }
}

/** The same as lines of CSV, many at a time. `count` is told how many rows there were. */
export async function* judgementLines(
  snapshot: Snapshot,
  scope: StudyScope,
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const lines = new Lines();
  const ids = [scope.datasetId, scope.batchId];
  yield* snapshot.pieces(JUDGEMENTS, ids, ORDER.length, (row) => {
    lines.add(row);
    return lines.isFull ? lines.take() : undefined;
  });
  if (!lines.isEmpty) yield lines.take();
  count(lines.rows);
}

/** A field as the driver would give it, from PostgreSQL's binary form. */
const FORMS = {
  text: (bytes: Buffer, from: number, to: number) => bytes.toString("utf8", from, to),
  json: (bytes: Buffer, from: number, to: number): unknown => JSON.parse(bytes.toString("utf8", from, to)),
  /** Behind the version of the form. */
  jsonb: (bytes: Buffer, from: number, to: number): unknown =>
    JSON.parse(bytes.toString("utf8", from + 1, to)),
  boolean: (bytes: Buffer, from: number) => bytes[from] === 1,
  int: (bytes: Buffer, from: number) => bytes.readInt32BE(from),
  /** Microseconds since 2000; a Date has whole milliseconds. */
  time: (bytes: Buffer, from: number) =>
    new Date(Y2000 + Math.floor((bytes.readInt32BE(from) * 2 ** 32 + bytes.readUInt32BE(from + 4)) / 1000)),
};

const Y2000 = Date.UTC(2000);

const PIECE = 64 * 1024;

/** Lines of CSV in the making. */
class Lines {
  rows = 0;
  private bytes = Buffer.allocUnsafe(2 * PIECE);
  private length = 0;
  private readonly made = PARTS.map((part, at) => {
    const first = PARTS.slice(0, at).reduce((sum, { fields }) => sum + fields.length, 0);
    return { part, first, last: first + part.fields.length - 1, known: new Cells() };
  });

  get isFull(): boolean {
    return this.length >= PIECE;
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** What has been made so far, to begin anew. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.length);
    this.bytes = Buffer.allocUnsafe(2 * PIECE);
    this.length = 0;
    return taken;
  }

  add(row: Tuple): void {
    this.rows++;
    for (let at = 0; at < this.made.length; at++) {
      const { part, first, last, known } = this.made[at] as (typeof this.made)[number];
      const isLast = at === this.made.length - 1;
      if (!part.repeats) {
        this.write(cellsOf(part, first, row, isLast));
        continue;
      }
      // With the lengths in front of its fields the whole part is its own key.
      const from = (row.start[first] as number) - 4;
      const to = (row.start[last] as number) + Math.max(0, row.length[last] as number);
      this.append(
        known.find(row.bytes, from, to) ??
          known.keep(row.bytes, from, to, Buffer.from(cellsOf(part, first, row, isLast))),
      );
    }
  }

  private append(cells: Buffer): void {
    this.makeRoom(cells.length);
    this.bytes.set(cells, this.length);
    this.length += cells.length;
  }

  private write(cells: string): void {
    this.makeRoom(3 * cells.length);
    this.length += this.bytes.write(cells, this.length);
  }

  private makeRoom(bytes: number): void {
    if (this.length + bytes <= this.bytes.length) return;
    const more = Buffer.allocUnsafe(2 * (this.length + bytes));
    more.set(this.bytes.subarray(0, this.length));
    this.bytes = more;
  }
}

/** The cells of a part, with what stands behind them. */
function cellsOf({ fields, columns, make }: Part, first: number, row: Tuple, isLast: boolean): string {
  const found: Record<string, unknown> = {};
  for (const [at, field] of fields.entries()) {
    const from = row.start[first + at] as number;
    const length = row.length[first + at] as number;
    found[field] = length === -1 ? null : FORMS[FIELDS[field][1]](row.bytes, from, from + length);
  }
  const rating = make(found as unknown as JudgementRow);
  return `${csvCells(columns.map((column) => rating[column]))}${isLast ? CSV_LINE_END : ","}`;
}

/** Longer than this nothing is remembered: it is a text that hardly anybody wrote twice. */
const LONGEST_KEY = 1024;
const MOST_KEYS = 1024;

/** The cells that were made of some bytes, as far as they are remembered. */
class Cells {
  private last: Buffer = Buffer.alloc(0);
  private lastMade: Buffer = Buffer.alloc(0);
  private readonly made = new Map<string, { key: Buffer; cells: Buffer }>();

  find(bytes: Buffer, from: number, to: number): Buffer | undefined {
    if (isSame(this.last, bytes, from, to)) return this.lastMade;
    if (to - from > LONGEST_KEY) return undefined;
    const found = this.made.get(bytes.toString("latin1", from, to));
    if (!found) return undefined;
    this.last = found.key;
    this.lastMade = found.cells;
    return found.cells;
  }

  keep(bytes: Buffer, from: number, to: number, cells: Buffer): Buffer {
    if (to - from > LONGEST_KEY) return cells;
    const key = Buffer.from(bytes.subarray(from, to));
    if (this.made.size >= MOST_KEYS) this.made.clear();
    this.made.set(bytes.toString("latin1", from, to), { key, cells });
    this.last = key;
    this.lastMade = cells;
    return cells;
  }
}

function isSame(key: Buffer, bytes: Buffer, from: number, to: number): boolean {
  if (key.length !== to - from || to === from) return false;
  for (let at = 0; at < key.length; at++) if (key[at] !== bytes[from + at]) return false;
  return true;
}
