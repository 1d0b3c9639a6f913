import { BatchParams } from "@/lib/batch/schema";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { ProjectParams } from "@/lib/project/schema";
import {
  BatchesQuery,
  ListDatasetsQuery,
  ListJudgementsQuery,
  ListQuery,
  ListTasksQuery,
  ResponsesQuery,
  RubricsQuery,
} from "@/lib/resources/schema/queries";
import type { Tool } from "./tool";

const PAGES =
  "Comes page by page: pass `next` of a page as `after` for the one that follows; null is the end.";

/** Tools that read the records of projects. */
export const readingTools: readonly Tool[] = [
  {
    name: "list_projects",
    title: "Projects",
    description: `The projects that the token reaches, with the caller's role in each. ${PAGES}`,
    method: "GET",
    path: "/api/v1/projects",
    query: ListQuery,
  },
  {
    name: "list_people",
    title: "People of a project",
    description: `Members with their roles and pseudonyms; ids are those of memberships, as batches need them. For admins. ${PAGES}`,
    method: "GET",
    path: "/api/v1/projects/[project]/people",
    params: ProjectParams,
    query: ListQuery,
  },
  {
    name: "list_datasets",
    title: "Datasets of a project",
    description: `Datasets with how many tasks, responses, rubrics, drafts and judgements each has. ${PAGES}`,
    method: "GET",
    path: "/api/v1/projects/[project]/datasets",
    params: ProjectParams,
    query: ListDatasetsQuery,
  },
  {
    name: "list_tasks",
    title: "Tasks of a dataset",
    description: `Instructions with their inputs and tags. ${PAGES}`,
    method: "GET",
    path: "/api/v1/datasets/[dataset]/tasks",
    params: DatasetParams,
    query: ListTasksQuery,
  },
  {
    name: "list_responses",
    title: "Responses of a dataset",
    description: `The responses of models or people to the tasks. ${PAGES}`,
    method: "GET",
    path: "/api/v1/datasets/[dataset]/responses",
    params: DatasetParams,
    query: ResponsesQuery,
  },
  {
    name: "list_rubrics",
    title: "Checklists and criteria of a dataset",
    description: `The questions and criteria that responses are judged by, in their newest versions. ${PAGES}`,
    method: "GET",
    path: "/api/v1/datasets/[dataset]/rubrics",
    params: DatasetParams,
    query: RubricsQuery,
  },
  {
    name: "list_batches",
    title: "Batches of a project",
    description: `Batches with their state and how many of their assignments are submitted. ${PAGES}`,
    method: "GET",
    path: "/api/v1/projects/[project]/batches",
    params: ProjectParams,
    query: BatchesQuery,
  },
  {
    name: "read_batch",
    title: "A batch with its design",
    description: "Arms, steps, annotators, guidelines and settings of a batch.",
    method: "GET",
    path: "/api/v1/batches/[id]",
    params: BatchParams,
  },
  {
    name: "read_progress",
    title: "Progress of a batch",
    description:
      "How many tasks, responses or pairs and how many assignments are complete, in total and by annotator.",
    method: "GET",
    path: "/api/v1/batches/[id]/progress",
    params: BatchParams,
  },
  {
    name: "list_judgements",
    title: "Judgements of a batch",
    description:
      "The judgements that people submitted, under pseudonyms: value, first own value, exposure to the draft, times. " +
      `Tasks, responses and items are ids: list_tasks, list_responses and list_rubrics have their texts. ${PAGES}`,
    method: "GET",
    path: "/api/v1/batches/[id]/judgements",
    params: BatchParams,
    query: ListJudgementsQuery,
  },
];
