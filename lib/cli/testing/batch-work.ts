import type { ArmDesign } from "@/lib/batch/schema";
import type { Exposure } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { LabelStep, RubricKind, Step } from "@/lib/protocol/schema";
import type { ReportItem, ReportJudgement, StudyData } from "@/lib/report/schema/study";

type Work = Required<Pick<StudyData, "labels" | "answers" | "overlaps" | "decisions">> & {
  judgements: ReportJudgement[];
};

/** A person in an arm. */
interface Person {
  arm: string;
  rater: string;
  /** From 0. */
  n: number;
}

/** A study with the work of people in every arm of a batch on all of it: what the bundle of the batch has of them. */
export function withWork(study: StudyData, arms: readonly ArmDesign[]): StudyData {
  const work: Work = {
    ...{ judgements: [], decisions: [], overlaps: [] },
    labels: { questions: [], labellings: [], setAside: 0 },
    answers: { questions: [], answers: [] },
  };
  for (const { name: arm, k, steps } of arms)
    for (let n = 0; n < k; n++)
      for (const step of steps ?? []) doStep(step, { arm, rater: `${arm} ${n + 1}`, n }, study, work);
  const score = arms.flatMap(({ steps }) => steps ?? []).find((step) => step.type === "score");
  return {
    ...{ ...study, ...work, ...(score && { overall: score.scale }) },
    judgements: [...study.judgements, ...work.judgements],
    decisions: [...study.decisions, ...work.decisions],
  };
}

/** People agree but for the first of them. */
const pointsBy = ({ n }: Person, at: number) => 3 + ((at + (n === 0 ? 1 : 0)) % 2);

function doStep(step: Step, person: Person, study: StudyData, work: Work): void {
  const judge = (one: Partial<ReportJudgement>, exposure: Exposure) =>
    work.judgements.push(judgement(study, person, exposure, one));
  switch (step.type) {
    case "score":
      for (const [at, { id, task }] of study.responses.entries())
        judge({ task, response: id, item: OVERALL, value: pointsBy(person, at) }, step.exposure);
      return;
    case "judge":
      for (const [at, { id, task }] of study.responses.entries())
        for (const { key } of itemsOf(study, step.kind, task))
          judge(
            {
              ...{ task, response: id, item: key },
              value: step.kind === "checklist" ? (["yes", "no"] as const)[at % 2] : pointsBy(person, at),
            },
            step.exposure,
          );
      return;
    case "prefer":
      for (const { id: task } of study.tasks) {
        const [a, b] = study.responses.filter((response) => response.task === task);
        if (!a || !b) continue;
        const value = step.form === "forced-choice" ? "A" : 2;
        judge({ task, pair: [a.id, b.id], item: PREFERENCE, value }, step.exposure);
      }
      return;
    case "rubric":
      work.decisions.push(...decisions(study, person, step));
      return;
    case "label":
      label(step, person, study, work);
      return;
    case "ask":
      for (const { id, task } of study.responses)
        work.answers.answers.push({
          ...{ question: step.id, unit: id, task, arm: person.arm, rater: person.rater, form: null },
          value: step.options[0]?.value ?? "",
        });
      if (!work.answers.questions.some(({ question }) => question === step.id))
        work.answers.questions.push({
          ...{ question: step.id, text: step.question, form: null, options: step.options },
        });
  }
}

const itemsOf = ({ items }: StudyData, kind: RubricKind, task: string): ReportItem[] =>
  items.filter(
    (item) =>
      (item.scale.type === "yesno") === (kind === "checklist") && (item.task === task || item.task === null),
  );

/** A judgement that accepts the first line of the draft it was shown, where it was shown one. */
function judgement(
  { drafts }: StudyData,
  { arm, rater }: Person,
  exposure: Exposure,
  about: Partial<ReportJudgement>,
): ReportJudgement {
  const { task = "", item = "", response = null, pair = null, value = null } = about;
  const shown =
    exposure === "none"
      ? undefined
      : [...drafts].find((draft) => draft.item === item && draft.response === response);
  return {
    ...{ id: JSON.stringify([rater, item, response, pair]), task, item, response, pair, value },
    ...{ rater, raterKind: "human", arm, exposure, draft: shown?.id ?? null, initial: undefined },
    lines: shown ? [{ draft: 0, action: "accept", reason: null, text: null }] : [],
    ...{ activeMs: 1000, startedAt: null, submittedAt: null },
  };
}

/** Items of one's own where no list is shown, and otherwise the acceptance of all that is shown. */
function decisions(
  study: StudyData,
  { arm, rater }: Person,
  { kind, exposure }: Extract<Step, { type: "rubric" }>,
): StudyData["decisions"] {
  return study.tasks.flatMap(({ id: task }): StudyData["decisions"] => {
    const common = { task, rater, raterKind: "human" as const, arm, exposure, reason: null, at: null };
    if (exposure === "none")
      return [
        {
          ...{ id: `${rater} ${task}`, item: JSON.stringify([`written ${task}`, rater]), ...common },
          ...{ action: "add", text: "Is it kind to its reader?" },
        },
      ];
    return itemsOf(study, kind, task).map(({ key }) => ({
      ...{ id: `${rater} ${task} ${key}`, item: key, ...common, action: "accept", text: null },
    }));
  });
}

function label(step: LabelStep, { arm, rater }: Person, study: StudyData, work: Work): void {
  const { id: question, about, exposure } = step;
  if (about === "matches") {
    for (const { id: task } of study.tasks) {
      const all = itemsOf(study, "checklist", task).map(({ key }) => key);
      const people = [`written ${task}`];
      work.overlaps.push({
        ...{ question, rater, task, first: "model-1", second: "people" },
        ...{ firstItems: all.length, firstMatched: 1, secondItems: 1, secondMatched: 1 },
        items: { first: { all, matched: all.slice(0, 1) }, second: { all: people, matched: people } },
      });
    }
    return;
  }
  const labels = step.labels.slice(0, 1).map(({ name }) => name);
  const given = { question, arm, rater, exposure, initial: undefined, labels };
  for (const { id: task } of study.tasks) {
    const items = about === "items" ? itemsOf(study, step.kind ?? "checklist", task) : [];
    const units = about === "items" ? items.map(({ key }) => ({ unit: key, item: key })) : [{ unit: task }];
    work.labels.labellings.push(...units.map((unit) => ({ ...given, ...unit, task })));
  }
  if (!work.labels.questions.some((one) => one.question === question))
    work.labels.questions.push({
      ...{ question, text: step.question, several: step.several },
      labels: step.labels.map(({ name }) => name),
    });
}
