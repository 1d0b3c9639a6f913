import { z } from "zod";
import { RUBRIC_KINDS, TaskFilter } from "@/lib/dataset/schema";
import { FileKey, NewestKey, pageQuery } from "@/lib/http/page";
import { ReadAssignment, ReadBatch, ReadDataset, ReadRun } from "@/lib/resources/schema";

/* What callers of the reading API ask for: the record in the path, and the filters and pages of lists. */

const Id = z.uuid();

export const TaskParams = z.strictObject({ task: Id });
export const ResponseParams = z.strictObject({ response: Id });
export const RubricParams = z.strictObject({ rubric: Id });
export const DraftParams = z.strictObject({ draft: Id });
export const JudgementParams = z.strictObject({ judgement: Id });
export const DecisionParams = z.strictObject({ decision: Id });
export const LabellingParams = z.strictObject({ labelling: Id });
export const AnswerParams = z.strictObject({ answer: Id });
export const BatchAssignmentParams = z.strictObject({ id: Id, assignment: Id });
const optionalId = Id.optional();
const Rater = z.string().min(1).max(500).optional();
export const ListQuery = pageQuery({});
/** For lists keyed by a number, or a timestamp and an id. */
export const NumberedQuery = pageQuery({}, { key: z.string().regex(/^\d{1,15}$/) });
export const NewestQuery = pageQuery({}, { key: NewestKey });
export const ListDatasetsQuery = pageQuery({ state: ReadDataset.shape.state.optional() });
export const BatchesQuery = pageQuery({ dataset: optionalId, state: ReadBatch.shape.state.optional() });
export const RunsQuery = pageQuery({ dataset: optionalId, state: ReadRun.shape.state.optional() });
/** Smaller pages, because texts are long. */
const texts = { most: 200, key: FileKey };
export const ListTasksQuery = pageQuery(TaskFilter.shape, texts);
export const ResponsesQuery = pageQuery({ task: optionalId, model: z.string().max(500).optional() }, texts);
export const RubricsQuery = pageQuery({ task: optionalId, kind: z.enum(RUBRIC_KINDS).optional() }, texts);
const unitFilters = { task: optionalId, response: optionalId, item: optionalId, rater: Rater };
export const DraftsQuery = pageQuery(unitFilters, { key: FileKey });
export const ListJudgementsQuery = pageQuery(unitFilters);
export const DecisionsQuery = pageQuery({ rubric: optionalId, judgement: optionalId, rater: Rater });
const toQuestion = { task: optionalId, question: z.string().min(1).max(500).optional(), rater: Rater };
export const LabellingsQuery = pageQuery({ ...toQuestion, item: optionalId });
export const AnswersQuery = pageQuery(toQuestion);
export const AssignmentsQuery = pageQuery({ rater: Rater, state: ReadAssignment.shape.state.optional() });

export type ListDatasetsQuery = z.output<typeof ListDatasetsQuery>;
export type BatchesQuery = z.output<typeof BatchesQuery>;
export type RunsQuery = z.output<typeof RunsQuery>;
export type ListTasksQuery = z.output<typeof ListTasksQuery>;
export type ResponsesQuery = z.output<typeof ResponsesQuery>;
export type RubricsQuery = z.output<typeof RubricsQuery>;
export type DraftsQuery = z.output<typeof DraftsQuery>;
export type ListJudgementsQuery = z.output<typeof ListJudgementsQuery>;
export type DecisionsQuery = z.output<typeof DecisionsQuery>;
export type LabellingsQuery = z.output<typeof LabellingsQuery>;
export type AnswersQuery = z.output<typeof AnswersQuery>;
export type AssignmentsQuery = z.output<typeof AssignmentsQuery>;
