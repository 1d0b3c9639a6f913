import type { Autosave } from "@/lib/review/client/autosave";
import type { TypedOp, UnstampedOp } from "@/lib/review/client/autosave-state";
import { progress } from "@/lib/review/rules/complete";
import type { OpRefusal, ReviewDocument } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { ReadingClock } from "./reading-clock";
import {
  addedTarget,
  addTarget,
  awaitedAt,
  firstRevealed,
  missingAt,
  nextUndecided,
  type Revealable,
  type Target,
  targetsOf,
} from "./targets";

/** State of an assignment, and the annotator's position in it. */
export interface ReviewState {
  frame: ReviewFrame;
  document: ReviewDocument;
  /** The target with the focus. */
  focused: string | null;
  /** The target whose text the annotator is editing. */
  editing: string | null;
  /** The target whose reason field is to be focused; null once it is. */
  reasonTarget: string | null;
  /** The target under the pointer; its quotations are marked. */
  pointed: string | null;
}

/**
 * The workbench's single store. Components subscribe to the part they show. Operations are visible here at
 * once, before rendering: keys may come faster than the page.
 */
export class ReviewStore {
  /** Reading times of drafts on screen. */
  readonly reading = new ReadingClock();
  readonly #sync: Autosave;
  readonly #listeners = new Set<() => void>();
  #state: ReviewState;
  /** The state that listeners were last notified of. */
  #notified: ReviewState;
  #stop: (() => void) | undefined;
  /** The draft that the annotator has requested and that is still loading. */
  #coming: Revealable | null = null;
  /** The target that had the focus before the annotator began a new text. */
  #before: string | null = null;
  /** The last operation that saved the text being typed. */
  #typed: string | null = null;

  constructor(sync: Autosave, focused: string | null) {
    this.#sync = sync;
    const { frame, document } = sync.snapshot().session;
    this.#state = { frame, document, focused, editing: null, reasonTarget: null, pointed: null };
    this.#notified = this.#state;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#stop ??= this.#sync.subscribe(() => this.#follow());
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  };

  state = (): ReviewState => {
    const { frame, document } = this.#sync.snapshot().session;
    if (frame !== this.#state.frame || document !== this.#state.document)
      this.#state = {
        ...this.#state,
        frame,
        document,
        focused: focusAfter(this.#state, { frame, document }),
      };
    return this.#state;
  };

  perform = (op: UnstampedOp): OpRefusal | null => this.#sync.perform(op);

  /**
   * Saves a text while it is typed. What is saved of it until the annotator leaves the field, or does something else, is
   * undone in one step.
   */
  write = (op: TypedOp): OpRefusal | null => {
    const last = this.#lastOp();
    const isSame = last !== undefined && last.op === this.#typed && last.type === op.type;
    const refused = this.perform(isSame ? { ...op, continues: last.op } : op);
    if (!refused) this.#typed = this.#lastOp()?.op ?? null;
    return refused;
  };

  /** The annotator has left the text field. */
  leaveText = (): void => {
    this.#typed = null;
  };

  /** The last operation, without measured times. */
  #lastOp(): Op | undefined {
    return this.state().document.ops.findLast(({ type }) => type !== "time");
  }

  focus = (id: string | null): void => {
    const { frame, document, focused } = this.state();
    if (id === focused) return;
    const target = targetIn({ frame, document }, id);
    this.#coming = target ? awaitedAt(frame, document, target) : null;
    this.#set({ focused: id });
  };

  edit = (id: string | null): void => this.#set({ editing: id });

  /** Starts a new text at the place where it is written. */
  begin = (place: string): void => {
    this.#before = this.state().focused;
    this.edit(place);
  };

  /** Begins a new line of a unit with words of the response, and opens it where they end. */
  quote = (item: string, quotation: string): OpRefusal | null => {
    const as = crypto.randomUUID();
    const text = `${quotation} `;
    const refused = this.write({ type: "add", target: { item, lines: true }, as, text });
    if (refused) return refused;
    const line = addedTarget(as);
    this.begin(line);
    this.focus(line);
    return null;
  };

  /**
   * Called when the annotator has finished a text. After a revision the focus moves on from the revised draft
   * (`from`, null for a new text); after a new text it returns to where it was before that was begun. Returns the
   * new focus.
   */
  finish = (from: string | null): string | null => {
    const { frame, document } = this.state();
    const before = this.#before;
    this.#before = null;
    this.#set({ editing: null });
    if (from !== null) this.advance(from);
    else if (targetIn({ frame, document }, before)) this.focus(before);
    return this.state().focused;
  };

  askWhy = (id: string | null): void => this.#set({ reasonTarget: id });
  point = (id: string | null): void => this.#set({ pointed: id });

  /** Continues after an action on a target: to the reason it requires, else to the next undecided target. */
  advance = (from: string): void => {
    const { frame, document, focused } = this.state();
    const [owed] = missingAt(frame, document, from);
    const start = targetIn({ frame, document }, from) ? from : focused;
    const next = owed ? null : nextUndecided(frame, document, start);
    if (owed?.what === "reason" || owed?.what === "why") this.askWhy(from);
    else if (owed?.what === "explanation" && owed.item !== undefined)
      this.begin(addTarget({ item: owed.item }));
    else if (next) this.focus(next.id);
  };

  /** Requests a draft; the focus moves to it when it arrives, unless the annotator has gone elsewhere. */
  reveal = (about: Revealable): OpRefusal | null => {
    const refused = this.perform({ type: "reveal", ...about });
    if (refused) return refused;
    this.#coming = about;
    this.#follow();
    return null;
  };

  #follow(): void {
    const { frame, document } = this.state();
    const first = this.#coming && firstRevealed(targetsIn(frame, document), this.#coming);
    if (first && !awaitedAt(frame, document, first)) {
      this.#coming = null;
      this.focus(first.id);
    }
    if (this.#state !== this.#notified) this.#tell();
  }

  #set(change: Partial<ReviewState>): void {
    const now = this.state();
    const isSame = Object.entries(change).every(([name, value]) => now[name as keyof ReviewState] === value);
    if (isSame) return;
    this.#state = { ...now, ...change };
    this.#tell();
  }

  #tell(): void {
    this.#notified = this.#state;
    for (const listener of this.#listeners) listener();
  }
}

/** Memoises a computation per document, for all its subscribers. */
export function oncePerDocument<Result>(compute: (frame: ReviewFrame, document: ReviewDocument) => Result) {
  const known = new WeakMap<ReviewDocument, { frame: ReviewFrame; result: Result }>();
  return (frame: ReviewFrame, document: ReviewDocument): Result => {
    const found = known.get(document);
    if (found?.frame === frame) return found.result;
    const result = compute(frame, document);
    known.set(document, { frame, result });
    return result;
  };
}

/** Everything the keyboard can focus now. */
export const targetsIn = oncePerDocument(targetsOf);

const targetsByIdIn = oncePerDocument(
  (frame, document): ReadonlyMap<string, Target> =>
    new Map(targetsIn(frame, document).map((target) => [target.id, target])),
);

/** The target with this id; null without an id, and if nothing with this id can be focused now. */
export function targetIn(
  { frame, document }: Pick<ReviewState, "frame" | "document">,
  id: string | null,
): Target | null {
  return (id !== null && targetsByIdIn(frame, document).get(id)) || null;
}

/** The focus after a change: if its target is gone, such as a text that was taken back, the one in its place. */
function focusAfter(before: ReviewState, now: Pick<ReviewState, "frame" | "document">): string | null {
  const { focused } = before;
  if (focused === null || targetIn(now, focused)) return focused;
  const at = targetsIn(before.frame, before.document).findIndex(({ id }) => id === focused);
  const targets = targetsIn(now.frame, now.document);
  return at === -1 ? focused : (targets[Math.min(at, targets.length - 1)]?.id ?? focused);
}

/** Progress of the work. */
export const progressIn = oncePerDocument(progress);
