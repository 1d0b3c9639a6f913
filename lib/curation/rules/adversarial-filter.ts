import type { Instance } from "@/lib/curation/schema";
import type { DraftRecord, StudyRecord } from "@/lib/dataset/schema";
import { sideOf } from "@/lib/judgement/rules/sides";
import { PREFERENCE } from "@/lib/judgement/schema/units";

/** The evaluators of a panel; without methods all that compare pairs. */
interface PanelChoice {
  methods: readonly string[];
  models: readonly string[];
}

/** The panel's verdict on an instance: a label for each evaluator and order. */
export interface PanelVerdict {
  instance: Instance;
  /** The number of labels, those that could not be read included. */
  labels: number;
  /** The number of labels that are the expected one. */
  rightLabels: number;
  /** False where the panel finds it too easy: most of its labels are the expected one. */
  isKept: boolean;
}

/** An evaluator's name: method and model, and its condition. */
const evaluatorOf = ({ method, rater, condition }: DraftRecord) =>
  `${method ?? "unnamed"} (${rater})${condition === undefined ? "" : `, ${condition}`}`;

/**
 * The adversarial filter of LLMBar: an instance on which a majority of the panel's labels is right is dropped, because it
 * is no challenge. Zeng et al. (2024), section 2.2: four evaluators in both orders.
 */
export function applyAdversarialFilter(
  instances: readonly Instance[],
  records: readonly StudyRecord[],
  { methods, models }: PanelChoice,
): { evaluators: string[]; verdicts: PanelVerdict[]; unjudged: Instance[] } {
  const byPair = new Map<string, DraftRecord[]>();
  const evaluators = new Set<string>();
  for (const record of records) {
    if (record.type !== "draft" || record.item !== PREFERENCE || record.raterKind !== "llm" || !record.pair)
      continue;
    if (methods.length > 0 && !methods.includes(record.method ?? "")) continue;
    if (models.length > 0 && !models.includes(record.rater)) continue;
    const key = pairKey(record.pair);
    byPair.set(key, [...(byPair.get(key) ?? []), record]);
    evaluators.add(evaluatorOf(record));
  }
  const verdicts: PanelVerdict[] = [];
  const unjudged: Instance[] = [];
  for (const instance of instances) {
    const [first, second] = instance.outputs;
    const labels = byPair.get(pairKey([first.id, second.id])) ?? [];
    const rightLabels = labels.filter((draft) => labelOf(draft, first.id) === instance.label).length;
    if (labels.length === 0) unjudged.push(instance);
    else
      verdicts.push({
        ...{ instance, labels: labels.length, rightLabels },
        isKept: 2 * rightLabels <= labels.length,
      });
  }
  return { evaluators: [...evaluators].sort(), verdicts, unjudged };
}

/** The methods and models that compared pairs. */
export function panelMembers(records: readonly StudyRecord[]): { methods: string[]; models: string[] } {
  const labels = records.filter(
    (record) => record.type === "draft" && record.item === PREFERENCE && record.raterKind === "llm",
  ) as DraftRecord[];
  const distinct = (of: (label: DraftRecord) => string) => [...new Set(labels.map(of))].sort();
  return { methods: distinct(({ method }) => method ?? ""), models: distinct(({ rater }) => rater) };
}

const pairKey = (pair: readonly [string, string]) => JSON.stringify([...pair].sort());

/** The output of the instance that a draft prefers; null for a tie and where it could not be read. */
function labelOf({ pair, value }: DraftRecord, first: string): 1 | 2 | null {
  const side = value === null ? "tie" : sideOf(value);
  if (side === "tie") return null;
  return (side === "A") === (pair?.[0] === first) ? 1 : 2;
}
