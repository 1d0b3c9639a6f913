import type { SampledDraft } from "@/lib/report/schema/paper-table";
import type { ReportItem } from "@/lib/report/schema/study";

/** The items of one checklist, of which there is at least one. */
type ChecklistItems = readonly ReportItem[];

/** Checklists by author, as the condition of a draft names it, and by task, in the order of the study. */
export type ChecklistsByAuthor = ReadonlyMap<string, ReadonlyMap<string, readonly ChecklistItems[]>>;

export function checklistsIn(items: readonly ReportItem[]): ChecklistsByAuthor {
  const found = new Map<string, Map<string, Map<string, ReportItem[]>>>();
  for (const item of items) {
    if (item.task === null || item.scale.type === "points") continue;
    const made = item.method ?? "human";
    const author = item.model ? `${made} (${item.model})` : made;
    const byTask = found.get(author) ?? new Map<string, Map<string, ReportItem[]>>();
    found.set(author, byTask);
    const lists = byTask.get(item.task) ?? new Map<string, ReportItem[]>();
    byTask.set(item.task, lists);
    lists.set(item.rubric, [...(lists.get(item.rubric) ?? []), item]);
  }
  const listed = (lists: ReadonlyMap<string, ChecklistItems>) => [...lists.values()];
  return new Map(
    [...found].map(([author, byTask]) => [
      author,
      new Map([...byTask].map(([task, lists]) => [task, listed(lists)])),
    ]),
  );
}

/** The parts of a verdict that say by which checklist it was made. */
interface Judged extends Pick<SampledDraft, "task" | "rubric"> {
  ablations: readonly { item: string }[];
}

/**
 * The place of the checklist by which a verdict was made among those that the policy wrote for the task: the one that the
 * draft names, else the only one, else the only one with all items that an ablation left out. Null where it could be several.
 */
function placeOf(
  lists: readonly ChecklistItems[],
  { rubric, ablations }: Pick<Judged, "rubric" | "ablations">,
): number | null {
  const places = [...lists.keys()];
  if (rubric !== null) return places.find((at) => lists[at]?.[0]?.rubric === rubric) ?? null;
  if (places.length === 1) return 0;
  if (ablations.length === 0) return null;
  const [only, ...others] = places.filter((at) =>
    ablations.every(({ item }) => lists[at]?.some(({ id }) => id === item)),
  );
  return others.length === 0 ? (only ?? null) : null;
}

/** The items of the checklist by which a verdict was made; null where several could be it. */
export function checklistOf(
  lists: ChecklistsByAuthor,
  policy: string,
  verdict: Judged,
): ChecklistItems | null {
  const own = lists.get(policy)?.get(verdict.task) ?? [];
  const place = placeOf(own, verdict);
  return place === null ? null : (own[place] ?? null);
}

/** Verdicts of one judge by one policy's checklists: of two on a subject the one by the task's first checklist stays. */
export class VerdictsByFirst<V extends Judged> {
  readonly verdicts = new Map<string, V>();
  /** Verdicts that are left out, since another checklist of the policy counts. */
  leftOut = 0;

  constructor(
    private readonly lists: ChecklistsByAuthor,
    private readonly policy: string,
  ) {}

  add(subject: string, verdict: V): void {
    const known = this.verdicts.get(subject);
    const [before, now] = [known ? this.#place(known) : null, this.#place(verdict)];
    if (known && before !== now) this.leftOut++;
    if (!known || before === null || before >= now) this.verdicts.set(subject, verdict);
  }

  #place(verdict: V): number {
    return placeOf(this.lists.get(this.policy)?.get(verdict.task) ?? [], verdict) ?? Number.POSITIVE_INFINITY;
  }
}
