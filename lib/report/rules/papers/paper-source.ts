import { z } from "zod";
import type { LabelsRecord, RubricRecord, StudyRecord } from "@/lib/dataset/schema";
import type { MethodFinding } from "@/lib/drafting/schema/findings";
import { ItemAblation, SelectiveChoice } from "@/lib/drafting/schema/verdicts";
import type { JsonObject } from "@/lib/formats/json-value";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { itemKey } from "@/lib/report/rules/item-key";
import { conditionOrRun } from "@/lib/report/rules/papers/shown-condition";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type {
  ChosenChecklist,
  MethodMeasure,
  ModelLabelling,
  PaperSource,
  RubricAbout,
  SampledDraft,
} from "@/lib/report/schema/paper-table";
import type { ReportLabelling } from "@/lib/report/schema/study";

/** The `metadata` of drafts with several samples. A damaged part is read as missing. */
const Noted = z.object({
  votes: z.array(z.union([z.string(), z.number()]).nullable()).min(1),
  rubric: z.string().nullable().catch(null),
  flags: z.array(z.string()).catch([]),
  selective: SelectiveChoice.nullable().catch(null),
  ablations: z.array(ItemAblation).catch([]),
});

/** The list that people chose as the best of theirs, among the metadata of a rubric; `from` is the item that was reworded. */
const Chosen = z.object({
  chosen: z
    .array(z.object({ id: z.string(), from: z.string().nullable().catch(null), text: z.string() }))
    .min(1),
});

/** Collects from the records of a study everything that the tables of papers need. */
export class PaperSourceReader {
  private readonly study = new StudyDataReader();
  private readonly texts = new Map<string, string>();
  private readonly metadata = new Map<string, JsonObject>();
  private readonly samples: SampledDraft[] = [];
  private readonly gold: LabelsRecord[] = [];
  private readonly items = new Map<string, string>();
  private readonly chosen = new Map<string, ChosenChecklist>();
  private readonly rubrics = new Map<string, RubricAbout>();
  private readonly labels: Extract<MethodFinding, { found: "labels" }>[] = [];
  private readonly measures: MethodMeasure[] = [];

  /** A run's findings that the records do not hold, in any order. */
  addFinding(finding: MethodFinding): void {
    if (finding.found === "labels") this.labels.push(finding);
    if (finding.found === "measure") {
      const { found: _, note = null, ...measure } = finding;
      this.measures.push({ ...measure, note });
    }
  }

  add(record: StudyRecord): void {
    this.study.add(record);
    if (record.type === "response") {
      this.texts.set(record.id, record.text);
      if (record.metadata) this.metadata.set(record.id, record.metadata);
    }
    if (record.type === "labels") this.gold.push(record);
    if (record.type === "draft") this.samples.push(...sampledDraft(record));
    if (record.type === "rubric") this.addRubric(record);
  }

  private addRubric(record: RubricRecord): void {
    this.addChosen(record);
    const { id: rubric, task, items, response, pair, metadata, condition } = record;
    for (const { id } of items) this.items.set(itemName(task, id), itemKey(rubric, id));
    const score = metadata?.bertScore;
    this.rubrics.set(rubric, {
      condition: conditionOrRun(condition, metadata?.run),
      responses: pair ?? (response === undefined ? [] : [response]),
      bertScore: typeof score === "number" ? score : null,
    });
  }

  private addChosen({ id, task, kind, metadata }: RubricRecord): void {
    if (task === null || kind !== "checklist") return;
    const { data } = Chosen.safeParse(metadata);
    if (!data) return;
    const items = data.chosen.map((item) => JSON.stringify([id, item.from ?? item.id]));
    this.chosen.set(task, { items, texts: data.chosen.map(({ text }) => text) });
  }

  finish(): Required<
    Pick<
      PaperSource,
      "study" | "texts" | "metadata" | "samples" | "chosen" | "rubrics" | "modelLabels" | "measures"
    >
  > {
    const study = this.study.finish();
    return {
      study: this.gold.length === 0 ? study : { ...study, labels: this.goldLabels() },
      texts: this.texts,
      metadata: this.metadata,
      samples: this.samples,
      chosen: this.chosen,
      rubrics: this.rubrics,
      modelLabels: this.modelLabels(),
      measures: this.measures,
    };
  }

  /** Labels by models with the keys of their items; those of items that are not in the study are left out. */
  private modelLabels(): ModelLabelling[] {
    return this.labels.flatMap(({ found: _, flags: __, item, ...labelling }) => {
      const key = this.items.get(itemName(labelling.task, item)) ?? this.items.get(itemName(null, item));
      return key === undefined ? [] : [{ ...labelling, item: key }];
    });
  }

  /** Labels of a study file, all of which are gold, as those of one rater. */
  private goldLabels() {
    const labellings = this.gold.map(({ task, item, question, labels, rater }): ReportLabelling => {
      const key = item === undefined ? undefined : this.items.get(itemName(task, item));
      return {
        ...{ question, task, rater, labels, arm: "", exposure: "none", initial: undefined },
        unit: key ?? task,
        ...(key !== undefined && { item: key }),
      };
    });
    const questions = [...new Set(this.gold.map(({ question }) => question))].map((question) => ({
      ...{ question, text: question, several: true },
      labels: [...new Set(this.gold.flatMap((one) => (one.question === question ? one.labels : [])))],
    }));
    return { questions, labellings, setAside: 0, isGold: true as const };
  }
}

const itemName = (task: string | null, item: string) => JSON.stringify([task, item]);

/** The draft with its samples; empty without any, and for drafts of single items. */
function sampledDraft(record: StudyRecord & { type: "draft" }): SampledDraft[] {
  const { task, response, pair, item, rater, method, condition, value, metadata } = record;
  if ((item !== OVERALL && item !== PREFERENCE) || method === undefined) return [];
  const noted = Noted.safeParse(metadata);
  if (!noted.success) return [];
  const about = { task, response: response ?? null, pair: pair ?? null, condition: condition ?? null };
  return [{ ...about, rater, method, value, ...noted.data }];
}
