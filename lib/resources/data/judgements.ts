import "server-only";
import type { StudyId } from "@/lib/dataset/data/scope";
import { judgedConditions, same, textCondition } from "@/lib/resources/data/conditions";
import { DECISION, JUDGEMENT } from "@/lib/resources/data/kinds";
import { inStudy, one, type Researcher } from "@/lib/resources/data/pages";
import type {
  DecisionsQuery,
  ListJudgementsQuery,
  ReadDecision,
  ReadJudgement,
} from "@/lib/resources/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** The judgements made in a batch, or imported with a dataset. */
export const readJudgements = (researcher: Researcher, study: StudyId, query: ListJudgementsQuery) =>
  inStudy<ReadJudgement>(researcher, study, JUDGEMENT, query, judgedConditions(query));

/** The decisions made in a batch, or imported with a dataset. */
export const readDecisions = (researcher: Researcher, study: StudyId, query: DecisionsQuery) =>
  inStudy<ReadDecision>(researcher, study, DECISION, query, [
    same(Prisma.sql`x."rubricId"`, query.rubric),
    same(Prisma.sql`x."judgementId"`, query.judgement),
    textCondition(Prisma.sql`p."code"`, query.rater),
  ]);

export const readJudgement = (researcher: Researcher, id: string) =>
  one<ReadJudgement>(researcher, JUDGEMENT, id);
export const readDecision = (researcher: Researcher, id: string) =>
  one<ReadDecision>(researcher, DECISION, id);
