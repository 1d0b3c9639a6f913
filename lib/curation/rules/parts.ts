import { inputOf } from "@/lib/curation/rules/instances";
import { type Instance, PARTS, type Part } from "@/lib/curation/schema";
import { PARTS_METHOD } from "@/lib/dataset/rules/instance-parts";
import type { RubricRecord, StudyRecord } from "@/lib/dataset/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";

const NAMES: Record<Part, string> = {
  instruction: "Instruction",
  "output-1": "Response A",
  "output-2": "Response B",
  "better-output": "Better response",
};

/** The text of each part as it is before people decide. */
export function textsOf(instance: Instance): Record<Part, string> {
  const { outputs, label } = instance;
  return {
    instruction: inputOf(instance),
    "output-1": outputs[0].text,
    "output-2": outputs[1].text,
    "better-output": sideOfLabel(label),
  };
}

/** The side on which people see the better output. */
const sideOfLabel = (label: Instance["label"]) => (label === 1 ? "A" : "B");

const itemId = (task: string, part: Part) => `${task}/${part}`;

/** The part that an item of such a rubric is about; null for items that people added. */
export function partOf(task: string, item: string): Part | null {
  return PARTS.find((part) => itemId(task, part) === item) ?? null;
}

/** The parts of an instance as a list that people accept, revise or remove from, one by one. */
function partsRubric(instance: Instance): RubricRecord {
  const { id } = instance.task;
  const texts = textsOf(instance);
  return {
    type: "rubric",
    id: `${id}/instance`,
    task: id,
    kind: "checklist",
    origin: "import",
    method: PARTS_METHOD,
    items: PARTS.flatMap((part) =>
      // An empty output is nothing to decide on.
      texts[part].trim() === ""
        ? []
        : [{ id: itemId(id, part), name: NAMES[part], text: texts[part], scale: { type: "yesno" as const } }],
    ),
  };
}

interface Candidate {
  instance: Instance;
  /** Notes stored with the task, such as the panel's labels. */
  note?: Record<string, number | string>;
}

/** A study of candidates for people to curate: tasks, outputs, the expected preference, and the parts of each. */
export function candidateStudy(
  name: string,
  candidates: readonly Candidate[],
  metadata: Record<string, unknown> = {},
): StudyRecord[] {
  const header = { type: "study" as const, version: 1 as const, name, metadata: metadata as never };
  return [
    header,
    ...candidates.map(({ instance: { task }, note }) => ({
      ...task,
      ...(note && { metadata: { ...task.metadata, panel: note } }),
    })),
    ...candidates.flatMap(({ instance: { outputs } }) => [...outputs]),
    ...candidates.map(({ instance }) => partsRubric(instance)),
    ...candidates.map(({ instance }) => goldOf(instance)),
  ];
}

/** Instances as a study with their gold. */
export function instancesStudy(
  name: string,
  instances: readonly Instance[],
  metadata?: Record<string, unknown>,
): StudyRecord[] {
  return [
    { type: "study", version: 1, name, ...(metadata && { metadata: metadata as never }) },
    ...instances.map(({ task }) => task),
    ...instances.flatMap(({ outputs }) => [...outputs]),
    ...instances.map(goldOf),
  ];
}

/** The label of an instance as a gold preference. */
export function goldOf({ task, outputs: [first, second], label }: Instance): StudyRecord {
  return {
    type: "judgement",
    id: `${task.id}/label`,
    task: task.id,
    pair: [first.id, second.id],
    item: PREFERENCE,
    rater: "gold",
    raterKind: "gold",
    value: sideOfLabel(label),
  };
}
