import { createHash } from "node:crypto";
import { type PreferredPair, pairsOf } from "@/lib/export/rules/training/pairs";
import {
  preferenceTrainingRow,
  promptMessages,
  type TrainingRow,
  tuningTrainingRow,
} from "@/lib/export/rules/training/rows";
import { equalSizes, Splits } from "@/lib/export/rules/training/sampling";
import { SourceNames, sourceTitle } from "@/lib/export/rules/training/source-names";
import type { Source, TaskData } from "@/lib/export/rules/training/task-data";
import { criteriaRows, judgeRows, type TuningRow } from "@/lib/export/rules/training/tuning-rows";
import {
  type DropReason,
  endsOf,
  type TrainingOptions,
  type TrainingPreview,
  type TrainingSet,
  type TrainingSplit,
} from "@/lib/export/schema/training";
import { marginOfScale } from "@/lib/judgement/rules/farthest-scores";

/** A row that was found, without its texts. */
interface FoundRow {
  id: string;
  set: TrainingSet;
  /** The name of its source; of tuning rows the name of their set. */
  source: string;
  prompt: string;
}

type SetOrigin = TrainingPreview["sets"][number]["origin"];

interface Counted {
  set: TrainingSet;
  name: string;
  title: string;
  origin: SetOrigin;
  dropped: Map<DropReason, number>;
}

/**
 * Collects the rows of a study task by task. Which rows stay, and in which split each of them is, is only known at the
 * end: `plan` says it. Texts are returned as they are found and not kept here.
 */
export class TrainingCollector {
  readonly #options: TrainingOptions;
  readonly #names = new SourceNames();
  readonly #sets = new Map<string, Counted>();
  readonly #found: FoundRow[] = [];
  readonly #prompts = new Set<string>();
  readonly #outside = new Set<string>();

  constructor(options: TrainingOptions) {
    this.#options = options;
  }

  /** The rows of one task; the nth row that was ever returned is the nth of the plan. */
  rowsOf(data: TaskData): TrainingRow[] {
    const options = this.#options;
    const prompt = hashOfPrompt(data);
    this.#prompts.add(prompt);
    if (data.task.tags?.some((tag) => options.holdOut.includes(tag))) this.#outside.add(prompt);
    return [
      ...pairsOf(data, options).flatMap((pair) => this.#preference(data, pair, prompt)),
      ...criteriaRows(data, options).flatMap((row) => this.#tuning("criteria", data, row, prompt)),
      ...judgeRows(data, options).flatMap((row) => this.#tuning("judge", data, row, prompt)),
    ];
  }

  #preference(
    { task }: TaskData,
    pair: PreferredPair | { source: Source; reason: DropReason },
    prompt: string,
  ): TrainingRow[] {
    const name = this.#names.of(pair.source);
    const counted = this.#counted("preferences", name, sourceTitle(pair.source), pair.source.origin);
    const { source: chosen } = this.#options;
    const reason =
      chosen.length > 0 && !chosen.includes(name) ? "other-source" : "reason" in pair && pair.reason;
    if (reason) return drop(counted, reason);
    if ("reason" in pair) return [];
    // A source has a pair of responses once: its scores make one pair of a task, its preferences one of each pair.
    const id = `${task.id}/${pair.chosen.id}/${pair.rejected.id}`;
    this.#found.push({ id, set: "preferences", source: name, prompt });
    return [preferenceTrainingRow(id, task, pair, this.#options)];
  }

  #tuning(
    set: "criteria" | "judge",
    { task }: TaskData,
    row: TuningRow | { reason: DropReason },
    prompt: string,
  ): TrainingRow[] {
    const counted = this.#counted(set, set, TITLES[set], "llm+human");
    if ("reason" in row) return drop(counted, row.reason);
    this.#found.push({ id: row.id, set, source: set, prompt });
    return [tuningTrainingRow(task, row, this.#options)];
  }

  #counted(set: TrainingSet, name: string, title: string, origin: SetOrigin): Counted {
    const key = `${set}/${name}`;
    const counted = this.#sets.get(key) ?? { set, name, title, origin, dropped: new Map() };
    this.#sets.set(key, counted);
    return counted;
  }

  /** The set and split of every row, or null where it is left out; and the numbers. */
  plan(): { places: ({ set: string; split: TrainingSplit } | null)[]; preview: TrainingPreview } {
    const options = this.#options;
    const splits = new Splits(this.#prompts, this.#outside, options);
    const rows = this.#found.map((row) => ({ ...row, split: splits.of(row.prompt) }));
    const preferences = rows.filter(({ set }) => set === "preferences");
    const kept = options.equal ? equalSizes(preferences, options.seed) : new Set(preferences);
    const counts = new Map<string, Record<TrainingSplit, number>>();
    const places = rows.map((row) => {
      const key = `${row.set}/${row.source}`;
      if (row.set === "preferences" && !kept.has(row)) {
        const counted = this.#sets.get(key);
        if (counted) drop(counted, "equal-size");
        return null;
      }
      const own = counts.get(key) ?? { train: 0, test: 0, out_of_domain: 0 };
      own[row.split]++;
      counts.set(key, own);
      return { set: key, split: row.split };
    });
    const order = ["preferences", "criteria", "judge"];
    const sets = [...this.#sets]
      .map(([key, { dropped, ...about }]) => ({
        ...about,
        rows: counts.get(key) ?? { train: 0, test: 0, out_of_domain: 0 },
        dropped: Object.fromEntries(dropped),
      }))
      .sort((a, b) => order.indexOf(a.set) - order.indexOf(b.set));
    return {
      places,
      preview: { scale: options.scale, margin: options.margin ?? marginOfScale(endsOf(options.scale)), sets },
    };
  }
}

const TITLES = {
  criteria: "Criteria for responses and pairs, as people left them",
  judge: "Scores of responses with feedback",
};

function drop({ dropped }: Counted, reason: DropReason): [] {
  dropped.set(reason, (dropped.get(reason) ?? 0) + 1);
  return [];
}

function hashOfPrompt({ task }: TaskData): string {
  return createHash("sha256")
    .update(JSON.stringify(promptMessages(task)))
    .digest("hex");
}
