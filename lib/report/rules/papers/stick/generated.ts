import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { metadataNumber, metadataText } from "@/lib/report/rules/papers/external-scores";
import { conditionOrRun, shownConditions } from "@/lib/report/rules/papers/shown-condition";
import { ResponseScores } from "@/lib/report/rules/papers/stick/scores";
import type { Spec } from "@/lib/report/rules/tables/build";
import { conditionColumn, textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperSource } from "@/lib/report/schema/paper-table";

/** The generator of a response: a model with a method in one of its profiles, under one condition. */
interface GeneratedBy {
  model: string;
  /** Without the profile. */
  method: string;
  profile: "faithful" | "structured";
  /** Version and parameters; of responses that do not say them the run, and null without either. */
  condition: string | null;
}

/** A response that a run generated, as its metadata say. */
export interface Generated extends GeneratedBy {
  id: string;
  task: string;
  run: string | null;
  role: string;
  iteration: number;
  isFinal: boolean;
  passRate: number | null;
  selfScore: number | null;
  /** By name: external scores, those by judges, and pass rates under people’s checklists. */
  scores: Record<string, number>;
  /** The questions that a pass rate is of, by its name: pass rates are pooled over questions. Other scores have none. */
  weights: Record<string, number>;
}

const STRUCTURED = /[:.]structured$/;

interface GeneratedResponses {
  responses: Generated[];
  /** True of a score by a judge. */
  isJudges: (score: string) => boolean;
  /** True of a pass rate. */
  isShare: (score: string) => boolean;
  /** The names of the scores that these responses have, and the notes on where they are from. */
  scoresOf: (responses: readonly Generated[]) => { names: string[]; notes: string[] };
}

/** The generated responses of a study, those whose metadata have a method and a role, with their scores. */
export function generatedIn(source: PaperSource): GeneratedResponses {
  const scores = new ResponseScores(source);
  const responses = source.study.responses.flatMap(({ id, task, model }): Generated[] => {
    const [method, role] = [metadataText(source, id, "method"), metadataText(source, id, "role")];
    if (method === null || role === null) return [];
    const run = metadataText(source, id, "run");
    return [
      {
        ...{ id, task, run, role, model: model ?? "unknown", method: method.replace(STRUCTURED, "") },
        profile: STRUCTURED.test(method) ? "structured" : "faithful",
        condition: conditionOrRun(metadataText(source, id, "condition"), run),
        iteration: metadataNumber(source, id, "iteration") ?? 0,
        isFinal: source.metadata?.get(id)?.isFinal === true,
        passRate: metadataNumber(source, id, "passRate"),
        selfScore: metadataNumber(source, id, "selfScore"),
        scores: scores.of(id),
        weights: scores.weightsOf(id),
      },
    ];
  });
  return {
    responses,
    isJudges: (score) => scores.isJudges(score),
    isShare: (score) => scores.isPassRate(score),
    scoresOf: (some) => {
      const names = [...new Set(some.flatMap((one) => Object.keys(one.scores)))].sort();
      return { names, notes: scores.notes(names, new Set(some.map(({ model }) => model))) };
    },
  };
}

/** The responses of one run to one task: versions of one response, or candidates of one selection. */
export interface TaskOfRun {
  task: string;
  responses: Generated[];
}

/** Everything of one model, method, profile and condition: repeated runs of a task stand beside each other. */
export interface GeneratedGroup extends GeneratedBy {
  /** The condition, if the same model, method and profile ran under others too; else null. */
  shownCondition: string | null;
  tasks: TaskOfRun[];
}

/** Groups in the order of model, method, profile and condition, so that no number is of two runs that differ. */
export function groupsOf(generated: readonly Generated[]): GeneratedGroup[] {
  const generatorOf = ({ model, method, profile }: Generated) => JSON.stringify([model, method, profile]);
  const shownConditionOf = shownConditions(generated, generatorOf);
  const byGenerator = groupInOrder(generated, generatorOf);
  return [...byGenerator].sort(byKey).flatMap(([, own]) => {
    const conditions = groupInOrder(own, ({ condition }) => condition ?? "");
    return [...conditions].sort(byKey).flatMap(([, responses]): GeneratedGroup[] => {
      const [first] = responses;
      if (!first) return [];
      const { model, method, profile, condition } = first;
      const runs = groupInOrder(responses, ({ task, run }) => JSON.stringify([task, run]));
      const tasks = [...runs.values()].map((all) => ({ task: all[0]?.task ?? "", responses: all }));
      return [{ ...{ model, method, profile, condition }, shownCondition: shownConditionOf(first), tasks }];
    });
  });
}

export const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

/** A profile and condition as they are shown: null where nothing differs. */
export interface ShownRun {
  profile: string | null;
  condition: string | null;
}

/** Columns that tell apart the runs of a model; without structured output and several conditions there are none. */
export function runColumns<Row extends ShownRun>(rows: readonly Row[]): Spec<Row>[] {
  const isStructured = rows.some(({ profile }) => profile === "structured");
  const profile = textColumn<Row>("profile", "Output", "Free text (faithful), or JSON (structured)", (row) =>
    isStructured ? row.profile : null,
  );
  return [{ ...profile, optional: true }, conditionColumn<Row>(({ condition }) => condition)];
}

export const NO_RESPONSES =
  "responses of a run of STICK with what it wrote into their metadata: method, role and iteration (add all of a run’s responses to the dataset, or export its records)";
export const NO_SCORES =
  "external scores of these responses: numbers among their metadata, such as those of a benchmark; or scores of them by a judge, such as drafts by judge.plain_absolute; or a model’s answers to people’s checklists";
