import { requestOf } from "@/lib/dataset/rules/task-request";
import type { DraftRecord, RubricRecord, StudyRecord } from "@/lib/dataset/schema";
import { responseRecord } from "@/lib/drafting/rules/generated-record";
import { scaleOfDraftedItem } from "@/lib/drafting/rules/item-scale";
import { missingNeeds } from "@/lib/drafting/rules/methods";
import { categoriesOf } from "@/lib/drafting/rules/methods/tick/categorise";
import { VERIFY } from "@/lib/drafting/rules/provenance-labels";
import { revisedInStudy } from "@/lib/drafting/rules/revised-evaluations";
import { conditionOf, confidenceOf, nameOfValue, type RubricUsed } from "@/lib/drafting/rules/run-condition";
import type { DraftedUnit, DraftInput, DraftItem, DraftMethod } from "@/lib/drafting/schema";
import type { MethodFinding } from "@/lib/drafting/schema/findings";

/** One subject of a study file, with its ids there. */
export interface StudyFileSubject {
  /** Its name in messages: "t1", "t1 r1". */
  name: string;
  task: string;
  responses: string[];
  input: DraftInput;
  /** The rubric whose items it is judged by; null where it is judged by none. */
  rubric: (RubricUsed & Pick<RubricRecord, "id">) | null;
  /**
   * The models whose rubrics fit as well as this one, its own included; fewer than two where there is no choice, and none where
   * an earlier step wrote the rubric.
   */
  rubricModels: string[];
}

/** The part of a study file that is drafted, and the method. */
export interface StudyFileChoice {
  /** Judges by rubrics of this method alone; null: by those that name neither a method nor a model. */
  rubricMethod?: string | null;
  /** Judges by rubrics of this model alone. */
  rubricModel?: string;
  /** Compares only the responses of these two models; the first model's response is A. */
  pair?: readonly [string, string];
  /** The description of the task as a whole. */
  description?: string;
  /** The id of the response that is the example of a whole study; missing: the first one. */
  demonstration?: string;
}

/**
 * The subjects of a study file that have what the method needs, and how many have not. `written` are the records that earlier
 * steps wrote, which come before those of the study.
 */
export function inputsOfStudy(
  study: readonly StudyRecord[],
  method: DraftMethod,
  { rubricMethod, rubricModel, pair, description, demonstration }: StudyFileChoice = {},
  written: readonly StudyRecord[] = [],
): { subjects: StudyFileSubject[]; unfit: number } {
  const records = [...written, ...study];
  const ofEarlierSteps = new Set(written);
  const responses = records.flatMap((record) => (record.type === "response" ? [record] : []));
  const rubrics = records.flatMap((record) => (record.type === "rubric" ? [record] : []));
  const wanted = method.needs.includes("checklist") ? "checklist" : "criteria";
  const judged = method.needs.includes("checklist") || method.needs.includes("criteria");
  const revised = method.readsRevised ? revisedInStudy(records) : undefined;
  const all = records.flatMap((record): StudyFileSubject[] => {
    if (record.type !== "task") return [];
    const own = responses.filter(({ task }) => task === record.id);
    const candidates = rubrics
      .filter(({ kind, task }) => kind === wanted && (task === record.id || task === null))
      .filter(({ method: made, model }) =>
        rubricMethod === null
          ? made === undefined && model === undefined
          : rubricMethod === undefined || made === rubricMethod,
      )
      .filter(({ model }) => rubricModel === undefined || model === rubricModel)
      .toSorted((a, b) => Number(a.task === null) - Number(b.task === null));
    const { instruction, input, messages, reference } = record;
    const about = (of: typeof own): StudyFileSubject => {
      const fitting = judged ? rubricsFor(candidates, of) : [];
      const [rubric] = fitting;
      return {
        rubric: rubric ?? null,
        rubricModels:
          rubric && ofEarlierSteps.has(rubric)
            ? []
            : [...new Set(fitting.flatMap(({ model }) => model ?? []))],
        name: [record.id, ...of.map(({ id }) => id)].join(" "),
        task: record.id,
        responses: of.map(({ id }) => id),
        input: {
          instruction,
          ...(input !== undefined && { input }),
          ...(messages && { turns: messages }),
          ...(reference !== undefined && { reference }),
          ...(description !== undefined && { description }),
          responses:
            method.subject === "dataset"
              ? []
              : of.map(({ id, text, model }) => ({ id, text, ...(model !== undefined && { model }) })),
          items: (rubric?.items ?? []).map(itemOf),
          ...(revised && { revised: revised.get(of[0]?.id ?? "") ?? [] }),
          ...(method.subject === "dataset" &&
            of[0] && { demonstration: { input: requestOf({ instruction, input }), output: of[0].text } }),
        },
      };
    };
    switch (method.subject) {
      case "task":
        return [about([])];
      case "pair":
        return pairsOf(own, pair).map(about);
      default:
        return own.map((response) => about([response]));
    }
  });
  const isExample = ({ responses }: StudyFileSubject) =>
    demonstration === undefined || responses.includes(demonstration);
  const chosen = method.subject === "dataset" ? all.filter(isExample).slice(0, 1) : all;
  const subjects = chosen.filter(({ input }) => missingNeeds(method, input).length === 0);
  return { subjects, unfit: chosen.length - subjects.length };
}

/** All pairs of a task's responses in their order, or those of two models with the first model's as A. */
function pairsOf<R extends { model?: string }>(responses: readonly R[], models?: readonly [string, string]) {
  if (!models) return responses.flatMap((a, i) => responses.slice(i + 1).map((b) => [a, b]));
  const [first, second] = models.map((model) => responses.filter((response) => response.model === model));
  return (first ?? []).flatMap((a) => (second ?? []).filter((b) => b !== a).map((b) => [a, b]));
}

/** True where rubrics of several models fit a subject equally. */
export const hasSeveralRubricModels = ({ rubricModels }: StudyFileSubject) => rubricModels.length > 1;

/** The subjects for which rubrics of several models fit equally, in words; null where there are none. */
export function severalModelsInWords(subjects: readonly StudyFileSubject[]): string | null {
  const several = subjects.filter(hasSeveralRubricModels);
  const [first] = several;
  if (!first) return null;
  const models = [...new Set(several.flatMap(({ rubricModels }) => rubricModels))];
  const more = several.length === 1 ? "" : ` and ${several.length - 1} more`;
  return `rubrics of several models fit ${first.name}${more} equally: ${models.join(", ")}`;
}

/**
 * The rubrics written for exactly these responses, otherwise those for no particular response: of the task if there are
 * any, else of the whole study. The first one is judged by.
 */
function rubricsFor(candidates: readonly RubricRecord[], of: readonly { id: string }[]): RubricRecord[] {
  const namesOf = ({ response, pair }: RubricRecord): readonly string[] =>
    pair ?? (response === undefined ? [] : [response]);
  const isFor = (rubric: RubricRecord) => {
    const names = namesOf(rubric);
    return names.length === of.length && of.every(({ id }) => names.includes(id));
  };
  const own = candidates.filter(isFor);
  const fitting = own.length > 0 ? own : candidates.filter((one) => namesOf(one).length === 0);
  return fitting.filter(({ task }) => task === fitting[0]?.task);
}

function itemOf({ id, name, text, scale }: RubricRecord["items"][number]): DraftItem {
  return {
    id,
    ...(name !== undefined && { name }),
    text,
    ...(scale.type === "points" && {
      points: { min: scale.min, max: scale.max, ...(scale.labels && { labels: scale.labels }) },
    }),
  };
}

/** A model and the parameters it is asked with; `run` tells apart several runs of one method in a study. */
interface ModelRun {
  model: string;
  params: unknown;
  run?: string | undefined;
}

/** The labels, measures and traces of a subject. */
export function methodFindings(
  subject: StudyFileSubject,
  method: DraftMethod,
  { model, params, run }: ModelRun,
  { labels = [], measures = [], responses = [] }: DraftedUnit,
): MethodFinding[] {
  const { task } = subject;
  const id = recordId(subject, method, { model, run });
  const of = { task, method: method.id, model, condition: conditionOf(method.version, params) };
  const categories = method.produces === "labels" ? categoriesOf(params as { categories?: string }) : [];
  return [
    ...labels.map((one) => ({ found: "labels" as const, ...of, ...one, categories })),
    ...measures.map((one) => ({ found: "measure" as const, ...of, ...one })),
    ...responses.flatMap(({ trace, flags }, at) =>
      Object.keys(trace).length + flags.length > 0
        ? [{ found: "trace" as const, ...of, response: responseId(id, at), trace, flags }]
        : [],
    ),
  ];
}

const recordId = (
  { name }: StudyFileSubject,
  method: DraftMethod,
  { model, run }: Pick<ModelRun, "model" | "run">,
) => [...name.split(" "), method.id, model, ...(run === undefined ? [] : [run])].join("/");
const responseId = (id: string, at: number) => `${id}.r${at + 1}`;

/** Drafts as records of a study file. The same study and method result in the same ids. */
export function recordsOf(
  subject: StudyFileSubject,
  method: DraftMethod,
  { model, params, run }: ModelRun,
  {
    rubric: first,
    furtherRubrics = [],
    values,
    proofs = [],
    responses: generated = [],
    stopped,
  }: DraftedUnit,
): StudyRecord[] {
  const { task, responses, rubric: judgedBy } = subject;
  const id = recordId(subject, method, { model, run });
  const condition = conditionOf(method.version, params, judgedBy);
  const records: StudyRecord[] = [];
  const [a, b] = responses;
  for (const [n, rubric] of [first ?? [], furtherRubrics].flat().entries()) {
    if (rubric.items.length === 0) continue;
    const rubricId = n === 0 ? id : `${id}~${n + 1}`;
    const made: RubricRecord = {
      type: "rubric",
      id: rubricId,
      task: method.subject === "dataset" ? null : task,
      ...(method.subject === "response" && { response: responses[0] }),
      ...(a !== undefined && b !== undefined && { pair: [a, b] as [string, string] }),
      kind: rubric.kind,
      origin: "llm",
      method: method.id,
      model,
      condition,
      items: rubric.items.map(({ name, text, category, weight, points, flags }, at) => ({
        id: `${rubricId}.${at + 1}`,
        ...(name !== undefined && { name }),
        text,
        scale: scaleOfDraftedItem(rubric.kind, points),
        ...(weight !== undefined && { weight }),
        ...(category !== undefined && { category }),
        ...(flags.length > 0 && { metadata: { flags } }),
      })),
      metadata: {
        methodVersion: method.version,
        flags: rubric.flags,
        ...(rubric.rationale !== undefined && { rationale: rubric.rationale }),
        ...(rubric.ratings && { ratings: rubric.ratings.map((rating) => ({ ...rating })) }),
      },
    };
    records.push(made);
  }
  for (const drafted of values) {
    const { target, response, value, undecided, lines, scoreLine, votes, order, flags } = drafted;
    const { selective, ablations } = drafted;
    const confidence = confidenceOf(drafted);
    const item = typeof target === "object" ? target.item : target;
    const made: DraftRecord = {
      type: "draft",
      id: `${id}/${nameOfValue(drafted, responses.length > 1)}`,
      task,
      ...(target === "preference" && a !== undefined && b !== undefined
        ? { pair: [a, b] as [string, string] }
        : { response: response ?? a }),
      item,
      rater: model,
      raterKind: "llm",
      method: method.id,
      value,
      lines,
      ...(scoreLine !== undefined && { scoreLine }),
      condition,
      ...(order && { order }),
      ...(confidence !== undefined && { confidence }),
      metadata: {
        methodVersion: method.version,
        flags,
        ...(undecided && { undecided }),
        ...(votes && { votes }),
        ...(judgedBy && { rubric: judgedBy.id }),
        ...(selective && { selective }),
        ...(ablations && { ablations }),
      },
    };
    records.push(made);
  }
  for (const [at, response] of generated.entries())
    records.push(
      responseRecord(response, {
        ...{ id: responseId(id, at), task, model },
        ...{ method: method.id, condition, stopped: stopped ?? null },
        ...(run !== undefined && { also: { run } }),
      }),
    );
  for (const { item, response, value, lines, provenance } of proofs) {
    records.push({
      type: "draft",
      id: `${VERIFY}/${item}/${response}`,
      task,
      response,
      item,
      rater: "rules",
      raterKind: "rules",
      method: VERIFY,
      value,
      lines,
      metadata: provenance as DraftRecord["metadata"],
    });
  }
  return records;
}
