import { scaleKey } from "@/lib/judgement/rules/scale";
import type { Scale } from "@/lib/judgement/schema";
import type { Points } from "@/lib/protocol/schema";
import { isAskableRange } from "@/lib/protocol/schema/point-range";
import type {
  Addition,
  ConsensusChoices,
  ItemChoice,
  ItemDecision,
  ReviewedItem,
  ReviewedRubric,
} from "@/lib/rubric/schema";

/** The decisions on one item. */
interface Survival {
  accept: number;
  revise: number;
  remove: number;
}

/** The number of accepting, revising and removing decisions on an item. */
export function survivalOf(item: string, decisions: readonly ItemDecision[]): Survival {
  const survival: Survival = { accept: 0, revise: 0, remove: 0 };
  for (const decision of decisions) if (decision.item === item) survival[decision.action]++;
  return survival;
}

/**
 * A text normalised for comparison: look-alike characters unified, ignoring case, spacing, and the sign at
 * its end. Other texts are different.
 */
export function normalised(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/\s*[.?!。？！]+$/u, "");
}

/** Equal wordings have one key: the same words on the same scale. */
const wordingKey = ({ text, scale }: { text: string; scale: Scale }) =>
  JSON.stringify([normalised(text), scaleKey(scale)]);

/** Additions with the same text and scale. The first one represents them. */
export interface AdditionGroup {
  first: Addition;
  members: Addition[];
  /** Similar groups, suggested to the admin but never merged. */
  near: Addition[];
}

/** The lists that people wrote without a draft in view, each in its order. */
export function listsIn(additions: readonly Addition[]): { list: string; items: Addition[] }[] {
  const lists = new Map<string, Addition[]>();
  for (const addition of additions) {
    if (addition.list === null) continue;
    const own = lists.get(addition.list);
    if (own) own.push(addition);
    else lists.set(addition.list, [addition]);
  }
  return [...lists].map(([list, items]) => ({ list, items }));
}

/** The share of common words that makes two additions similar. */
const NEAR = 0.6;

/** Additions grouped by text, most frequent first. */
export function groupAdditions(additions: readonly Addition[]): AdditionGroup[] {
  const groups = new Map<string, AdditionGroup>();
  for (const addition of additions) {
    const key = wordingKey(addition);
    const group = groups.get(key);
    if (group) group.members.push(addition);
    else groups.set(key, { first: addition, members: [addition], near: [] });
  }
  const all = [...groups.values()];
  const words = all.map(({ first }) => new Set(normalised(first.text).match(/[\p{L}\p{N}]+/gu)));
  for (const [at, group] of all.entries()) {
    group.near = all.flatMap((other, place) =>
      place !== at && overlap(words[at] ?? new Set(), words[place] ?? new Set()) >= NEAR ? [other.first] : [],
    );
  }
  return all.sort((a, b) => b.members.length - a.members.length);
}

/** The share of two texts' words that both contain. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 1 : shared / all;
}

/** The decisions of a majority, and those it leaves to an admin. */
interface MajorityConsensus {
  choices: ConsensusChoices;
  /** Items and additions (by the first of their group) without a majority. */
  open: { items: string[]; additions: string[] };
}

/**
 * The choices with a majority of more than half. An item that more than half accepted stays, one that more
 * than half removed goes; one that more than half revised takes the wording that more than half of those
 * wrote. An addition is taken when more than half of the reviews have it, and left out when fewer than half
 * do. Everything else stays open.
 */
export function majorityConsensus(rubric: ReviewedRubric): MajorityConsensus {
  const consensus: MajorityConsensus = {
    choices: { items: [], additions: [] },
    open: { items: [], additions: [] },
  };
  for (const item of rubric.items) {
    const choice = majorityChoice(item, rubric.decisions);
    if (choice) consensus.choices.items.push(choice);
    else consensus.open.items.push(item.id);
  }
  for (const { first, members } of groupAdditions(rubric.additions)) {
    if (members.length * 2 > rubric.reviews)
      consensus.choices.additions.push({ addition: first.id, text: null });
    else if (members.length * 2 === rubric.reviews) consensus.open.additions.push(first.id);
  }
  return consensus;
}

export function isComplete({ open }: MajorityConsensus): boolean {
  return open.items.length === 0 && open.additions.length === 0;
}

function majorityChoice(reviewed: ItemOnScale, decisions: readonly ItemDecision[]): ItemChoice | null {
  const item = reviewed.id;
  const own = decisions.filter((decision) => decision.item === item);
  const { accept, revise, remove } = survivalOf(item, own);
  if (accept * 2 > own.length) return { do: "keep", item };
  if (remove * 2 > own.length) return { do: "drop", item };
  if (revise * 2 <= own.length) return null;
  const revisions = revisionsOf(reviewed, own);
  const [most] = revisions;
  return most && most.count * 2 > revise ? { do: "take", item, decision: most.id } : null;
}

/** The distinct wordings proposed for an item, each with its scale, most frequent first. */
export function revisionsOf({ id: item, scale: before }: ItemOnScale, decisions: readonly ItemDecision[]) {
  const wordings = decisions.flatMap(({ id, item: of, action, text, scale }) =>
    of === item && action === "revise" && text !== null ? [{ id, text, scale: scale ?? before }] : [],
  );
  return counted(wordings, wordingKey).map(({ first, count }) => ({ ...first, count }));
}

/**
 * The scale that people gave an item most often, among those that can be asked on; null where nobody gave one.
 */
export function revisedScaleOf(item: string, decisions: readonly ItemDecision[]): Points | null {
  const scales = decisions.flatMap(({ item: of, action, scale }) =>
    of === item && action === "revise" && scale?.type === "points" && isAskableRange(scale) ? [scale] : [],
  );
  const [most] = counted(scales, scaleKey);
  return most?.first ?? null;
}

/** Things with one key counted together, the most frequent first; `first` is the first of them. */
function counted<T>(things: readonly T[], keyOf: (thing: T) => string): { first: T; count: number }[] {
  const groups = new Map<string, { first: T; count: number }>();
  for (const thing of things) {
    const key = keyOf(thing);
    const known = groups.get(key);
    if (known) known.count++;
    else groups.set(key, { first: thing, count: 1 });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

type ItemOnScale = Pick<ReviewedItem, "id" | "scale">;

/** An item of the next version. */
export interface NextItem extends Omit<ReviewedItem, "id"> {
  /** The item it continues; null for an added one. */
  id: string | null;
  /** The key of the addition that was reworded. */
  parentKey: string | null;
  /** True unless the newest version has exactly this wording. */
  isNew: boolean;
}

/**
 * The items of the next version, in the order of the reviewed one with additions after them; null when the
 * choices do not match the decisions: an item without exactly one choice, or a revision or addition of
 * another rubric.
 */
export function nextItems(rubric: ReviewedRubric, { items, additions }: ConsensusChoices): NextItem[] | null {
  const chosen = new Map(items.map((choice) => [choice.item, choice]));
  if (chosen.size !== items.length || items.length !== rubric.items.length) return null;
  const latest = new Map(rubric.latestItems.map((item) => [item.id, item]));
  const next: NextItem[] = [];
  for (const item of rubric.items) {
    const choice = chosen.get(item.id);
    if (!choice) return null;
    if (choice.do === "drop") continue;
    const wording = wordingOf(item, choice, rubric.decisions);
    if (wording === null) return null;
    const before = latest.get(item.id);
    const isNew = before?.text !== wording.text || scaleKey(before.scale) !== scaleKey(wording.scale);
    next.push({ ...item, ...wording, parentKey: null, isNew });
  }
  const written = new Map(rubric.additions.map((addition) => [addition.id, addition]));
  const taken = new Set<string>();
  for (const { addition: id, text } of additions) {
    const addition = written.get(id);
    if (!addition || taken.has(id)) return null;
    taken.add(id);
    const isEdited = text !== null && text !== addition.text;
    next.push({
      id: null,
      key: isEdited ? `${addition.key}~${rubric.latest + 1}` : addition.key,
      parentKey: isEdited ? addition.key : null,
      name: null,
      text: text ?? addition.text,
      scale: addition.scale,
      weight: null,
      category: null,
      metadata: {},
      isNew: true,
    });
  }
  return next;
}

function wordingOf(
  { id, text, scale }: ReviewedItem,
  choice: ItemChoice,
  decisions: readonly ItemDecision[],
): Pick<ReviewedItem, "text" | "scale"> | null {
  switch (choice.do) {
    case "keep":
      return { text, scale };
    case "write":
      return { text: choice.text, scale: choice.scale ?? scale };
    case "drop":
      return null;
    case "take": {
      const taken = decisions.find((decision) => decision.id === choice.decision);
      if (taken?.item !== id || taken.action !== "revise" || taken.text === null) return null;
      return { text: taken.text, scale: taken.scale ?? scale };
    }
  }
}
