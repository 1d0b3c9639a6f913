import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import type { BatchState } from "@/lib/batch/schema";
import { db, type Tx } from "@/lib/database/db";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { isOwnWork } from "@/lib/drafting/rules/comparison";
import type { JsonObject } from "@/lib/formats/json-value";
import { listItemDecisions, reviewedIn } from "@/lib/judgement/data/seen-drafts";
import { Exposure, Scale } from "@/lib/judgement/schema";
import { Protocol, type RubricKind } from "@/lib/protocol/schema";
import type { ReviewedRubric } from "@/lib/rubric/schema";

/**
 * The rubrics of a batch with decisions, in the order of the study, each in the reviewed version; or some of
 * them. The caller must have checked access.
 */
export async function loadReviewed(
  tx: Tx | typeof db,
  batchId: string,
  rubricId?: string | { in: string[] },
): Promise<ReviewedRubric[]> {
  const item = {
    id: true,
    name: true,
    text: true,
    scale: true,
    weight: true,
    category: true,
    metadata: true,
  } as const;
  const items = {
    orderBy: { position: "asc" },
    select: { ...item, itemId: true, item: { select: { key: true } } },
  } as const;
  const pins = await tx.batchRubric.findMany({
    where: { batchId, rubricId, rubric: reviewedIn(batchId) },
    orderBy: [
      { rubric: { task: { position: "asc" } } },
      { rubric: { position: "asc" } },
      { rubricId: "asc" },
    ],
    select: {
      rubricVersion: { select: { version: true, items } },
      rubric: {
        select: {
          id: true,
          key: true,
          kind: true,
          task: { select: { key: true, instruction: true } },
          versions: {
            orderBy: { version: "desc" },
            select: {
              id: true,
              version: true,
              batchId: true,
              unitId: true,
              items: { select: { itemId: true, text: true, scale: true } },
            },
          },
        },
      },
    },
  });
  const decisions = await listItemDecisions(tx, batchId, rubricId);
  const byRubric = new Map<string, typeof decisions>();
  for (const decision of decisions) {
    const own = byRubric.get(decision.rubricId ?? "");
    if (own) own.push(decision);
    else byRubric.set(decision.rubricId ?? "", [decision]);
  }
  return pins.map(({ rubric, rubricVersion }): ReviewedRubric => {
    const own = byRubric.get(rubric.id) ?? [];
    const [latest] = rubric.versions;
    const lists = ownLists(own);
    const first = rubricVersion.items[0];
    const drafted = rubric.versions.find(
      ({ unitId, version }) => unitId !== null && version <= rubricVersion.version,
    );
    return {
      id: rubric.id,
      key: rubric.key,
      kind: rubric.kind,
      task: rubric.task?.key ?? null,
      title: rubric.task?.instruction.slice(0, 200) ?? null,
      version: rubricVersion.version,
      latest: latest?.version ?? rubricVersion.version,
      latestItems: (latest?.items ?? []).map(({ itemId, text, scale }) => ({
        id: itemId,
        text,
        scale: Scale.parse(scale),
      })),
      made: rubric.versions.find((version) => version.batchId === batchId)?.version ?? null,
      drafted: drafted ? { id: drafted.id, version: drafted.version } : null,
      reviews: new Set(own.map(({ assignmentId }) => assignmentId)).size,
      items: rubricVersion.items.map(
        ({ itemId, item: { key }, name, text, scale, weight, category, metadata }) => ({
          id: itemId,
          key,
          name,
          text,
          scale: Scale.parse(scale),
          weight,
          category,
          metadata: metadata as JsonObject,
        }),
      ),
      decisions: own.flatMap(({ id, itemId, action, text, scale, reasonCode, reasonNote }) =>
        itemId === null || action === "add"
          ? []
          : [
              {
                ...{ id, item: itemId, action, text, reasonCode, reasonNote },
                scale: scale === null ? null : Scale.parse(scale),
              },
            ],
      ),
      additions: own.flatMap(({ id, itemKey, action, text, scale, assignmentId }) => {
        if (action !== "add" || itemKey === null || text === null) return [];
        const list = assignmentId !== null && lists.has(assignmentId) ? assignmentId : null;
        const usual = first?.scale ?? { type: "yesno" };
        return [{ id, key: itemKey, text, scale: Scale.parse(scale ?? usual), list }];
      }),
    };
  });
}

/** The reviews that wrote a list of their own, without a draft in view. */
function ownLists(decisions: Awaited<ReturnType<typeof listItemDecisions>>): Set<string> {
  const byReview = groupInOrder(decisions, ({ assignmentId }) => assignmentId ?? "");
  const own = [...byReview].filter(([, [first, ...rest]]) => {
    const exposure = first?.exposure ?? null;
    return isOwnWork({
      exposure: exposure && Exposure.parse(exposure.replaceAll("_", "-")),
      decisions: first ? [first, ...rest] : [],
    });
  });
  return new Set(own.map(([review]) => review));
}

export interface ConsensusView {
  batch: {
    id: string;
    projectId: string;
    datasetId: string;
    name: string;
    state: BatchState;
    dataVersion: number;
    /** True if those who reviewed may discuss, once it is closed. */
    reviewsDiscussed: boolean;
  };
  /** The rubrics its steps review, and those they judge. */
  reviews: RubricKind[];
  judges: RubricKind[];
  rubrics: ReviewedRubric[];
  /** Follow-up batches, newest first. */
  followers: { id: string; name: string; state: BatchState }[];
}

/** A batch's decisions about rubrics, without names. Null when it is not the researcher's, or a draft. */
export async function findConsensus(
  researcher: Member<"researcher">,
  batchId: string,
  rubricId?: string,
): Promise<ConsensusView | null> {
  const found = await db.batch.findFirst({
    where: { id: batchId, state: { not: "draft" }, project: memberOf(researcher) },
    select: {
      id: true,
      projectId: true,
      datasetId: true,
      name: true,
      state: true,
      dataVersion: true,
      reviewsDiscussed: true,
      arms: { select: { protocol: true } },
      followers: { orderBy: { createdAt: "desc" }, select: { id: true, name: true, state: true } },
    },
  });
  if (!found) return null;
  const { arms, followers, ...batch } = found;
  const steps = arms.flatMap((arm) => Protocol.parse(arm.protocol).steps);
  const kinds = (type: "rubric" | "judge") => [
    ...new Set(steps.flatMap((step) => (step.type === type ? [step.kind] : []))),
  ];
  const reviews = kinds("rubric");
  const rubrics = reviews.length > 0 ? await loadReviewed(db, batchId, rubricId) : [];
  return { batch, reviews, judges: kinds("judge"), rubrics, followers };
}
