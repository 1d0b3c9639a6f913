import "server-only";
import { tasksThatFit } from "@/lib/dataset/data/task-filter-sql";
import type { ListPage } from "@/lib/http/page";
import { judgedConditions, same, textCondition } from "@/lib/resources/data/filter-sql";
import { DRAFT, RESPONSE, RUBRIC, TASK } from "@/lib/resources/data/kinds";
import { inDataset, one, type Researcher } from "@/lib/resources/data/pages";
import type { ReadResponse, ReadRubric, ReadTask } from "@/lib/resources/schema";
import type { ReadDraft } from "@/lib/resources/schema/judgements";
import type {
  DraftsQuery,
  ListTasksQuery,
  ResponsesQuery,
  RubricsQuery,
} from "@/lib/resources/schema/queries";
import { Prisma } from "@/prisma/generated/client/client";

/** The tasks of a dataset that match a filter, by key. Null when the researcher may not read the dataset. */
export async function readTasks(
  researcher: Researcher,
  dataset: string,
  { limit, after, ...filter }: ListTasksQuery,
): Promise<ListPage<ReadTask> | null> {
  const filtered = { ...TASK, from: Prisma.sql`${TASK.from} JOIN "Task" t ON t."id" = x."id"` };
  return inDataset<ReadTask>(researcher, dataset, filtered, { limit, after }, [tasksThatFit(filter)]);
}

export const readResponses = (researcher: Researcher, dataset: string, query: ResponsesQuery) =>
  inDataset<ReadResponse>(researcher, dataset, RESPONSE, query, [
    same(Prisma.sql`x."taskId"`, query.task),
    textCondition(Prisma.sql`x."model"`, query.model),
  ]);

export const readRubrics = (researcher: Researcher, dataset: string, query: RubricsQuery) =>
  inDataset<ReadRubric>(researcher, dataset, RUBRIC, query, [
    same(Prisma.sql`x."taskId"`, query.task),
    textCondition(Prisma.sql`x."kind"::text`, query.kind),
  ]);

export const readDrafts = (researcher: Researcher, dataset: string, query: DraftsQuery) =>
  inDataset<ReadDraft>(researcher, dataset, DRAFT, query, judgedConditions(query));

export const readTask = (researcher: Researcher, id: string) => one<ReadTask>(researcher, TASK, id);
export const readResponse = (researcher: Researcher, id: string) =>
  one<ReadResponse>(researcher, RESPONSE, id);
export const readRubric = (researcher: Researcher, id: string) => one<ReadRubric>(researcher, RUBRIC, id);
export const readDraft = (researcher: Researcher, id: string) => one<ReadDraft>(researcher, DRAFT, id);
