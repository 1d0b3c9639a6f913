import "server-only";
import type { PageRequest } from "@/lib/http/page";
import type { AnswersQuery, ListJudgementsQuery } from "@/lib/resources/schema/queries";
import { Prisma } from "@/prisma/generated/client/client";

export const X_ID = Prisma.sql`x."id"`;

/** Conditions on values of raters and models about a response or an item. */
export function judgedConditions(
  query: Pick<ListJudgementsQuery, "task" | "response" | "item" | "rater">,
): Prisma.Sql[] {
  return [
    same(Prisma.sql`x."taskId"`, query.task),
    same(Prisma.sql`x."responseId"`, query.response),
    same(Prisma.sql`x."itemId"`, query.item),
    textCondition(Prisma.sql`p."code"`, query.rater),
  ];
}

/** Conditions on annotators' answers to a named step. */
export function answerConditions({
  question,
  rater,
}: Pick<AnswersQuery, "question" | "rater">): Prisma.Sql[] {
  return [textCondition(Prisma.sql`x."question"`, question), textCondition(Prisma.sql`p."code"`, rater)];
}

export function afterId(column: Prisma.Sql, { after }: PageRequest): Prisma.Sql {
  return after === undefined ? Prisma.sql`TRUE` : Prisma.sql`${column} > ${after}::uuid`;
}

export function same(column: Prisma.Sql, id: string | undefined): Prisma.Sql {
  return id === undefined ? Prisma.sql`TRUE` : Prisma.sql`${column} = ${id}::uuid`;
}

export function textCondition(column: Prisma.Sql, value: string | undefined): Prisma.Sql {
  return value === undefined ? Prisma.sql`TRUE` : Prisma.sql`${column} = ${value}`;
}
