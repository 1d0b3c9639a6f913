import { inputOf, instancesOf } from "@/lib/curation/rules/instances";
import { goldOf, partOf, textsOf } from "@/lib/curation/rules/parts";
import { type Instance, type LlmbarInstance, PARTS, type Part } from "@/lib/curation/schema";
import { PARTS_METHOD } from "@/lib/dataset/rules/instance-parts";
import type { DecisionRecord, StudyRecord } from "@/lib/dataset/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";

/**
 * The outcome of a candidate. `contested`: as many people discard it as not, they revise a part in different ways, or
 * its label names neither response. `undecided`: nobody decided on it.
 */
type Outcome = "kept" | "modified" | "discarded" | "contested" | "undecided";

/** One person's decision on one part, with its reason. */
interface PartDecision {
  rater: string;
  part: Part | "added";
  action: DecisionRecord["action"];
  text?: string;
  reason?: DecisionRecord["reason"];
  at?: string;
}

export interface Curated {
  original: Instance;
  outcome: Outcome;
  /** The instance as people left it; null unless it was kept or modified. */
  final: Instance | null;
  history: PartDecision[];
}

/**
 * The instances of a curation with people's decisions on them, by majority: an instance is discarded if most people
 * remove a part of it, and a part has the text that most of those who did not discard it accept or write.
 */
export function curatedInstances(records: readonly StudyRecord[]): Curated[] {
  const taskOf = new Map<string, string>();
  const decisions = new Map<string, PartDecision[]>();
  for (const record of records)
    if (record.type === "rubric" && record.method === PARTS_METHOD && record.task !== null)
      taskOf.set(record.id, record.task);
  for (const record of records) {
    if (record.type !== "decision" || record.raterKind !== "human") continue;
    const task = taskOf.get(record.rubric);
    if (task === undefined) continue;
    const { rater, item, action, text, reason, at } = record;
    const part = action === "add" ? "added" : partOf(task, item);
    if (part === null) continue;
    const made: PartDecision = {
      ...{ rater, part, action },
      ...(text !== undefined && { text }),
      ...(reason !== undefined && { reason }),
      ...(at !== undefined && { at }),
    };
    decisions.set(task, [...(decisions.get(task) ?? []), made]);
  }
  const candidates = new Set(taskOf.values());
  return instancesOf([...records, ...labelsOf(records)])
    .instances.filter(({ task }) => candidates.has(task.id))
    .map((original) => decided(original, decisions.get(original.task.id) ?? []));
}

/**
 * The label of each candidate from its list of parts, for the export of a batch, which has no gold of its dataset. The
 * study's own gold comes first.
 */
function labelsOf(records: readonly StudyRecord[]): StudyRecord[] {
  const outputs = new Map<string, string[]>();
  const known = new Set<string>();
  for (const record of records) {
    if (record.type === "response")
      outputs.set(record.task, [...(outputs.get(record.task) ?? []), record.id]);
    if (record.type === "judgement" && record.raterKind === "gold" && record.item === PREFERENCE)
      known.add(record.task);
  }
  return records.flatMap((record): StudyRecord[] => {
    if (record.type !== "rubric" || record.method !== PARTS_METHOD || record.task === null) return [];
    const { task } = record;
    const side = sideIn(record.items.find(({ id }) => partOf(task, id) === "better-output")?.text ?? "");
    const [first, second] = outputs.get(task) ?? [];
    if (known.has(task) || first === undefined || second === undefined || side === null) return [];
    return [
      {
        ...{
          type: "judgement",
          id: `${task}/label`,
          task,
          pair: [first, second],
          item: PREFERENCE,
          value: side,
        },
        ...{ rater: "gold", raterKind: "gold" },
      },
    ];
  });
}

/** The response that a person named as the better one: by its letter, or by its number in LLMBar's files. */
function sideIn(text: string): "A" | "B" | null {
  const [, first, second] = /^\s*(?:(A|1)|(B|2))\s*$/i.exec(text) ?? [];
  return first ? "A" : second ? "B" : null;
}

function decided(original: Instance, history: PartDecision[]): Curated {
  const as = (outcome: Outcome, final: Instance | null = null): Curated => ({
    ...{ original, outcome, final, history },
  });
  const raters = [...new Set(history.flatMap(({ rater, part }) => (part === "added" ? [] : [rater])))];
  if (raters.length === 0) return as("undecided");
  const discards = raters.filter((rater) =>
    history.some((one) => one.rater === rater && one.action === "remove"),
  );
  if (2 * discards.length > raters.length) return as("discarded");
  if (2 * discards.length === raters.length) return as("contested");
  const before = textsOf(original);
  const keepers = raters.filter((rater) => !discards.includes(rater));
  const after = new Map<Part, string>();
  for (const part of PARTS) {
    const texts = keepers.map((rater) => {
      const own = history.filter((one) => one.rater === rater && one.part === part);
      const text = own.findLast(({ action }) => action === "revise")?.text ?? before[part];
      return part === "better-output" ? (sideIn(text) ?? text) : text;
    });
    const text = mostOf(texts);
    if (text === null) return as("contested");
    after.set(part, text);
  }
  const textOf = (part: Part) => after.get(part) ?? before[part];
  const side = sideIn(textOf("better-output"));
  if (side === null || textOf("instruction").trim() === "") return as("contested");
  const isModified = PARTS.some((part) => textOf(part) !== before[part]);
  if (!isModified) return as("kept", original);
  return as("modified", revised(original, textOf, side === "A" ? 1 : 2));
}

/** The text of more than half; null without one. */
function mostOf(texts: readonly string[]): string | null {
  return texts.find((text) => 2 * texts.filter((other) => other === text).length > texts.length) ?? null;
}

function revised(original: Instance, textOf: (part: Part) => string, label: 1 | 2): Instance {
  const { task, outputs } = original;
  const instruction = textOf("instruction");
  const isChanged = instruction !== inputOf(original);
  // The whole request was shown as one text, so a revised one replaces instruction and input together.
  const { input: _, ...rest } = task;
  const output = (at: 0 | 1, part: Part) => {
    const text = textOf(part);
    return text === outputs[at].text
      ? outputs[at]
      : { ...outputs[at], text, metadata: { ...outputs[at].metadata, revised: true } };
  };
  return {
    task: isChanged ? { ...rest, instruction } : task,
    outputs: [output(0, "output-1"), output(1, "output-2")],
    label,
  };
}

/** The instances that people kept or modified, in LLMBar's own shape. */
export function llmbarFile(curated: readonly Curated[]): LlmbarInstance[] {
  return curated.flatMap(({ final }) => (final ? [llmbarInstance(final)] : []));
}

function llmbarInstance(instance: Instance): LlmbarInstance {
  const [first, second] = instance.outputs;
  return {
    input: inputOf(instance),
    output_1: first.text,
    output_2: second.text,
    label: instance.label,
  };
}

/**
 * The curated set as a study file, with the label as a gold preference. What each instance was before, and who decided what for
 * which reason, is noted with its task.
 */
export function curatedStudy(name: string, curated: readonly Curated[]): StudyRecord[] {
  const left = curated.flatMap(({ final, ...one }) => (final ? [{ ...one, final }] : []));
  return [
    { type: "study", version: 1, name, metadata: { curation: countOutcomes(curated) } },
    ...left.map(({ original, outcome, final: { task }, history }) => ({
      ...task,
      metadata: {
        ...task.metadata,
        // A person who changed an instance is never asked to judge it.
        ...(makersOf(history).length > 0 && { madeBy: makersOf(history) }),
        curation: { outcome, original: { ...llmbarInstance(original) }, history } as never,
      },
    })),
    ...left.flatMap(({ final: { outputs } }) => [...outputs]),
    ...left.map(({ final }) => goldOf(final)),
  ];
}

const makersOf = (history: readonly PartDecision[]) => [
  ...new Set(history.flatMap(({ rater, action }) => (action === "revise" ? [rater] : []))),
];

export function countOutcomes(curated: readonly Curated[]): Record<Outcome, number> {
  const of = (outcome: Outcome) => curated.filter((one) => one.outcome === outcome).length;
  return {
    ...{ kept: of("kept"), modified: of("modified"), discarded: of("discarded") },
    ...{ contested: of("contested"), undecided: of("undecided") },
  };
}
