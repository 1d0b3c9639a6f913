import type { Language } from "@/lib/i18n/schema";
import { FocusClock } from "@/lib/review/client/active-time";
import { afterFrame } from "@/lib/review/client/after-frame";
import type {
  AutosaveState,
  OpenedAssignment,
  Recorded,
  Stale,
  SubmitOutcome,
  UnstampedOp,
} from "@/lib/review/client/autosave-state";
import {
  acknowledge,
  beginSession,
  type Conflict,
  doneWith,
  perform,
  reconcile,
  rehearsed,
  resolveConflict,
  type Session,
  statusOf,
  UNSAVED,
} from "@/lib/review/client/local-document";
import { dropUnsent, findUnsent, storeNow, storeUnsent } from "@/lib/review/client/outbox";
import { listenToPage } from "@/lib/review/client/page-events";
import {
  extendLease,
  firstOf,
  readAgain,
  sendOperations,
  sendSubmission,
  stamped,
} from "@/lib/review/client/save-requests";
import { SignalCounter } from "@/lib/review/client/signal-counter";
import { TabChannel } from "@/lib/review/client/tab-channel";
import { takeTimeOperation } from "@/lib/review/client/time-and-signals";
import { redoable, undoable } from "@/lib/review/rules/undo";
import type { OpRefusal } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";

/** Delay of a save after the last operation, and the longest delay after the first one, in ms. */
const SAVE_DELAY_MS = 300;
const AT_MOST_MS = 1500;

const RETRY_MS = [1000, 2000, 4000, 8000, 15_000, 30_000];

/**
 * Saves the operations of one assignment. Operations show at once, are stored in the browser until the server
 * has confirmed them, sent in order, and sent again after any failure: an operation recorded twice changes
 * nothing. One request at a time.
 */
export class Autosave {
  readonly clock = new FocusClock(() => performance.now());
  /** Counter of authenticity signals; null where the batch counts none. */
  readonly signals: SignalCounter | null;
  #snapshot: AutosaveState;
  #listeners = new Set<() => void>();
  #opened: OpenedAssignment;
  #version: number;
  #n = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<boolean> | undefined;
  #failures = 0;
  /** Time of the first operation that is in no save yet. */
  #since: number | null = null;
  #tabs: TabChannel | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;

  constructor(opened: OpenedAssignment) {
    this.#opened = opened;
    this.signals = opened.signals ? new SignalCounter(() => performance.now()) : null;
    this.#version = opened.version;
    const session = beginSession(opened.frame, opened.ops, []);
    this.#snapshot = {
      session: opened.rehearsal ? rehearsed(session, opened.frame) : session,
      status: { state: "saved", at: opened.savedAt },
      elsewhere: false,
      refused: 0,
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): AutosaveState => this.#snapshot;

  /** Starts talking to the server and to other tabs. Returns a function that stops. */
  connect(): () => void {
    const id = this.#opened.id;
    void afterFrame()
      .then(() => findUnsent(id))
      .then((unsent) => this.#takeUp(unsent));
    this.#tabs = new TabChannel(id, {
      onElsewhere: (elsewhere) => this.#set({ elsewhere }),
      onWritten: () => void this.refresh(),
    });
    const stopListening = listenToPage({
      onReturn: () => this.#schedule(0),
      onVisibility: (isVisible) => {
        void storeNow();
        this.clock.show(isVisible);
        this.signals?.show(isVisible);
        if (!isVisible) void this.flush(true);
      },
      isUnsaved: () => this.#snapshot.session.pending.length > 0,
    });
    const third = (this.#opened.leaseMinutes * 60_000) / 3;
    this.#beat = setInterval(() => void this.#heartbeat(), Math.min(third, 5 * 60_000));
    return () => {
      stopListening();
      clearInterval(this.#beat);
      clearTimeout(this.#timer);
      this.#tabs?.close();
      this.#tabs = undefined;
      void this.flush(true);
    };
  }

  /** The server has opened the assignment: pending work is saved from now on. */
  open(opened: Pick<OpenedAssignment, "version" | "savedAt" | "frame" | "ops"> & { lease: string }) {
    const { lease, version, savedAt, frame, ops } = opened;
    this.#opened = { ...this.#opened, lease };
    // One that was open before, such as under an undone submission, is saved to meanwhile: an older copy lacks that.
    if (version >= this.#version) {
      this.#opened.savedAt = savedAt;
      this.#version = version;
      const session = reconcile(this.#snapshot.session, frame, ops);
      this.#set({ session, status: statusOf(session, savedAt) });
    }
    if (this.#snapshot.session.pending.length > 0) this.#schedule(0);
  }

  /**
   * Takes over work on the same that was done in an assignment the server no longer has, also in the browser's
   * storage. Resolves once it is there.
   */
  async adopt(from: Autosave): Promise<void> {
    const ops = from.snapshot().session.pending;
    const { session } = this.#snapshot;
    this.#set({ session: beginSession(session.frame, session.confirmed, [...ops, ...session.pending]) });
    this.#schedule(0);
    await Promise.all(ops.map((op) => this.#store(op)));
    await from.#forget(ops);
  }

  /**
   * Applies an operation, shows it, and saves it in the background. After editing has stopped, what is still
   * typed is stored for later.
   */
  perform(operation: UnstampedOp): OpRefusal | null {
    const op = stamped(operation);
    const outcome = perform(this.#snapshot.session, op);
    if ("refused" in outcome) return outcome.refused;
    this.#keep(op, outcome);
    return null;
  }

  undo(): boolean {
    const of = undoable(this.#snapshot.session.document);
    return of !== null && this.perform({ type: "undo", of: of.op }) === null;
  }

  redo(): boolean {
    const of = redoable(this.#snapshot.session.document);
    return of !== null && this.perform({ type: "undo", of: of.op }) === null;
  }

  /** Resolves a conflict: the annotator chose the saved value or this tab's. */
  resolveConflict(conflict: Conflict, keep: "theirs" | "mine"): void {
    const { op: _, at: __, ...operation } = conflict.mine;
    const again = stamped(operation as UnstampedOp);
    const session = resolveConflict(this.#snapshot.session, conflict, keep, again);
    void this.#forget([conflict.mine]);
    if (keep === "mine") this.#keep(again, session);
    else this.#set({ session });
  }

  /**
   * Sends pending operations; resolves to true when none are left. Calls during a request wait for it and
   * share the next one: a slow server gets fewer and larger requests, never more at once.
   */
  async flush(leaving = false): Promise<boolean> {
    if (this.#opened.rehearsal) return true;
    clearTimeout(this.#timer);
    if (this.#opened.lease === null) return this.#snapshot.session.pending.length === 0;
    for (;;) {
      if (!this.#sending) {
        if (this.#snapshot.status.state === "stopped") return false;
        if (this.#snapshot.session.pending.length === 0) return true;
        this.#sending = this.#send(leaving).finally(() => {
          this.#sending = undefined;
        });
      }
      if (!(await this.#sending)) return false;
    }
  }

  /** Submits the finished document, which was worked on in this language of the page. */
  async submit(language: Language): Promise<SubmitOutcome> {
    if (this.#opened.rehearsal) {
      const message = "Everything is answered. In a preview nothing is submitted or kept.";
      return { submitted: false, refused: "rehearsal", message };
    }
    // The next assignment is drawn first.
    await afterFrame();
    if (!(await this.flush())) {
      const { status } = this.#snapshot;
      const why = status.state === "stopped" ? status.why : "offline";
      return { submitted: false, refused: why, message: "Not everything is saved yet. Nothing is lost." };
    }
    const measured = takeTimeOperation(this);
    if (measured) {
      this.perform(measured);
      await this.flush();
    }
    if (this.#snapshot.session.conflicts.length > 0) {
      const message = "Two versions of something wait for a choice.";
      return { submitted: false, refused: "unresolved", message };
    }
    const { lease, id } = this.#opened;
    const { outcome, stale, end } = await sendSubmission(id, { lease, base: this.#version, language });
    if (outcome.submitted) this.#tabs?.announceWrite();
    if (stale) this.#catchUp(stale);
    if (end !== undefined) this.stop(end);
    return outcome;
  }

  /** Other tabs read that the assignment was skipped. */
  announceSkip = (): void => this.#tabs?.announceWrite();

  /** Fetches the server's copy and merges pending operations into it. */
  async refresh(): Promise<void> {
    if (this.#opened.lease === null) return;
    const before = this.#version;
    const read = await readAgain(this.#opened.id);
    if (!read) return;
    if ("end" in read) return this.stop(read.end);
    const fresh = read.opened;
    if (fresh.lease !== this.#opened.lease) return this.stop("expired");
    // Something was saved during the request, so this copy may lack it.
    if (this.#version !== before) return this.refresh();
    this.#version = fresh.version;
    this.#merge(fresh.frame, fresh.ops, fresh.savedAt ?? this.#savedAt);
    if (this.#snapshot.session.pending.length > 0) this.#schedule(0);
  }

  /** Continues saving when the batch is open again, or the same lease was extended. */
  resume(): void {
    if (this.#snapshot.status.state !== "stopped") return;
    this.#set({ status: UNSAVED });
    this.#schedule(0);
    if (this.#snapshot.session.pending.length === 0) void this.refresh();
  }

  get #savedAt(): string | null {
    const { status } = this.#snapshot;
    return status.state === "saved" ? status.at : this.#opened.savedAt;
  }

  #keep(op: Op, session: Session): void {
    if (this.#opened.rehearsal) {
      this.#set({ session: rehearsed(session, this.#opened.frame) });
      return;
    }
    void this.#store(op);
    const unsaved = session.pending.length;
    const { status } = this.#snapshot;
    // While requests fail or after editing has stopped, another operation does not trigger a request.
    const waits = status.state === "offline" || status.state === "stopped";
    this.#set({ session, status: waits ? { ...status, unsaved } : UNSAVED });
    // The annotator is waiting for a draft to appear.
    if (waits) return;
    this.#since ??= Date.now();
    const left = Math.max(0, this.#since + AT_MOST_MS - Date.now());
    this.#schedule(op.type === "reveal" ? 0 : Math.min(SAVE_DELAY_MS, left));
  }

  #store(op: Op): Promise<void> {
    this.#n += 1;
    const n = Date.parse(op.at) * 1000 + (this.#n % 1000);
    return storeUnsent(this.#opened.id, op, n, this.#opened.about);
  }

  /** Removes operations from the browser's storage. */
  #forget(ops: readonly Op[]): Promise<void> {
    return dropUnsent(
      this.#opened.id,
      ops.map(({ op }) => op),
    );
  }

  /**
   * Queues operations that an earlier page left unsent before those made since, and drops those that have
   * arrived.
   */
  #takeUp(unsent: Op[]): void {
    const { session } = this.#snapshot;
    const arrived = new Set(session.confirmed.map(({ op }) => op));
    const here = new Set(session.pending.map(({ op }) => op));
    const stale = unsent.filter(({ op }) => arrived.has(op));
    if (stale.length > 0) void this.#forget(stale);
    const left = unsent.filter(({ op }) => !arrived.has(op) && !here.has(op));
    if (left.length === 0) return;
    this.#set({ session: beginSession(session.frame, session.confirmed, [...left, ...session.pending]) });
    this.#schedule(0);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), delay);
  }

  async #send(leaving: boolean): Promise<boolean> {
    const measured = takeTimeOperation(this);
    if (measured) {
      const session = perform(this.#snapshot.session, stamped(measured));
      if (!("refused" in session)) this.#set({ session });
    }
    const ops = firstOf(this.#snapshot.session.pending);
    this.#since = null;
    this.#set({ status: { state: "saving" } });
    const { lease, id } = this.#opened;
    const outcome = await sendOperations(id, { lease, base: this.#version, ops }, leaving);
    if ("recorded" in outcome) this.#recorded(ops, outcome.recorded);
    else if ("stale" in outcome) this.#catchUp(outcome.stale);
    else if ("unfit" in outcome) await this.#drop(outcome.unfit);
    else if ("refused" in outcome) this.stop(outcome.refused);
    else this.#retryLater();
    return !("refused" in outcome || "isTransient" in outcome);
  }

  #retryLater(): void {
    const wait = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 30_000;
    this.#failures += 1;
    this.#set({ status: { state: "offline", unsaved: this.#snapshot.session.pending.length } });
    this.#schedule(wait * (0.5 + Math.random()));
  }

  #recorded(sent: Op[], answer: Recorded): void {
    this.#failures = 0;
    this.#version = answer.version;
    void this.#forget(sent);
    this.#tabs?.announceWrite();
    const { session } = this.#snapshot;
    const confirmed = [...session.confirmed, ...answer.merged, ...sent];
    const isPlain = answer.merged.length === 0 && !answer.revealed;
    const next = isPlain
      ? acknowledge(session, sent)
      : reconcile(session, answer.revealed ?? session.frame, confirmed);
    this.#set({ session: next, status: statusOf(next, answer.savedAt) });
  }

  /** Another tab has written operations: adds them, with the pending ones of this tab after them. */
  #catchUp({ version, ops, revealed }: Stale): void {
    const { session } = this.#snapshot;
    const known = version < this.#version ? [] : session.confirmed;
    this.#version = version;
    this.#merge(revealed ?? session.frame, [...known, ...ops], ops.at(-1)?.at ?? this.#savedAt);
  }

  /** Takes over the server's operations, saved at this time, and forgets those of this tab that are done with. */
  #merge(frame: Session["frame"], confirmed: readonly Op[], savedAt: string | null): void {
    const { session: before } = this.#snapshot;
    const session = reconcile(before, frame, confirmed);
    void this.#forget(doneWith(before, session));
    const isSaved = session.pending.length === 0;
    this.#set({ session, ...(isSaved && { status: { state: "saved", at: savedAt } }) });
  }

  /** The server refuses operations permanently: drops them and sends the rest again. */
  async #drop(bad: string[]): Promise<void> {
    await dropUnsent(this.#opened.id, bad);
    const { session } = this.#snapshot;
    this.#set({
      session: { ...session, pending: session.pending.filter((op) => !bad.includes(op.op)) },
      refused: this.#snapshot.refused + bad.length,
    });
    await this.refresh();
  }

  async #heartbeat(): Promise<void> {
    if (document.visibilityState !== "visible" || this.#snapshot.status.state === "stopped") return;
    if (this.#opened.lease === null) return;
    const end = await extendLease(this.#opened.id, this.#opened.lease);
    if (end !== null) this.stop(end);
  }

  /** Ends saving, with the reason that the annotator reads. */
  stop(why: string): void {
    this.#set({ status: { state: "stopped", unsaved: this.#snapshot.session.pending.length, why } });
  }

  #set(change: Partial<AutosaveState>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}
