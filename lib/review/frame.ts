import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { draftedFor, pinRubrics } from "@/lib/batch/data/rubrics";
import { Protocol, Quality, type RubricKind, type Step } from "@/lib/batch/schema";
import { swapSides } from "@/lib/dataset/rules/items";
import { type Exposure, OVERALL, PREFERENCE, Scale, Value } from "@/lib/dataset/schema";
import { db } from "@/lib/db";
import { LEFT_TO_RULES } from "@/lib/drafting/rules/origin";
import { libraryFor, offeredFor } from "@/lib/drafting/rules/proofs";
import { isReviewedAlone } from "@/lib/quality/rules/planted";
import { type Annotator, ownedBy } from "@/lib/review/data/held";
import { LABEL, labelKey } from "@/lib/review/rules/read";
import type {
  DraftView,
  ItemFrame,
  LabelUnit,
  ReviewFrame,
  RubricFrame,
  Span as SpanView,
  StepFrame,
} from "@/lib/review/schema";
import { Prisma, type RaterKind } from "@/prisma/generated/client/client";

/** The rows behind the names in a frame. They never leave the server. */
export type FrameRows = {
  /** By rubric key. */
  rubrics: Map<string, string>;
  /** By item key. */
  items: Map<string, { id: string; key: string; versionId: string }>;
  origins: Origins;
  /** Of a comparison: whether the second response of the pair stands on the left, as A. */
  swapped: boolean;
};

/** What models drafted in runs of this installation: by rubric key the version, by item key (or overall) the draft. */
export type Origins = { rubrics: Map<string, string>; units: Map<string, string> };

/** What is shown that is wrong on purpose, by the item's key, `overall`, or the key of a planted item. */
export type PlantedRows = Map<string, { id: string; draftId: string | null; value: Prisma.JsonValue }>;

export type Framed = {
  frame: ReviewFrame;
  rows: FrameRows;
  /** Never leaves the server. */
  planted: PlantedRows;
  /** The arm whose steps they are. */
  armId: string;
};

/** What was chosen to be shown, kept in the assignment's `order` so that it is the same for its whole life. */
const Shown = z.object({
  arm: z.uuid(),
  rubricVersions: z.array(z.uuid()),
  drafts: z.array(z.uuid()),
  /** Units of drafting runs whose labels are shown. */
  labelled: z.array(z.uuid()).default([]),
  /** Of a comparison: as in `FrameRows`. */
  swapped: z.boolean().default(false),
});
type Shown = z.infer<typeof Shown>;

const assignmentForFrame = {
  id: true,
  batchId: true,
  batch: { select: { itemOrder: true, seed: true, quality: true } },
  order: true,
  armId: true,
  arm: { select: { protocol: true, position: true } },
  slot: { select: { replicate: true } },
  subject: {
    select: {
      id: true,
      datasetId: true,
      position: true,
      taskId: true,
      responseId: true,
      responseBId: true,
      task: { select: { key: true, position: true } },
    },
  },
} satisfies Prisma.AssignmentSelect;
type Kept = Prisma.AssignmentGetPayload<{ select: typeof assignmentForFrame }>;
/** Where a frame is made for: an assignment, or what would be one. */
type Placed = Pick<Kept, "batchId" | "armId"> & { subject: Omit<Kept["subject"], "position" | "id"> };

/**
 * What an assignment shows. The choice of rubric versions and drafts is made when the frame is first asked for and
 * kept: versions and drafts are immutable, so whatever is added to the dataset later, this frame stays the same.
 * Names of responses' models, study file ids of responses, and drafts an exposure never shows are not in it; what is
 * shown later is, and `withhold` of lib/review/rules/reveal takes it out of whatever leaves the server.
 * Null when the assignment is not the annotator's.
 */
export async function findFrame(annotator: Annotator, id: string): Promise<Framed | null> {
  const assignment = await db.assignment.findFirst({
    where: { id, ...ownedBy(annotator) },
    select: assignmentForFrame,
  });
  if (!assignment) return null;
  const protocol = Protocol.parse(assignment.arm.protocol);
  let shown = shownOf(assignment);
  if (!shown) {
    for (const step of protocol.steps) if (step.type === "rubric") await ensureRubric(assignment, step.kind);
    const chosen = await choose(assignment, protocol.steps, versionsIn);
    shown = await keep(assignment, { ...chosen, swapped: isSwapped(assignment, protocol.steps) });
  }
  const { armId } = assignment;
  const planted = await plantedFor(assignment);
  return { ...(await build(assignment, protocol.steps, shown, shuffleOf(assignment), planted)), armId };
}

/**
 * Which side is which follows from the batch's seed: by lot for each pair and arm, and the other way round for every
 * second person who compares it, so that where a response stood is as good as balanced within each pair.
 */
function isSwapped({ batch, arm, slot, subject }: Kept, steps: Step[]): boolean {
  if (!steps.some((step) => step.type === "prefer" && step.sides === "random")) return false;
  const lot = createHash("sha256").update(`${batch.seed}:${subject.position}:${arm.position}:sides`).digest();
  return ((lot[0] ?? 0) + slot.replicate) % 2 === 1;
}

/**
 * What an assignment would show that does not exist: nothing is kept, pinned or made for it. Beside it, for whoever
 * may know, where its drafts come from.
 */
export async function previewFrame(
  place: Placed,
  { steps }: Protocol,
  itemOrder: Kept["batch"]["itemOrder"],
): Promise<{ frame: ReviewFrame; origins: Origins }> {
  const shown = await choose(place, steps, versionsAsTheyWouldBe);
  const { frame, rows } = await build(place, steps, shown, itemOrder === "random" ? "preview" : null, []);
  const fresh: RubricFrame = { key: "new", by: "", items: [] };
  const { instruction } = await db.task.findUniqueOrThrow({
    where: { id: place.subject.taskId },
    select: { instruction: true },
  });
  const filled = frame.steps.map((step, n) =>
    step.type === "rubric" && step.rubrics.length === 0
      ? { ...step, rubrics: [{ ...fresh, ...libraryOf(steps[n], { instruction }, []) }] }
      : step,
  );
  return { frame: { steps: filled }, origins: rows.origins };
}

/** The errors planted on an assignment's subject; a batch without such errors is not asked. */
async function plantedFor({ batch, subject }: Kept): Promise<Planted[]> {
  if (Quality.parse(batch.quality).planted === null) return [];
  return db.plantedError.findMany({ where: { subjectId: subject.id }, select: plantedForFrame });
}

const plantedForFrame = {
  id: true,
  draftId: true,
  value: true,
  lines: true,
  rubricId: true,
  key: true,
  place: true,
  itemVersion: { select: { name: true, text: true, category: true } },
} satisfies Prisma.PlantedErrorSelect;
type Planted = Prisma.PlantedErrorGetPayload<{ select: typeof plantedForFrame }>;

/** What the items of an assignment are shuffled by, or null where they stand in the rubric's order. */
function shuffleOf({ batch, order, id }: Kept): string | null {
  if (batch.itemOrder === "fixed") return null;
  const kept = z.object({ seed: z.number() }).safeParse(order);
  return `${kept.data?.seed ?? 0}:${id}`;
}

function shownOf({ order, armId }: Pick<Kept, "order" | "armId">): Shown | null {
  const kept = z.object({ shown: Shown }).safeParse(order);
  return kept.success && kept.data.shown.arm === armId ? kept.data.shown : null;
}

/** Keeps the choice unless another request was first; then that one's holds. */
async function keep({ id, armId }: Kept, shown: Shown): Promise<Shown> {
  const [row] = await db.$queryRaw<{ order: Prisma.JsonValue; armId: string }[]>`
    UPDATE "Assignment" SET "order" = CASE WHEN "order" #>> '{shown,arm}' IS DISTINCT FROM ${armId}
      THEN "order" || jsonb_build_object('shown', ${JSON.stringify(shown)}::jsonb) ELSE "order" END
    WHERE "id" = ${id}::uuid AND "armId" = ${armId}::uuid
    RETURNING "order", "armId"`;
  const kept = row && shownOf(row);
  if (!kept) throw new Error(`assignment ${id} changed its arm while it was being opened`);
  return kept;
}

// ---------------------------------------------------------------- what is shown

/** Of each kind a step needs: the rubrics of the task, else the dataset's; each in the version the batch works with. */
async function choose(assignment: Placed, steps: Step[], versions: typeof versionsIn): Promise<Shown> {
  const { datasetId, taskId, responseId, responseBId } = assignment.subject;
  const kinds = new Set(steps.flatMap((step) => ("kind" in step && step.kind ? [step.kind] : [])));
  const rubrics = await db.rubric.findMany({
    where: { datasetId, kind: { in: [...kinds] }, OR: [{ taskId }, { taskId: null }] },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: { id: true, kind: true, taskId: true },
  });
  const chosen = [...kinds].flatMap((kind) => {
    const ofKind = rubrics.filter((rubric) => rubric.kind === kind);
    const own = ofKind.filter((rubric) => rubric.taskId !== null);
    return (own.length > 0 ? own : ofKind).map((rubric) => rubric.id);
  });
  const pinned = await versions(assignment.batchId, chosen);
  const rubricVersions = chosen.flatMap((rubric) => pinned.get(rubric) ?? []);
  return {
    arm: assignment.armId,
    rubricVersions,
    drafts:
      responseId && responseBId
        ? await choosePreference(responseId, responseBId)
        : responseId
          ? await chooseDrafts(responseId, rubricVersions)
          : [],
    labelled: steps.some(({ type }) => type === "label") ? await chooseLabels(taskId) : [],
    swapped: false,
  };
}

/** The draft of a comparison that comes first in the study, of a model if there is one, whichever way round. */
async function choosePreference(one: string, other: string): Promise<string[]> {
  const [draft] = await db.$queryRaw<{ id: string }[]>`
    SELECT d."id" FROM "Draft" d JOIN "Rater" r ON r."id" = d."raterId"
    WHERE d."target" = 'preference' AND r."kind" IN ('llm', 'rules')
      AND (d."responseId", d."responseBId") IN ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))
    ORDER BY r."kind" = 'rules', d."position", d."id" LIMIT 1`;
  return draft ? [draft.id] : [];
}

/** The first unit of a run that labelled items of the task. */
async function chooseLabels(taskId: string): Promise<string[]> {
  const [unit] = await db.$queryRaw<{ id: string }[]>`
    SELECT u."id" FROM "DraftUnit" u
    WHERE u."taskId" = ${taskId}::uuid AND u."state" = 'done' AND u."result" -> 'labels' IS NOT NULL
    ORDER BY u."finishedAt", u."id" LIMIT 1`;
  return unit ? [unit.id] : [];
}

/** By rubric: its version in the batch. One that came after the batch was opened is pinned when it is first shown. */
async function versionsIn(batchId: string, rubrics: string[]): Promise<Map<string, string>> {
  const find = () =>
    db.batchRubric.findMany({
      where: { batchId, rubricId: { in: rubrics } },
      select: { rubricId: true, rubricVersionId: true },
    });
  let pinned = await find();
  if (pinned.length < rubrics.length) {
    await pinRubrics(db, batchId, rubrics);
    pinned = await find();
  }
  return new Map(pinned.map(({ rubricId, rubricVersionId }) => [rubricId, rubricVersionId]));
}

/** The same before the batch has opened: those fixed already, and otherwise the newest. */
async function versionsAsTheyWouldBe(batchId: string, rubrics: string[]): Promise<Map<string, string>> {
  const found = await db.rubric.findMany({
    where: { id: { in: rubrics } },
    select: {
      id: true,
      batches: { where: { batchId }, select: { rubricVersionId: true } },
      versions: { orderBy: { version: "desc" }, take: 1, select: { id: true } },
    },
  });
  return new Map(
    found.flatMap(({ id, batches, versions }) => {
      const version = batches[0]?.rubricVersionId ?? versions[0]?.id;
      return version ? [[id, version]] : [];
    }),
  );
}

/**
 * One draft of a model per item and for the overall score. Where several were at work, the one whose drafts come
 * first in the study, and for units it left out whichever comes first; and beside it what the rules found last. A
 * draft that answered an earlier wording of its item is no draft of this one, and a question that a model left to the
 * rules has theirs.
 */
async function chooseDrafts(responseId: string, versions: string[]): Promise<string[]> {
  const drafts = await db.$queryRaw<
    { id: string; itemId: string | null; raterId: string; kind: "llm" | "rules" }[]
  >`
    SELECT d."id", d."itemId", d."raterId", r."kind"::text AS "kind" FROM "Draft" d JOIN "Rater" r ON r."id" = d."raterId"
    WHERE d."responseId" = ${responseId}::uuid AND r."kind" IN ('llm', 'rules')
      AND NOT coalesce(d."provenance" -> 'flags' ? ${LEFT_TO_RULES}, FALSE)
      AND (d."target" = 'overall' OR d."target" = 'item' AND EXISTS (
        SELECT FROM "ItemVersion" iv WHERE iv."itemId" = d."itemId"
          AND iv."rubricVersionId" = ANY (${versions}::uuid[]) AND ${draftedFor(Prisma.sql`d`, Prisma.sql`iv`)}))
    ORDER BY d."position", d."id"`;
  const ofModels = drafts.filter(({ kind }) => kind === "llm");
  const lead = ofModels[0]?.raterId;
  const byUnit = new Map<string | null, string>();
  for (const draft of [...ofModels.filter((draft) => draft.raterId === lead), ...ofModels])
    if (!byUnit.has(draft.itemId)) byUnit.set(draft.itemId, draft.id);
  const byRules = new Map(drafts.flatMap(({ kind, itemId, id }) => (kind === "rules" ? [[itemId, id]] : [])));
  return [...byUnit.values(), ...byRules.values()];
}

/** A task without a rubric gets an empty one, for the items its annotators will write. */
async function ensureRubric({ subject }: Placed, kind: RubricKind): Promise<void> {
  const { datasetId, taskId, task } = subject;
  const known = await db.rubric.findFirst({
    where: { datasetId, kind, OR: [{ taskId }, { taskId: null }] },
    select: { id: true },
  });
  if (known) return;
  await db.$executeRaw`
    WITH rubric AS (
      INSERT INTO "Rubric" ("id", "datasetId", "taskId", "key", "position", "kind")
      VALUES (gen_random_uuid(), ${datasetId}::uuid, ${taskId}::uuid, ${`${task.key}/${kind}`}, ${task.position},
        ${kind}::"RubricKind")
      ON CONFLICT DO NOTHING RETURNING "id"
    )
    INSERT INTO "RubricVersion" ("id", "rubricId", "version", "origin")
    SELECT gen_random_uuid(), "id", 1, 'human' FROM rubric`;
}

// ---------------------------------------------------------------- the frame

async function build(
  { batchId, subject }: Pick<Placed, "batchId" | "subject">,
  steps: Step[],
  shown: Shown,
  shuffle: string | null,
  errors: readonly Planted[],
): Promise<Omit<Framed, "armId">> {
  const [versions, drafts, labelled] = await Promise.all([
    db.rubricVersion.findMany({
      where: { id: { in: shown.rubricVersions } },
      select: {
        id: true,
        rubricId: true,
        unitId: true,
        origin: true,
        model: true,
        rubric: { select: { key: true, kind: true, task: { select: { instruction: true } } } },
        batches: { where: { batchId }, select: { onlyItems: true } },
        items: {
          orderBy: [{ position: "asc" }, { id: "asc" }],
          select: {
            id: true,
            itemId: true,
            name: true,
            text: true,
            scale: true,
            category: true,
            metadata: true,
            item: { select: { key: true } },
          },
        },
      },
    }),
    db.draft.findMany({
      where: { id: { in: shown.drafts } },
      select: {
        id: true,
        itemId: true,
        unitId: true,
        target: true,
        responseId: true,
        value: true,
        lines: true,
        scoreLine: true,
        provenance: true,
        rater: { select: { code: true, kind: true } },
      },
    }),
    findLabels(shown.labelled),
  ]);
  // A batch that asks for some items again asks for nothing else.
  const only = new Set(versions.flatMap(({ batches }) => batches.flatMap(({ onlyItems }) => onlyItems)));
  if (only.size > 0)
    for (const version of versions) version.items = version.items.filter(({ itemId }) => only.has(itemId));
  const place = new Map(shown.rubricVersions.map((id, index) => [id, index]));
  versions.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  const draftedBy = (isRules: boolean) =>
    new Map(
      drafts
        .filter(({ rater, target }) => target !== "preference" && (rater.kind === "rules") === isRules)
        .map((draft) => [draft.itemId, draft]),
    );
  const [drafted, found] = [draftedBy(false), draftedBy(true)];
  const keys = keysOf(versions);

  const rows: FrameRows = {
    rubrics: new Map(),
    items: new Map(),
    origins: { rubrics: new Map(), units: new Map() },
    swapped: shown.swapped,
  };
  for (const { itemId, unitId, id } of drafted.values())
    if (unitId !== null) rows.origins.units.set(itemId === null ? OVERALL : (keys.get(itemId) ?? ""), id);
  for (const { target, unitId, id } of drafts)
    if (target === "preference" && unitId !== null) rows.origins.units.set(PREFERENCE, id);
  for (const version of versions) {
    rows.rubrics.set(version.rubric.key, version.rubricId);
    if (version.unitId !== null) rows.origins.rubrics.set(version.rubric.key, version.id);
    for (const { id, itemId, item } of version.items)
      rows.items.set(keys.get(itemId) ?? item.key, { id: itemId, key: item.key, versionId: id });
  }

  const shuffled = (items: ItemFrame[]) => {
    if (shuffle === null) return items;
    const lot = ({ key }: ItemFrame) => createHash("sha256").update(`${shuffle}:${key}`).digest("hex");
    const lots = new Map(items.map((item) => [item.key, lot(item)]));
    return items.toSorted((a, b) => ((lots.get(a.key) ?? "") < (lots.get(b.key) ?? "") ? -1 : 1));
  };
  const planted: PlantedRows = new Map();
  const flipped = new Map(
    errors.flatMap((error) => (error.draftId === null ? [] : [[error.draftId, error]])),
  );
  /** A draft as it is shown: with the value and lines that were planted in it, if any. */
  const asShown = (draft: (typeof drafts)[number], exposure: Exposure) => {
    const error = exposure === "score-hidden" ? undefined : flipped.get(draft.id);
    if (!error) return draft;
    const { id, draftId, value, lines } = error;
    planted.set(draft.itemId === null ? OVERALL : (keys.get(draft.itemId) ?? ""), { id, draftId, value });
    return { ...draft, value, lines };
  };
  /** Drafted items as they are shown: with the one that was planted among them, if any. */
  const withPlanted = (rubric: string, rubricId: string, items: ItemFrame[]): ItemFrame[] => {
    const error = errors.find((one) => one.rubricId === rubricId);
    const [like] = items;
    if (!error?.itemVersion || error.key === null || !like) return items;
    const { id, key, place, itemVersion } = error;
    planted.set(key, { id, draftId: null, value: null });
    const { name, text, category } = itemVersion;
    const item: ItemFrame = {
      key,
      rubric,
      name: like.name && name,
      text,
      scale: like.scale,
      category,
      draft: null,
    };
    return items.toSpliced(place ?? 0, 0, item);
  };
  /** The draft of a unit and, beside a model's, what the rules found: their proof is a verdict, hidden with the score. */
  const viewsFor = (itemId: string | null, exposure: Exposure): DraftView[] => {
    if (exposure === "none") return [];
    const views = [drafted, found].flatMap((by) => {
      const draft = by.get(itemId);
      return draft ? [viewOf(asShown(draft, exposure), exposure)] : [];
    });
    return exposure === "score-hidden" ? views.slice(0, 1) : views;
  };
  const itemsOf = (version: (typeof versions)[number], exposure: Exposure): ItemFrame[] =>
    version.items.map(({ itemId, item, name, text, scale, category, metadata }) => {
      const [draft, beside] = viewsFor(itemId, exposure);
      const { span } = Quoted.safeParse(metadata).data ?? {};
      return {
        key: keys.get(itemId) ?? item.key,
        rubric: version.rubric.key,
        name,
        text,
        scale: Scale.parse(scale),
        category,
        draft: draft ?? null,
        ...(beside && { beside }),
        ...(span && { span }),
      };
    });

  const frameOf = (step: Step): StepFrame => {
    const ofKind = versions.filter((version) => "kind" in step && version.rubric.kind === step.kind);
    const keyOf = ({ itemId, item }: (typeof versions)[number]["items"][number]) =>
      keys.get(itemId) ?? item.key;
    switch (step.type) {
      case "rubric": {
        const isDrafted = step.exposure !== "none";
        return {
          ...step,
          rubrics: ofKind.map((version): RubricFrame => {
            const { key } = version.rubric;
            if (!isDrafted) return { key, by: "", items: [] };
            // Where some items are asked for again, the others are not seen that may cover what would be offered.
            const offered = only.size > 0 ? [] : offeredIn(version.rubric, version.items);
            return {
              key,
              by: version.model ?? version.origin ?? "",
              ...(version.origin === "rules" && { isRuleBased: true as const }),
              items: shuffled(
                isReviewedAlone(step.kind, steps)
                  ? withPlanted(key, version.rubricId, itemsOf(version, "none"))
                  : itemsOf(version, "none"),
              ),
              ...(offered.length > 0 && { offered }),
              ...(only.size === 0 && libraryOf(step, version.rubric.task, version.items)),
            };
          }),
        };
      }
      case "judge":
        return { ...step, items: shuffled(ofKind.flatMap((version) => itemsOf(version, step.exposure))) };
      case "score":
        return { ...step, draft: viewsFor(null, step.exposure)[0] ?? null };
      case "prefer": {
        const { sides: _, reference: __, ...asked } = step;
        const draft = drafts.find(({ target }) => target === "preference");
        const left = shown.swapped ? subject.responseBId : subject.responseId;
        const view = draft && step.exposure !== "none" ? viewOf(draft, step.exposure) : null;
        return { ...asked, draft: view && facing(view, draft?.responseId !== left) };
      }
      case "label": {
        const { type, id, question, about, several, none, exposure } = step;
        const frame = { type, id, question, about, several, none, exposure };
        if (about === "task") {
          const unit = { key: labelKey(id, null), item: null, name: null, text: null, draft: null };
          return { ...frame, labels: step.labels, units: [unit] };
        }
        const [first, second] = ofKind;
        const matches = (second?.items ?? []).map((item) => ({ name: keyOf(item), text: item.text }));
        const labels = about === "matches" ? matches : step.labels;
        const versionsLabelled = about === "matches" ? (first ? [first] : []) : ofKind;
        const items = shuffled(versionsLabelled.flatMap((version) => itemsOf(version, "none")));
        const isDrafted = exposure !== "none" && about === "items";
        const units = items.map(({ key, name, text }): LabelUnit => {
          const itemId = rows.items.get(key)?.id ?? "";
          const named = (isDrafted && labelled?.of({ itemId, text })) || [];
          return {
            ...{ key: labelKey(id, key), item: key, name, text },
            draft:
              labelled &&
              labelsView(
                labelled,
                labels.flatMap((one) => (named.includes(one.name) ? [one.name] : [])),
              ),
          };
        });
        return { ...frame, labels, units };
      }
      case "ask":
        return step;
    }
  };
  return { frame: { steps: steps.map(frameOf) }, rows, planted };
}

/** Items go by their study file id; where that is in use twice, or means something else here, by their rubric's too. */
function keysOf(versions: { rubric: { key: string }; items: { itemId: string; item: { key: string } }[] }[]) {
  const uses = new Map<string, number>([
    [OVERALL, 1],
    [PREFERENCE, 1],
  ]);
  for (const { items } of versions)
    for (const { item } of items) uses.set(item.key, (uses.get(item.key) ?? 0) + 1);
  return new Map(
    versions.flatMap(({ rubric, items }) =>
      items.map(({ itemId, item }) => [
        itemId,
        (uses.get(item.key) ?? 0) > 1 || item.key.startsWith(LABEL) ? `${rubric.key}/${item.key}` : item.key,
      ]),
    ),
  );
}

const Span = z.object({ start: z.int().min(0), end: z.int().min(1) });
/** Of an item's metadata: the words of the instruction it quotes. */
const Quoted = z.object({ span: Span });
/** Of the provenance of a draft by rules; one that came in a file may have nothing of it. */
const Proved = z.object({
  note: z.string().nullable().catch(null),
  flags: z.array(z.string()).catch([]),
  evidence: z
    .object({ spans: z.array(Span) })
    .nullable()
    .catch(null),
});

/** What a task's checklist leaves out of its instruction, as far as a program could check it. */
function offeredIn(
  { kind, task }: { kind: RubricKind; task: { instruction: string } | null },
  items: { text: string }[],
): ({ text: string } & SpanView)[] {
  if (kind !== "checklist" || !task || items.length === 0) return [];
  return offeredFor(
    task.instruction,
    items.map(({ text }) => text),
  );
}

/** The general items a step offers beside a rubric, where it offers any and shows what was drafted. */
function libraryOf(
  step: Step | undefined,
  task: { instruction: string } | null,
  items: { name: string | null; text: string }[],
): Pick<RubricFrame, "library"> {
  if (step?.type !== "rubric" || step.library !== "offered" || step.exposure === "none") return {};
  const said = items.flatMap(({ name, text }) => (name === null ? [text] : [name, text]));
  const library = libraryFor(step.kind, task?.instruction ?? null, said);
  return library.length > 0 ? { library } : {};
}

/** The labels a unit of a run gave to the items of this version of its rubric. Null without one. */
async function findLabels([unit]: string[]) {
  const found =
    unit === undefined
      ? null
      : await db.draftUnit.findUnique({
          where: { id: unit },
          select: {
            id: true,
            result: true,
            run: { select: { model: true } },
            rubricVersion: { select: { items: { select: { itemId: true, text: true } } } },
          },
        });
  if (!found) return null;
  const { labels } = Labelled.parse(found.result);
  const asked = new Map(found.rubricVersion?.items.map(({ itemId, text }) => [itemId, text]));
  return {
    unit: found.id,
    model: found.run.model ?? "",
    /** Of an item in the wording that was labelled. */
    of: (item: { itemId: string; text: string }) =>
      asked.get(item.itemId) === item.text
        ? (labels.find((one) => one.item === item.itemId)?.labels ?? [])
        : [],
  };
}

/** Drafted labels as a draft; null where none of the taxonomy was named. */
function labelsView({ unit, model }: { unit: string; model: string }, labels: string[]): DraftView | null {
  if (labels.length === 0) return null;
  return { id: unit, by: model, value: null, labels, lines: [], first: 0, scoreLine: null };
}

const Labelled = z.object({ labels: z.array(z.object({ item: z.string(), labels: z.array(z.string()) })) });

/** A drafted preference seen from the sides as they are shown. */
function facing(view: DraftView, isMirrored: boolean): DraftView {
  if (!isMirrored) return view;
  const value = view.value === null ? null : swapSides(Value.parse(view.value));
  return { ...view, value, ...(view.lines.length > 0 && { isMirrored: true as const }) };
}

/**
 * What an exposure ever shows of a draft. With the score hidden that is the evidence alone: not the value, not the line
 * that states it, none before, which lead up to it, and nothing of a proof by rules. Where no line is known to state it,
 * all lines are shown.
 */
function viewOf(
  draft: {
    id: string;
    value: Prisma.JsonValue;
    lines: string[];
    scoreLine: number | null;
    provenance: Prisma.JsonValue;
    rater: { code: string; kind: RaterKind };
  },
  exposure: Exposure,
): DraftView {
  const { id, value, lines, scoreLine, rater } = draft;
  const about = { id, by: rater.code };
  if (exposure === "score-hidden") {
    const first = (scoreLine ?? -1) + 1;
    const view = { ...about, value: null, lines: lines.slice(first), first, scoreLine: null };
    return rater.kind === "rules" ? { ...view, rules: { note: null, flags: [], spans: [] } } : view;
  }
  const isValue = typeof value === "string" || typeof value === "number";
  const view = { ...about, value: isValue ? value : null, lines, first: 0, scoreLine };
  if (rater.kind !== "rules") return view;
  const { note, flags, evidence } = Proved.parse(draft.provenance);
  return { ...view, rules: { note, flags, spans: evidence?.spans ?? [] } };
}
