import "server-only";
import type { StudyId } from "@/lib/dataset/data/scope";
import { DECISION_FIELDS, JUDGEMENT_FIELDS } from "@/lib/judgement/data/records";
import { judgedConditions, same, textCondition } from "@/lib/resources/data/filter-sql";
import { inStudy, one, type Researcher } from "@/lib/resources/data/pages";
import type { ReadDecision, ReadJudgement } from "@/lib/resources/schema/judgements";
import type { DecisionsQuery, ListJudgementsQuery } from "@/lib/resources/schema/queries";
import { Prisma } from "@/prisma/generated/client/client";

/** The judgements made in a batch, or imported with a dataset. */
export const readJudgements = (researcher: Researcher, study: StudyId, query: ListJudgementsQuery) =>
  inStudy<ReadJudgement>(researcher, study, JUDGEMENT_FIELDS, query, judgedConditions(query));

/** The decisions made in a batch, or imported with a dataset. */
export const readDecisions = (researcher: Researcher, study: StudyId, query: DecisionsQuery) =>
  inStudy<ReadDecision>(researcher, study, DECISION_FIELDS, query, [
    same(Prisma.sql`x."rubricId"`, query.rubric),
    same(Prisma.sql`x."judgementId"`, query.judgement),
    textCondition(Prisma.sql`p."code"`, query.rater),
  ]);

export const readJudgement = (researcher: Researcher, id: string) =>
  one<ReadJudgement>(researcher, JUDGEMENT_FIELDS, id);
export const readDecision = (researcher: Researcher, id: string) =>
  one<ReadDecision>(researcher, DECISION_FIELDS, id);
