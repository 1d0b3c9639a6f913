import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { SelectionChoices } from "@/lib/report/schema";
import type { StudySelection } from "@/lib/report/schema/judgements";
import type { ReadableList, StudyData, UndrawnMaterial } from "@/lib/report/schema/study";
import { Listed } from "./lazy-list";
import { byName, CATEGORY, itemLabels } from "./scopes";

/** The values by which a part of a study can be selected. */
export function choicesOf(study: StudyData): SelectionChoices {
  const judged = new Set<string>();
  const arms = new Set<string | null>();
  const people = new Set<string>();
  for (const { item, arm, rater, raterKind } of study.judgements) {
    if (raterKind !== "human") continue;
    judged.add(item);
    arms.add(arm);
    people.add(rater);
  }
  for (const { arm, rater, raterKind } of study.decisions) {
    if (raterKind !== "human") continue;
    arms.add(arm);
    people.add(rater);
  }
  const names = (found: Iterable<string | null>) =>
    [...new Set(found)].filter((name) => name !== null).sort(byName);
  const targets = [OVERALL, PREFERENCE].filter((target) => judged.has(target));
  const labels = itemLabels(study.items);
  const items = study.items.flatMap(({ key, task }) =>
    task === null && judged.has(key) ? (labels.get(key) ?? []) : [],
  );
  const categories = study.items.flatMap(({ category }) =>
    category === null ? [] : `${CATEGORY}${category}`,
  );
  return {
    item: [...names(items), ...names(categories), ...targets],
    arm: names(arms),
    rater: names(people),
    model: names(study.responses.map(({ model }) => model)),
    family: names(study.tasks.flatMap(({ tags }) => tags)),
    group: names([...(study.groups?.values() ?? [])].flat()),
  };
}

/** The selected part of a study: everything about its tasks, responses, items, arms and people. */
export function selected(
  study: StudyData,
  { item, arm, rater, model, family, group }: StudySelection,
): StudyData {
  const ofResponses = model !== undefined || group !== undefined;
  const tasks = study.tasks.filter(({ tags }) => family === undefined || tags.includes(family));
  const isTask = setOf(tasks.map(({ id }) => id));
  const responses = study.responses.filter(
    (response) =>
      isTask(response.task) &&
      (model === undefined || response.model === model) &&
      (group === undefined || study.groups?.get(response.id)?.includes(group) === true),
  );
  const isResponse = setOf(responses.map(({ id }) => id));
  const labels = itemLabels(study.items);
  const isTarget = item === OVERALL || item === PREFERENCE;
  const items = study.items.filter(({ key, task, category }) => {
    if (task !== null && !isTask(task)) return false;
    if (item === undefined) return true;
    return item === labels.get(key) || item === `${CATEGORY}${category}`;
  });
  const isItem = setOf(items.map(({ key }) => key));
  const isAboutPart = (about: { task: string; response: string | null; pair: readonly string[] | null }) =>
    isTask(about.task) && (!ofResponses || (about.pair ?? [about.response ?? ""]).some(isResponse));
  const isAbout = (about: Parameters<typeof isAboutPart>[0] & { item: string }) =>
    isAboutPart(about) &&
    (isTarget ? about.item === item : isItem(about.item) || (item === undefined && isOfNoItem(about.item)));
  const isBy = (by: { rater: string; raterKind: string; arm: string | null }) =>
    by.raterKind !== "human" ||
    ((arm === undefined || by.arm === arm) && (rater === undefined || by.rater === rater));
  const isOfPart = (row: { task: string; rater: string; arm: string }) =>
    isTask(row.task) && isBy({ ...row, raterKind: "human" });
  const isLabelled = (row: { task: string; rater: string }) =>
    isTask(row.task) && (rater === undefined || row.rater === rater);
  const undrawn = group === undefined ? study.undrawn : undefined;
  return {
    name: study.name,
    ...(undrawn && { undrawn: selectedUndrawn(undrawn, { item, model, family }, isAboutPart, isItem) }),
    ...(study.overall && { overall: study.overall }),
    ...(study.groups && { groups: study.groups }),
    ...(study.heldOut && { heldOut: study.heldOut }),
    tasks,
    responses,
    items: isTarget ? [] : items,
    drafts: someOf(study.drafts, isAbout),
    judgements: someOf(study.judgements, (judgement) => isAbout(judgement) && isBy(judgement)),
    decisions: study.decisions.filter(
      (decision) =>
        isBy(decision) &&
        (decision.task === null || isTask(decision.task)) &&
        !isTarget &&
        isItem(decision.item),
    ),
    // Planted errors and results on gold do not record their item or response.
    ...(item === undefined &&
      !ofResponses && {
        ...(study.planted && { planted: study.planted.filter(isOfPart) }),
        ...(study.golds && { golds: study.golds.filter(isOfPart) }),
        ...(study.answers && {
          answers: { ...study.answers, answers: study.answers.answers.filter(isOfPart) },
        }),
      }),
    ...(item === undefined &&
      !ofResponses && {
        ...(study.labels && {
          labels: { ...study.labels, labellings: study.labels.labellings.filter(isOfPart), setAside: 0 },
        }),
        // Matches of lists do not record their arm.
        ...(arm === undefined && study.overlaps && { overlaps: study.overlaps.filter(isLabelled) }),
      }),
  };
}

/** The drawn and undrawn responses or pairs of a selected part. */
function selectedUndrawn(
  { drawn, subjects, items, drafts }: UndrawnMaterial,
  { item, model, family }: StudySelection,
  isDrawn: (about: UndrawnMaterial["drawn"][number]) => boolean,
  isItem: (key: string) => boolean,
): UndrawnMaterial {
  return {
    drawn: drawn.filter(isDrawn),
    subjects: subjects.filter(
      ({ tags, models }) =>
        (family === undefined || tags.includes(family)) && (model === undefined || models.includes(model)),
    ),
    items: items.filter(
      ({ key, category }) => item === undefined || item === `${CATEGORY}${category}` || isItem(key),
    ),
    drafts,
  };
}

/** A filtered list without stored elements. It is filtered when it is first read: a headline does without. */
function someOf<T>(list: ReadableList<T>, holds: (thing: T) => boolean): ReadableList<T> {
  let filtered: Listed<T> | undefined;
  const known = () => {
    filtered ??= placesOf(list, holds);
    return filtered;
  };
  return {
    get length() {
      return known().length;
    },
    at: (place) => known().at(place),
    [Symbol.iterator]: () => known()[Symbol.iterator](),
  };
}

function placesOf<T>(list: ReadableList<T>, holds: (thing: T) => boolean): Listed<T> {
  const places: number[] = [];
  let place = 0;
  for (const thing of list) {
    if (holds(thing)) places.push(place);
    place++;
  }
  const kept = Int32Array.from(places);
  return new Listed(kept.length, (at) => list.at(kept[at] as number) as T);
}

function isOfNoItem(item: string): boolean {
  return item === OVERALL || item === PREFERENCE;
}

function setOf(ids: readonly string[]): (id: string) => boolean {
  const known = new Set(ids);
  return (id) => known.has(id);
}
