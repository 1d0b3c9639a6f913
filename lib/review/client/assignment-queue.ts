import type { Claim } from "@/lib/batch/schema/views";
import { type ApiError, type ApiResult, callApi, UNREACHABLE } from "@/lib/http/client";
import { ReviewSync } from "@/lib/review/client/autosave";
import type { SubmissionFeedback, SubmitOutcome } from "@/lib/review/client/autosave-state";
import { findView, pause, RETRY_MS } from "@/lib/review/client/find-assignment";
import { PASSING } from "@/lib/review/client/save-requests";
import type { AssignmentView } from "@/lib/review/schema";

/** An assignment in the queue, with its autosave. */
export type QueuedAssignment = {
  view: AssignmentView;
  sync: ReviewSync;
  /** Annotator works on it before the server has opened it: operations wait in the browser. */
  opening: boolean;
};

export type AssignmentQueueState = {
  /** The assignment on the screen. */
  current: QueuedAssignment;
  /** The assignment after it, if already fetched. */
  next: QueuedAssignment | null;
  /**
   * True if the previous assignment is being submitted. It counts as submitted only after the server has
   * confirmed.
   */
  submitting: "no" | "yes" | "offline";
  /**
   * The annotator has recalled the assignment being submitted. Input is blocked meanwhile, because the
   * assignment on the screen will be replaced.
   */
  recalled: boolean;
  /** Why the server refused the submission of the assignment on the screen. */
  refused: { refused: string; message: string } | null;
};

/**
 * Result of undoing a submission: the assignment is on the screen, opens as a page of its own, or could not
 * be recalled.
 */
export type UndoResult = "shown" | "opens" | ApiError;

/** Callbacks that the page provides to the queue. */
export type AssignmentQueueCallbacks = {
  /** Loads everything needed to show an assignment; rejects if that fails. */
  ready: (view: AssignmentView) => Promise<unknown>;
  /**
   * The server has accepted the submission. If it comes with feedback, the feedback is shown first, and undo
   * is not offered.
   */
  submitted: (id: string, undoUntil: Date, submissionFeedback: SubmissionFeedback) => void;
  /** Another assignment is on the screen. */
  shown: (id: string) => void;
  /**
   * The server claimed something other than the prefetched assignment, or nothing. Resolves to whether
   * another page opens.
   */
  goOn: (answer: ApiResult<Claim>) => boolean;
};

/**
 * An annotator's queue in one batch: the current assignment and the next ones, prefetched. On submit the next
 * one is shown at once, while the server receives in order: pending operations, the submission, the opening
 * of the next. If the server refuses a submission, that assignment is shown again. Each request is repeated
 * until the server answers.
 */
export class AssignmentQueue {
  #state: AssignmentQueueState;
  #listeners = new Set<() => void>();
  #next: QueuedAssignment[] = [];
  #around: AssignmentQueueCallbacks;
  #batch: string;
  #settling: Promise<void> | undefined;
  #gone = false;
  /** Another page is opening: an assignment that is recalled from now on is shown there, not here. */
  #leaves = false;
  /** Aborts the current prefetch. */
  #fetching = new AbortController();
  #connected = new Map<QueuedAssignment, () => void>();
  /** This page's name for the server: what it has prefetched is released when it is left, nothing else. */
  readonly #page = crypto.randomUUID();

  constructor(view: AssignmentView, around: AssignmentQueueCallbacks) {
    this.#around = around;
    this.#batch = view.batch.id;
    this.#state = {
      current: queuedAssignmentOf(view),
      next: null,
      submitting: "no",
      recalled: false,
      refused: null,
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): AssignmentQueueState => this.#state;

  /** Starts talking to the server. Returns a function that stops and releases prefetched assignments. */
  connect(): () => void {
    this.#gone = false;
    this.#connect(this.#state.current);
    void this.#lookAhead();
    const stay = (event: BeforeUnloadEvent) => {
      if (this.#settling) event.preventDefault();
    };
    const leave = () => {
      if (this.#next.length > 0)
        void callApi("DELETE", `${this.#ahead}?page=${this.#page}`, undefined, { keepalive: true });
    };
    // The page was restored from the browser's back/forward cache; its prefetched assignments had been
    // released.
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) void this.#lookAhead();
    };
    window.addEventListener("beforeunload", stay);
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", back);
    return () => {
      this.#gone = true;
      window.removeEventListener("beforeunload", stay);
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", back);
      for (const stop of this.#connected.values()) stop();
      this.#connected.clear();
      this.#stopFetching();
      leave();
    };
  }

  /**
   * Submits the assignment on the screen. If the next one is prefetched, shows it before the server has
   * answered; otherwise resolves with the server's answer.
   */
  async submitCurrent(): Promise<{ outcome: SubmitOutcome; goesOn: boolean } | null> {
    const { id } = this.#state.current.view;
    // If no request is running, show the next assignment synchronously: awaiting would draw the current one
    // once more.
    if (this.#settling) await this.#settling;
    const { current } = this.#state;
    // The previous assignment has been recalled meanwhile: this one waits below it.
    if (current.view.id !== id) return null;
    const next = this.#next.shift();
    if (!next) {
      const outcome = await current.sync.submit();
      if (!outcome.submitted) return { outcome, goesOn: false };
      this.#around.submitted(current.view.id, new Date(outcome.undoUntil), outcome.told);
      if (outcome.told) return { outcome, goesOn: true };
      const going = this.#claim().then((claim) => this.#goOn(claim));
      this.#settling = going.then(() => {
        this.#settling = undefined;
      });
      return { outcome, goesOn: await going };
    }
    this.#show(next, { submitting: "yes", refused: null });
    this.#settling = this.#settle(current, next).finally(async () => {
      this.#settling = undefined;
      this.#set({ submitting: "no" });
      if (!this.#state.recalled) return;
      await this.takeBack(current.view.id);
      this.#set({ recalled: false });
    });
    return null;
  }

  /** The page has read the assignment again, so it may be editable again. */
  read(view: AssignmentView): void {
    const { current } = this.#state;
    if (current.view.id !== view.id || current.view.lease !== view.lease) return;
    if (isWorkedOn(current)) current.sync.resume();
  }

  /** The annotator has skipped the assignment on the screen: shows the next one. */
  async moveOn(): Promise<void> {
    await this.#settling;
    const { current } = this.#state;
    const next = this.#next.shift();
    if (next) this.#show(next, { refused: null });
    this.#disconnect(current);
    this.#settling = this.#open(next ?? null).finally(() => {
      this.#settling = undefined;
    });
    await this.#settling;
  }

  /** Recalls the assignment that is being submitted. Returns false when none is. */
  recall(): boolean {
    if (this.#state.submitting === "no") return false;
    this.#set({ recalled: true });
    return true;
  }

  /** Undoes a submission. The assignment on the screen waits below it. */
  async takeBack(id: string): Promise<UndoResult> {
    await this.#settling;
    const { current } = this.#state;
    await current.sync.flush();
    // The recalled assignment takes the place of a prefetched one.
    this.#stopFetching();
    const answer = await callApi("POST", `/api/v1/assignments/${id}/undo-submit`, {});
    if (!answer.ok) {
      void this.#lookAhead();
      return answer.error;
    }
    const found = await this.#again(() => this.#find(id));
    if (!found.ok) return found.error;
    const { batch, lease, leaseUntil, position } = found.value;
    // Another page is opening: the assignment opens as a page of its own after that.
    if ((batch.id !== this.#batch || this.#leaves) && lease && leaseUntil) {
      const assignment = { id, lease, leaseUntil, position };
      this.#goOn({ ok: true, value: { status: "claimed", assignment } });
      return "opens";
    }
    this.#disconnect(current);
    if (isWorkedOn(current)) this.#next.unshift(current);
    this.#show(queuedAssignmentOf(found.value), { refused: null });
    void this.#lookAhead();
    return "shown";
  }

  async #settle(previous: QueuedAssignment, next: QueuedAssignment): Promise<void> {
    const outcome = await this.#insist(previous);
    if (!outcome?.submitted) return this.#bringBack(previous, next, outcome);
    this.#disconnect(previous);
    this.#around.submitted(previous.view.id, new Date(outcome.undoUntil), outcome.told);
    // Claim nothing once the annotator has left the page.
    if (!this.#gone && !outcome.told) await this.#open(next);
  }

  /** Claims, and opens the assignment already on the screen if that is the claimed one. */
  async #open(next: QueuedAssignment | null): Promise<void> {
    const claim = await this.#claim();
    const id = claim.ok && claim.value.status === "claimed" ? claim.value.assignment.id : null;
    if (!next || id !== next.view.id) {
      this.#next = [];
      this.#set({});
      this.#goOn(claim);
      return;
    }
    const found = await this.#again(() => this.#find(id));
    if (!found.ok || found.value.state !== "open" || found.value.lease === null) {
      this.#goOn(claim);
      return;
    }
    next.sync.open({ ...found.value, lease: found.value.lease, savedAt: textOf(found.value.savedAt) });
    const opened = { ...next, view: found.value, opening: false };
    const stop = this.#connected.get(next);
    if (stop) {
      this.#connected.delete(next);
      this.#connected.set(opened, stop);
    }
    if (this.#state.current === next) this.#set({ current: opened });
    void this.#lookAhead();
  }

  /** Repeats a submission until the server has decided. Null when it was recalled before that. */
  async #insist({ sync, view }: QueuedAssignment): Promise<SubmitOutcome | null> {
    for (let tries = 0; !this.#gone; tries++) {
      const outcome = await sync.submit();
      if (outcome.submitted || "missing" in outcome) return outcome;
      // An earlier attempt arrived, but its response was lost.
      if (tries > 0 && outcome.refused === "already-submitted") {
        const found = await findView(view.id);
        const until = found.ok ? found.value.undoUntil : null;
        const submissionFeedback = found.ok ? feedbackOf(found.value) : null;
        return { submitted: true, undoUntil: (until ?? new Date()).toISOString(), told: submissionFeedback };
      }
      if (!PASSING.has(outcome.refused)) return outcome;
      if (this.#state.recalled) return null;
      this.#set({ submitting: "offline" });
      await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 15_000);
      if (this.#state.recalled) return null;
      this.#set({ submitting: "yes" });
    }
    return null;
  }

  #bringBack(previous: QueuedAssignment, next: QueuedAssignment, outcome: SubmitOutcome | null): void {
    this.#set({ recalled: false });
    if (this.#gone) return;
    this.#disconnect(next);
    this.#next.unshift(next);
    let refused: AssignmentQueueState["refused"] = null;
    if (outcome && !outcome.submitted)
      refused = "missing" in outcome ? { refused: "incomplete", message: "" } : outcome;
    this.#show(previous, { refused });
  }

  #goOn(claim: ApiResult<Claim>): boolean {
    this.#leaves = true;
    return this.#around.goOn(claim);
  }

  #claim(): Promise<ApiResult<Claim>> {
    return this.#again(() => callApi<Claim>("POST", `/api/v1/batches/${this.#batch}/claim`, {}));
  }

  async #again<Value>(request: () => Promise<ApiResult<Value>>): Promise<ApiResult<Value>> {
    for (let tries = 0; ; tries++) {
      const answer = await request();
      if (answer.ok || !PASSING.has(answer.error.code) || this.#gone) return answer;
      await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 15_000);
    }
  }

  /**
   * Renews the prefetched assignments and fetches missing ones. An earlier prefetch that is still running is
   * aborted: it could bring back an assignment that has been submitted since.
   */
  async #lookAhead(): Promise<void> {
    if (!isWorkedOn(this.#state.current)) return;
    this.#stopFetching();
    const { signal } = this.#fetching;
    const prefetched = await callApi<{ assignments: string[] }>(
      "POST",
      this.#ahead,
      { page: this.#page },
      { signal },
    );
    if (!prefetched.ok || this.#gone) return;
    const ids = prefetched.value.assignments;
    const here = new Set([this.#state.current, ...this.#next].map(({ view }) => view.id));
    const found = await Promise.all(ids.filter((id) => !here.has(id)).map((id) => this.#find(id, signal)));
    if (this.#gone || signal.aborted) return;
    const fetched = new Map(
      [
        ...this.#next,
        ...found.flatMap((one) => (one.ok ? [queuedAssignmentOf(one.value, { opening: true })] : [])),
      ].map((current) => [current.view.id, current]),
    );
    const begun = this.#next.filter(({ opening, view }) => !opening && !ids.includes(view.id));
    const ahead = ids.flatMap((id) => fetched.get(id) ?? []);
    this.#next = [...begun, ...ahead].filter(({ view }) => view.id !== this.#state.current.view.id);
    this.#set({});
  }

  /** Fetches an assignment and loads everything needed to show it. */
  async #find(id: string, signal?: AbortSignal): Promise<ApiResult<AssignmentView>> {
    const found = await findView(id, signal);
    if (!found.ok) return found;
    return this.#around.ready(found.value).then(
      () => found,
      () => ({ ok: false, error: UNREACHABLE }),
    );
  }

  #stopFetching(): void {
    this.#fetching.abort();
    this.#fetching = new AbortController();
  }

  get #ahead(): string {
    return `/api/v1/batches/${this.#batch}/ahead`;
  }

  #show(current: QueuedAssignment, change: Partial<AssignmentQueueState>): void {
    this.#connect(current);
    this.#set({ ...change, current });
    this.#around.shown(current.view.id);
  }

  #connect(current: QueuedAssignment): void {
    if (isWorkedOn(current) && !this.#connected.has(current))
      this.#connected.set(current, current.sync.connect());
  }

  #disconnect(current: QueuedAssignment): void {
    this.#connected.get(current)?.();
    this.#connected.delete(current);
  }

  #set(change: Partial<AssignmentQueueState>): void {
    this.#state = { ...this.#state, ...change, next: this.#next[0] ?? null };
    for (const listener of this.#listeners) listener();
  }
}

/** True if the assignment can be edited, as far as the client knows. */
export const isWorkedOn = ({ view, opening }: Pick<QueuedAssignment, "view" | "opening">) =>
  opening || (view.state === "open" && view.lease !== null);

/** The feedback that came with an accepted submission. */
function feedbackOf({ feedback, stage }: AssignmentView): SubmissionFeedback {
  if (stage?.isOver) return "result";
  return feedback ? "feedback" : null;
}

export function queuedAssignmentOf(
  view: AssignmentView,
  { rehearsal = false, opening = false } = {},
): QueuedAssignment {
  const { id, version, frame, ops, lease } = view;
  const { leaseMinutes } = view.batch;
  const savedAt = textOf(view.savedAt);
  const sync = new ReviewSync({ id, lease, leaseMinutes, version, savedAt, frame, ops, rehearsal });
  return { view, sync, opening };
}

const textOf = (date: Date | null) => date && new Date(date).toISOString();
