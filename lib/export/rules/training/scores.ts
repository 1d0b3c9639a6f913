import type { DraftRecord, JudgementRecord } from "@/lib/dataset/schema";
import { draftedFeedback, judgedFeedback, sawDraft } from "@/lib/export/rules/training/feedback";
import { type Source, sourceKey, type TaskData } from "@/lib/export/rules/training/task-data";
import { OVERALL } from "@/lib/judgement/schema/units";

/** One rater's score of a response. */
interface GivenScore {
  value: number;
  feedback: string[];
  rater: string;
  draft: DraftRecord | null;
}

/** A source's score of a response: the mean of its raters, or of a model's samples. */
export interface ResponseScore {
  value: number;
  given: readonly GivenScore[];
}

export interface SourceScores {
  source: Source;
  byResponse: ReadonlyMap<string, ResponseScore>;
}

/** The overall scores of a task's responses by source. Scores with and without a draft in view are different sources. */
export function scoresOf({ drafts, judgements }: TaskData): SourceScores[] {
  const sources = new Map<string, { source: Source; byResponse: Map<string, GivenScore[]> }>();
  const add = (source: Source, response: string, given: GivenScore) => {
    const key = sourceKey(source);
    const own = sources.get(key) ?? { source, byResponse: new Map<string, GivenScore[]>() };
    sources.set(key, own);
    own.byResponse.set(response, [...(own.byResponse.get(response) ?? []), given]);
  };
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  for (const judgement of judgements) {
    const { item, response, value, raterKind, rater } = judgement;
    if (item !== OVERALL || response === undefined || typeof value !== "number") continue;
    if (raterKind !== "human" && raterKind !== "gold") continue;
    const draft = byId.get(judgement.draft ?? "");
    const given = { value, feedback: judgedFeedback(judgement, draft), rater, draft: draft ?? null };
    add(peoplesSource(judgement, "scores"), response, given);
  }
  for (const draft of drafts) {
    const { item, response, value, raterKind, rater, method, condition } = draft;
    if (item !== OVERALL || response === undefined || typeof value !== "number" || raterKind !== "llm")
      continue;
    add(
      {
        origin: "llm",
        values: "scores",
        rater,
        method: method ?? null,
        condition: condition ?? null,
      },
      response,
      { value, feedback: draftedFeedback(draft), rater, draft },
    );
  }
  return [...sources.values()].map(({ source, byResponse }) => ({
    source,
    byResponse: new Map(
      [...byResponse].map(([response, given]) => [
        response,
        { value: given.reduce((sum, { value }) => sum + value, 0) / given.length, given },
      ]),
    ),
  }));
}

export function peoplesSource(judgement: JudgementRecord, values: Source["values"]): Source {
  const origin = judgement.raterKind === "gold" ? "gold" : sawDraft(judgement) ? "llm+human" : "human";
  return { origin, values, rater: null, method: null, condition: null };
}
