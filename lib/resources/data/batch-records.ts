import "server-only";
import { answerConditions, same, textCondition } from "@/lib/resources/data/filter-sql";
import { ANSWER, ASSIGNMENT, LABELLING } from "@/lib/resources/data/kinds";
import { listInBatch, oneOfBatch, type Researcher } from "@/lib/resources/data/pages";
import type { ReadAssignment } from "@/lib/resources/schema";
import type { ReadAnswer, ReadLabelling } from "@/lib/resources/schema/judgements";
import type { AnswersQuery, AssignmentsQuery, LabellingsQuery } from "@/lib/resources/schema/queries";
import { Prisma } from "@/prisma/generated/client/client";

/** The assignments of a batch, by pseudonym. */
export const readAssignments = (researcher: Researcher, batch: string, query: AssignmentsQuery) =>
  listInBatch<ReadAssignment>(researcher, batch, ASSIGNMENT, query, [
    textCondition(Prisma.sql`p."code"`, query.rater),
    textCondition(Prisma.sql`x."state"::text`, query.state),
  ]);

/** The labels given in a batch, by pseudonym. */
export const readLabellings = (researcher: Researcher, batch: string, query: LabellingsQuery) =>
  listInBatch<ReadLabelling>(researcher, batch, LABELLING, query, [
    same(Prisma.sql`x."taskId"`, query.task),
    same(Prisma.sql`x."itemId"`, query.item),
    ...answerConditions(query),
  ]);

/** The answers to the questions of a batch's protocol, by pseudonym. */
export const readAnswers = (researcher: Researcher, batch: string, query: AnswersQuery) =>
  listInBatch<ReadAnswer>(researcher, batch, ANSWER, query, [
    same(Prisma.sql`s."taskId"`, query.task),
    ...answerConditions(query),
  ]);

/** One assignment of a batch, by pseudonym. */
export const readAssignment = (researcher: Researcher, batch: string, id: string) =>
  oneOfBatch<ReadAssignment>(researcher, ASSIGNMENT, id, batch);
export const readLabelling = (researcher: Researcher, id: string) =>
  oneOfBatch<ReadLabelling>(researcher, LABELLING, id);
export const readAnswer = (researcher: Researcher, id: string) =>
  oneOfBatch<ReadAnswer>(researcher, ANSWER, id);
