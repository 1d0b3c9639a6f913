import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { priceOf } from "@/lib/drafting/data/endpoints";
import { findMethod } from "@/lib/drafting/data/find-method";
import { withRubricSource } from "@/lib/drafting/data/resolve-rubric-source";
import { dearestPrice, memberKey } from "@/lib/drafting/rules/judge/panel";
import type { DraftMethod } from "@/lib/drafting/schema";
import type { RunDesign, RunSelection } from "@/lib/drafting/schema/runs";
import { type Refusal, refuse } from "@/lib/http/refusals";
import type { Price } from "@/lib/llm/price";

export type Unfit = Refusal<
  | "no-such-method"
  | "params-do-not-fit"
  | "equal-samples"
  | "no-embedding-model"
  | "judge-has-model"
  | "judge-archived"
  | "price-unknown"
  | "no-subjects"
  | "no-such-endpoint"
  | "archived"
>;

export interface Designed {
  projectId: string;
  method: DraftMethod;
  params: unknown;
  endpoint: {
    id: string;
    model: string;
    embeddingModel: string | null;
    currency: string;
    requestsPerMinute: number;
  };
  model: string;
  /** For a panel: the highest price of its members' models for each kind of token. */
  price: Price | null;
  /** For a panel: each member's price, by `memberKey`. */
  memberPrices: Record<string, Price | null> | null;
  /** With the source of the rubrics to judge by, if the method needs one and the study has any. */
  selection: RunSelection;
}

/**
 * The parts of a valid run; null when dataset or endpoint are not the actor's. `unsaved` is a method that is not stored,
 * in place of the design's.
 */
export async function designOf(
  actor: Member<"admin">,
  projectId: string,
  design: RunDesign,
  unsaved?: DraftMethod,
): Promise<Designed | Unfit | null> {
  const project = await db.project.findFirst({
    where: {
      id: projectId,
      AND: memberOf(actor),
      datasets: { some: { id: design.dataset, state: "ready" } },
    },
    select: {
      archivedAt: true,
      endpoints: {
        where: { id: design.endpoint, archivedAt: null },
        select: { id: true, model: true, embeddingModel: true, currency: true, requestsPerMinute: true },
      },
    },
  });
  if (!project) return null;
  if (project.archivedAt) return refuse("archived");
  const [endpoint] = project.endpoints;
  if (!endpoint) return refuse("no-such-endpoint");
  const method = unsaved ?? (await findMethod(projectId, design));
  if (!method) return refuse("no-such-method");
  if (method.judge?.isArchived) return refuse("judge-archived");
  if (method.embeds && !endpoint.embeddingModel) return refuse("no-embedding-model");
  const params = method.params.safeParse(design.params);
  if (!params.success) {
    const isEqual = params.error.issues.some(
      (issue) => issue.code === "custom" && issue.params?.refusal === "equal-samples",
    );
    return refuse(isEqual ? "equal-samples" : "params-do-not-fit");
  }
  const model = design.model ?? method.judge?.model ?? endpoint.model;
  if (method.judge && (method.judge.endpoint !== endpoint.id || method.judge.model !== model))
    return refuse("judge-has-model");
  const [own, memberPrices, selection] = await Promise.all([
    priceOf(endpoint, model),
    pricesOfMembers(projectId, method),
    withRubricSource(design.dataset, method, design.selection),
  ]);
  if (memberPrices === "no-such-endpoint") return refuse(memberPrices);
  const price = memberPrices ? dearestPrice(Object.values(memberPrices)) : own;
  return { projectId, method, params: params.data, endpoint, model, price, memberPrices, selection };
}

/** The price of each model of a panel; null for anything else. An endpoint of a member may be archived. */
async function pricesOfMembers(
  projectId: string,
  { judge }: DraftMethod,
): Promise<Record<string, Price | null> | "no-such-endpoint" | null> {
  if (!judge?.members) return null;
  const endpoints = await db.llmEndpoint.findMany({
    where: { id: { in: judge.members.map(({ endpoint }) => endpoint) }, projectId, archivedAt: null },
    select: { id: true, currency: true },
  });
  const prices: Record<string, Price | null> = {};
  for (const member of judge.members) {
    const endpoint = endpoints.find(({ id }) => id === member.endpoint);
    if (!endpoint) return "no-such-endpoint";
    prices[memberKey(member)] = await priceOf(endpoint, member.model);
  }
  return prices;
}
