import { callApi, SIGNED_IN } from "@/lib/http/client";
import { FocusClock } from "@/lib/review/client/active-time";
import { afterFrame } from "@/lib/review/client/after-frame";
import {
  type AutosaveState,
  type OpenedAssignment,
  type Recorded,
  type Stale,
  type StateOnServer,
  type SubmitOutcome,
  type UnstampedOp,
  WHY_CLOSED,
} from "@/lib/review/client/autosave-state";
import {
  acknowledge,
  beginSession,
  type Conflict,
  perform,
  reconcile,
  resolveConflict,
  type Session,
} from "@/lib/review/client/local-document";
import { dropUnsent, findUnsent, storeNow, storeUnsent } from "@/lib/review/client/outbox";
import { firstOf, PASSING, SAVE_PATIENCE_MS, stamped } from "@/lib/review/client/save-requests";
import { SignalCounter } from "@/lib/review/client/signal-counter";
import { withhold } from "@/lib/review/rules/reveal";
import { redoable, undoable } from "@/lib/review/rules/undo";
import type { OpRefusal, Requirement } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";

/** Delay of a save after the last operation, and the longest delay after the first one, in ms. */
const SAVE_DELAY_MS = 300;
const AT_MOST_MS = 1500;

const RETRY_MS = [1000, 2000, 4000, 8000, 15_000, 30_000];

/**
 * Saves the operations of one assignment. Operations show at once, are stored in the browser until the server
 * has confirmed them, sent in order, and sent again after any failure: an operation recorded twice changes
 * nothing. One request at a time.
 */
export class ReviewSync {
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
  #channel: BroadcastChannel | undefined;
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

    this.#channel =
      typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(`review:${id}`);
    this.#channel?.addEventListener("message", (event: MessageEvent<string>) => {
      if (event.data === "hello") this.#channel?.postMessage("here");
      if (event.data === "hello" || event.data === "here") this.#set({ elsewhere: true });
      if (event.data === "wrote") void this.refresh();
    });
    this.#channel?.postMessage("hello");

    const wake = () => this.#schedule(0);
    const hide = () => {
      void storeNow();
      this.clock.show(document.visibilityState === "visible");
      this.signals?.show(document.visibilityState === "visible");
      if (document.visibilityState === "hidden") void this.flush(true);
    };
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (this.#snapshot.session.pending.length > 0) event.preventDefault();
    };
    window.addEventListener("online", wake);
    window.addEventListener(SIGNED_IN, wake);
    window.addEventListener("pagehide", hide);
    document.addEventListener("visibilitychange", hide);
    window.addEventListener("beforeunload", warnBeforeUnload);
    const third = (this.#opened.leaseMinutes * 60_000) / 3;
    this.#beat = setInterval(() => void this.#heartbeat(), Math.min(third, 5 * 60_000));
    return () => {
      window.removeEventListener("online", wake);
      window.removeEventListener(SIGNED_IN, wake);
      window.removeEventListener("pagehide", hide);
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("beforeunload", warnBeforeUnload);
      clearInterval(this.#beat);
      clearTimeout(this.#timer);
      this.#channel?.close();
      this.#channel = undefined;
      void this.flush(true);
    };
  }

  /** The server has opened the assignment: pending work is saved from now on. */
  open({
    lease,
    version,
    savedAt,
    frame,
    ops,
  }: Pick<OpenedAssignment, "version" | "savedAt" | "frame" | "ops"> & { lease: string }) {
    this.#opened = { ...this.#opened, lease, savedAt };
    this.#version = version;
    const session = reconcile(this.#snapshot.session, frame, ops);
    const unsaved = session.pending.length;
    this.#set({
      session,
      status: unsaved === 0 ? { state: "saved", at: savedAt } : { state: "unsaved", unsaved },
    });
    if (unsaved > 0) this.#schedule(0);
  }

  /**
   * Takes over work on the same that was done in an assignment the server no longer has, also in the browser's
   * storage. Resolves once it is there.
   */
  async adopt(from: ReviewSync): Promise<void> {
    const ops = from.snapshot().session.pending;
    const { session } = this.#snapshot;
    this.#set({ session: beginSession(session.frame, session.confirmed, [...ops, ...session.pending]) });
    this.#schedule(0);
    await Promise.all(ops.map((op) => this.#store(op)));
    await dropUnsent(
      from.#opened.id,
      ops.map(({ op }) => op),
    );
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
    void dropUnsent(this.#opened.id, [conflict.mine.op]);
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

  /** Submits the finished document. */
  async submit(): Promise<SubmitOutcome> {
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
    const measured = this.#takeMeasures();
    if (measured) {
      this.perform(measured);
      await this.flush();
    }
    if (this.#snapshot.session.conflicts.length > 0)
      return {
        submitted: false,
        refused: "unresolved",
        message: "Two versions of something wait for a choice.",
      };
    type Answer = { undoUntil: string; feedback?: true; result?: true };
    const answer = await callApi<Answer>("POST", `${this.#path}/submit`, {
      lease: this.#opened.lease,
      base: this.#version,
    });
    if (answer.ok) {
      this.#channel?.postMessage("wrote");
      const { undoUntil, feedback, result } = answer.value;
      return { submitted: true, undoUntil, feedback: feedback ? "feedback" : result ? "result" : null };
    }
    const { code, message, detail } = answer.error;
    if (code === "stale") {
      this.#catchUp(detail as Stale);
      return { submitted: false, refused: code, message };
    }
    if (code === "incomplete") {
      return { submitted: false, missing: (detail as { missing: Requirement[] }).missing };
    }
    if (!PASSING.has(code)) this.stop(code);
    return { submitted: false, refused: code, message };
  }

  /** Fetches the server's copy and merges pending operations into it. */
  async refresh(): Promise<void> {
    if (this.#opened.lease === null) return;
    const before = this.#version;
    const answer = await callApi<OpenedAssignment & StateOnServer>("GET", this.#path);
    if (!answer.ok) {
      if (!PASSING.has(answer.error.code)) this.stop(answer.error.code);
      return;
    }
    const fresh = answer.value;
    if (fresh.batch.projectArchived) return this.stop("project-archived");
    if (fresh.state !== "open") return this.stop(WHY_CLOSED[fresh.state] ?? "expired");
    if (fresh.lease !== this.#opened.lease) return this.stop("expired");
    // Something was saved during the request, so this copy may lack it.
    if (this.#version !== before) return this.refresh();
    this.#version = fresh.version;
    const session = reconcile(this.#snapshot.session, fresh.frame, fresh.ops);
    this.#set({ session });
    if (session.pending.length > 0) this.#schedule(0);
    else this.#set({ status: { state: "saved", at: fresh.savedAt ?? this.#savedAt } });
  }

  /** Continues saving when the batch is open again, or the same lease was extended. */
  resume(): void {
    if (this.#snapshot.status.state !== "stopped") return;
    this.#set({ status: { state: "unsaved", unsaved: this.#snapshot.session.pending.length } });
    this.#schedule(0);
    if (this.#snapshot.session.pending.length === 0) void this.refresh();
  }

  /** Time, and signals where they are counted, since the last call; null when there is nothing new. */
  #takeMeasures(): (UnstampedOp & { type: "time" }) | null {
    const spent = this.clock.take();
    const signals = this.signals?.take();
    if (spent.length === 0 && !signals) return null;
    return { type: "time", spent, ...(signals && { signals }) };
  }

  get #path(): string {
    return `/api/v1/assignments/${this.#opened.id}`;
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
    this.#set({ session, status: waits ? { ...status, unsaved } : { state: "unsaved", unsaved } });
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

  /**
   * Queues operations that an earlier page left unsent before those made since, and drops those that have
   * arrived.
   */
  #takeUp(unsent: Op[]): void {
    const { session } = this.#snapshot;
    const arrived = new Set(session.confirmed.map(({ op }) => op));
    const here = new Set(session.pending.map(({ op }) => op));
    const stale = unsent.filter(({ op }) => arrived.has(op));
    if (stale.length > 0)
      void dropUnsent(
        this.#opened.id,
        stale.map(({ op }) => op),
      );
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
    const measured = this.#takeMeasures();
    if (measured) {
      const outcome = perform(this.#snapshot.session, stamped(measured));
      if (!isRefusedSession(outcome)) this.#set({ session: outcome });
    }
    const ops = firstOf(this.#snapshot.session.pending);
    this.#since = null;
    this.#set({ status: { state: "saving", unsaved: ops.length } });
    const base = this.#version;
    const answer = await callApi<Recorded>(
      "POST",
      `${this.#path}/ops`,
      { lease: this.#opened.lease, base, ops },
      { keepalive: leaving, patience: SAVE_PATIENCE_MS },
    );
    if (answer.ok) {
      this.#recorded(ops, answer.value);
      return true;
    }
    const { code, detail, problems = [] } = answer.error;
    if (code === "stale") {
      this.#catchUp(detail as Stale);
      return true;
    }
    if (code === "does-not-fit") {
      await this.#drop([(detail as { op: string }).op]);
      return true;
    }
    if (code === "invalid") {
      const places = problems.map(({ field }) => Number(/^body\.ops\.(\d+)/.exec(field)?.[1]));
      const bad = ops.filter((_, place) => places.includes(place)).map(({ op }) => op);
      if (bad.length > 0) {
        await this.#drop(bad);
        return true;
      }
    }
    if (!PASSING.has(code)) {
      this.stop(code);
      return false;
    }
    const wait = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 30_000;
    this.#failures += 1;
    this.#set({ status: { state: "offline", unsaved: this.#snapshot.session.pending.length } });
    this.#schedule(wait * (0.5 + Math.random()));
    return false;
  }

  #recorded(sent: Op[], answer: Recorded): void {
    this.#failures = 0;
    this.#version = answer.version;
    void dropUnsent(
      this.#opened.id,
      sent.map((op) => op.op),
    );
    this.#channel?.postMessage("wrote");
    const { session } = this.#snapshot;
    const plain = answer.merged.length === 0 && !answer.revealed;
    const next = plain
      ? acknowledge(session, sent)
      : reconcile(session, answer.revealed ?? session.frame, [
          ...session.confirmed,
          ...answer.merged,
          ...sent,
        ]);
    const unsaved = next.pending.length;
    this.#set({
      session: next,
      status: unsaved === 0 ? { state: "saved", at: answer.savedAt } : { state: "unsaved", unsaved },
    });
  }

  /** Another tab has written operations: adds them, with the pending ones of this tab after them. */
  #catchUp({ version, ops, revealed }: Stale): void {
    const { session } = this.#snapshot;
    const known = version < this.#version ? [] : session.confirmed;
    this.#version = version;
    this.#set({ session: reconcile(session, revealed ?? session.frame, [...known, ...ops]) });
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
    const answer = await callApi("POST", `${this.#path}/heartbeat`, { lease: this.#opened.lease });
    if (!answer.ok && !PASSING.has(answer.error.code)) this.stop(answer.error.code);
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

/**
 * The state of a preview, which has no server: everything counts as saved, and the frame shows what an
 * annotator would see.
 */
function rehearsed(session: Session, frame: ReviewFrame): Session {
  const confirmed = [...session.confirmed, ...session.pending];
  return { ...session, frame: withhold(frame, session.document), confirmed, pending: [] };
}

const isRefusedSession = (outcome: Session | { refused: OpRefusal }): outcome is { refused: OpRefusal } =>
  "refused" in outcome;
