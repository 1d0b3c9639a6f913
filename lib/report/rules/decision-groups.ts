import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { JUDGE_METHOD } from "@/lib/drafting/schema/judge-spec";
import { ACTIONS, type Action } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import { GROUPINGS } from "@/lib/report/schema/codes";
import type { EditedRow, Grouping, GroupRow, LengthRow, Shares } from "@/lib/report/schema/decisions";
import type {
  ReportDecision,
  ReportDraft,
  ReportItem,
  ReportJudgement,
  StudyData,
} from "@/lib/report/schema/study";
import { Tallies } from "./clustered-ratio";
import { draftsById } from "./draft-table";
import { draftLines } from "./explanations";
import { byName } from "./scopes";
import { standardDeviation } from "./standard-deviation";
import { compare } from "./text-order";

const MOST_EXAMPLES = 3;

/** Counts people's decisions by action, in clusters. */
export class DecisionCounts {
  private readonly tally = new Tallies([...ACTIONS, "n"]);
  private bulk = 0;

  /** Counts a decision. The cluster is usually its task. */
  count(cluster: string, { action, bulk }: { action: Action; bulk?: true }): void {
    if (bulk) this.bulk++;
    this.tally.add(cluster, action);
    this.tally.add(cluster, "n");
  }

  shares(options: ReportOptions): Shares {
    const { n, ...counts } = this.tally.all();
    const found = (action: Action) => this.tally.share(action, "n", options);
    const [accept, revise, remove, add] = [found("accept"), found("revise"), found("remove"), found("add")];
    return {
      n,
      accept: accept.value,
      revise: revise.value,
      remove: remove.value,
      add: add.value,
      reason: n === 0 ? "nothing-decided" : null,
      counts,
      bulk: this.bulk,
      ci: { accept: accept.ci, revise: revise.ci, remove: remove.ci, add: add.ci },
    };
  }
}

/** The cluster of a decision on an item: its task; an item of the project is its own. */
export function clusterOf({ task, item }: Pick<ReportDecision, "task" | "item">): string {
  return task ?? JSON.stringify([item]);
}

/** One decision of a person on a drafted or added line or item, with its groups. */
interface Decided {
  of: "lines" | "items";
  action: Action;
  bulk?: true;
  /** Its cluster. */
  cluster: string;
  /** The item's scope. */
  item: string;
  /** The person's new text; null without one. */
  text: string | null;
  groups: Record<Grouping, readonly string[]>;
}

/** All decisions, for repeated iteration. */
type AllDecided = () => Iterable<Decided>;

/** A method as a group. Versions of judges share one method, and are groups of their own. */
const methodName = ({ method, condition }: Pick<ReportDraft, "method" | "condition">) =>
  method === JUDGE_METHOD && condition !== null ? `${method} (${condition})` : method;

/** All decisions on lines and items, with their groups. */
export function decidedIn(
  study: StudyData,
  decisions: readonly ReportDecision[],
  labels: ReadonlyMap<string, string>,
): AllDecided {
  const tags = new Map(study.tasks.map(({ id, tags }) => [id, tags]));
  const items = new Map(study.items.map((item) => [item.key, item]));
  const drafts = draftsById(study.drafts);
  const writers = new Map(study.responses.map(({ id, model }) => [id, model]));
  const groupsOf = ({ response, pair }: ReportJudgement) => [
    ...new Set((pair ?? [response ?? ""]).flatMap((id) => study.groups?.get(id) ?? [])),
  ];
  const some = (name: string | null | undefined) => (name == null ? [] : [name]);
  const added = addedBy(decisions);
  const rubrics = new Map(
    study.items.filter(({ key }) => !added.has(key)).map((item) => [item.rubric, item]),
  );
  const onLines = function* (judgement: ReportJudgement): Generator<Decided> {
    const lines = draftLines(judgement);
    if (judgement.raterKind !== "human" || lines.length === 0) return;
    const draft = judgement.draft === null ? undefined : drafts.get(judgement.draft);
    const item = labels.get(judgement.item) ?? judgement.item;
    const groups = {
      family: tags.get(judgement.task) ?? [],
      criterion: [item],
      method: some(draft && methodName(draft)),
      policy: some(items.get(judgement.item)?.method),
      model: draft?.raterKind === "llm" ? [draft.rater] : [],
      writer: some(judgement.response === null ? null : writers.get(judgement.response)),
      group: groupsOf(judgement),
    };
    const about = { of: "lines", cluster: judgement.task, item, groups } as const;
    for (const { action, text, bulk } of lines) yield { ...about, action, text, ...(bulk && { bulk }) };
  };
  const onItem = (decision: ReportDecision): Decided => {
    // An added item has no drafter: it counts for its rubric.
    const own = items.get(decision.item);
    const drafted = decision.action === "add" ? rubrics.get(own?.rubric ?? "") : own;
    const item = labels.get(decision.item) ?? decision.item;
    const groups = {
      family: decision.task === null ? [] : (tags.get(decision.task) ?? []),
      criterion: decision.action === "add" ? [] : [item],
      method: some(drafted?.method),
      policy: some(policyOf(drafted?.method)),
      model: some(drafted?.model),
      writer: [],
      group: [],
    };
    const { action, text, bulk } = decision;
    const cluster = clusterOf(decision);
    return { of: "items", action, cluster, item, text, groups, ...(bulk && { bulk }) };
  };
  return function* () {
    for (const judgement of study.judgements) yield* onLines(judgement);
    for (const decision of decisions) yield onItem(decision);
  };
}

/** The items that people added, by key. */
function addedBy(decisions: readonly ReportDecision[]): Set<string> {
  return new Set(decisions.flatMap(({ action, item }) => (action === "add" ? item : [])));
}

/** The policy in a method's name: "length_0.5" of "clstudy.generate.length_0.5". */
function policyOf(method: string | null | undefined): string | null {
  return method?.match(/\.generate\.(.+)$/)?.[1] ?? null;
}

/** The shares of all groups. */
export function groupsOf(decided: AllDecided, options: ReportOptions): GroupRow[] {
  const found = { lines: new Groups(), items: new Groups() };
  for (const one of decided()) found[one.of].add(one);
  return (["lines", "items"] as const).flatMap((of) =>
    GROUPINGS.flatMap((by) =>
      found[of].of(by).map(([group, own]): GroupRow => ({ of, by, group, shares: own.shares(options) })),
    ),
  );
}

/** The decisions in each group of each grouping. */
class Groups {
  private readonly found = new Map<Grouping, Map<string, DecisionCounts>>(
    GROUPINGS.map((by) => [by, new Map()]),
  );

  add({ groups, cluster, ...decision }: Decided): void {
    for (const [by, counts] of this.found) {
      for (const group of groups[by]) {
        const own = counts.get(group) ?? new DecisionCounts();
        counts.set(group, own);
        own.count(cluster, decision);
      }
    }
  }

  of(by: Grouping): [group: string, DecisionCounts][] {
    return [...(this.found.get(by) ?? [])].sort(([a], [b]) => byName(a, b));
  }
}

/** The most edited criteria first, with example texts. */
export function editedOf(decided: AllDecided): EditedRow[] {
  const found = new Map<
    string,
    { of: Decided["of"]; item: string; decided: number; edited: number; texts: string[] }
  >();
  for (const { of, action, item, text } of decided()) {
    if (action === "add") continue;
    const key = JSON.stringify([of, item]);
    const own = found.get(key) ?? { of, item, decided: 0, edited: 0, texts: [] };
    found.set(key, own);
    own.decided++;
    if (action === "accept") continue;
    own.edited++;
    if (text !== null) own.texts.push(text);
  }
  return [...found.values()]
    .filter(({ edited }) => edited > 0)
    .map(
      ({ texts, ...own }): EditedRow => ({
        ...own,
        share: own.edited / own.decided,
        examples: [...new Set(texts)].sort(compare).slice(0, MOST_EXAMPLES),
      }),
    )
    .sort((a, b) => compare(a.of, b.of) || b.edited - a.edited || byName(a.item, b.item));
}

function deviationOf(numbers: readonly number[]): Pick<LengthRow, "sd" | "sdReason"> {
  const sd = standardDeviation(numbers.map((number) => [number, 1]));
  return { sd, sdReason: sd === null ? "fewer-than-2-values" : null };
}

/** The number of items in drafts of each model and method, and after people's decisions. */
export function lengthsOf(items: readonly ReportItem[], decisions: readonly ReportDecision[]): LengthRow[] {
  const added = addedBy(decisions);
  const rubrics = new Map<string, { drafted: number; model: string | null; method: string | null }>();
  for (const { key, rubric, model, method } of items) {
    if (added.has(key)) continue;
    const own = rubrics.get(rubric) ?? { drafted: 0, model, method };
    rubrics.set(rubric, own);
    own.drafted++;
  }
  const reviews = new Map<string, Map<string, number>>();
  for (const { item, rater, action } of decisions) {
    const [rubric = ""] = JSON.parse(item) as string[];
    const own = reviews.get(rubric) ?? new Map<string, number>();
    reviews.set(rubric, own);
    const change = action === "add" ? 1 : action === "remove" ? -1 : 0;
    own.set(rater, (own.get(rater) ?? 0) + change);
  }
  const groups = new Map<
    string,
    { model: string | null; method: string | null; lengths: number[]; final: number[] }
  >();
  for (const [rubric, { drafted, model, method }] of rubrics) {
    const key = JSON.stringify([model, method]);
    const own = groups.get(key) ?? { model, method, lengths: [], final: [] };
    groups.set(key, own);
    own.lengths.push(drafted);
    for (const change of reviews.get(rubric)?.values() ?? []) own.final.push(drafted + change);
  }
  return [...groups.values()]
    .map(
      ({ model, method, lengths, final }): LengthRow => ({
        model,
        method,
        rubrics: lengths.length,
        items: lengths.reduce((sum, length) => sum + length, 0),
        drafted: arithmeticMean(lengths),
        ...deviationOf(lengths),
        shortest: lengths.reduce((least, length) => Math.min(least, length), Number.POSITIVE_INFINITY),
        longest: lengths.reduce((most, length) => Math.max(most, length), 0),
        reviews: final.length,
        final: final.length === 0 ? null : arithmeticMean(final),
        reason: final.length === 0 ? "nothing-decided" : null,
      }),
    )
    .sort((a, b) => byName(a.model ?? "", b.model ?? "") || byName(a.method ?? "", b.method ?? ""));
}
