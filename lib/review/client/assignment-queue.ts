import type { Claim } from "@/lib/batch/schema/views";
import { type ApiError, type ApiResult, callApi } from "@/lib/http/client";
import type { Language } from "@/lib/i18n/schema";
import type { SubmissionFeedback, SubmitOutcome } from "@/lib/review/client/autosave-state";
import { claimNext } from "@/lib/review/client/claim-next";
import { findView, pause, RETRY_MS, repeatUntilAnswered } from "@/lib/review/client/find-assignment";
import { PrefetchedAssignments } from "@/lib/review/client/prefetched-assignments";
import {
  isSameWork,
  isWorkedOn,
  outcomeOf,
  type QueuedAssignment,
  queuedAssignmentOf,
  textOf,
} from "@/lib/review/client/queued-assignment";
import { ENDS_CLAIMS, TRANSIENT_ERRORS } from "@/lib/review/client/save-requests";
import type { AssignmentView } from "@/lib/review/schema";

export type AssignmentQueueState = {
  /** The assignment on the screen. */
  current: QueuedAssignment;
  /** The assignment after it, if already fetched. */
  next: QueuedAssignment | null;
  /** The previous assignment's submission; "opening" once it is confirmed and the assignment on the screen opens. */
  previousSubmission: "none" | "sending" | "offline" | "opening";
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
  claimed: (answer: ApiResult<Claim>) => boolean;
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
  #prefetched: PrefetchedAssignments;
  #callbacks: AssignmentQueueCallbacks;
  #batch: string;
  #submission: Promise<void> | undefined;
  #isDisconnected = false;
  /** Another page is opening: an assignment that is recalled from now on is shown there, not here. */
  #isLeaving = false;
  #connected = new Map<QueuedAssignment, () => void>();

  constructor(view: AssignmentView, callbacks: AssignmentQueueCallbacks) {
    this.#callbacks = callbacks;
    this.#batch = view.batch.id;
    this.#prefetched = new PrefetchedAssignments(view.batch.id, callbacks.ready);
    const current = queuedAssignmentOf(view);
    this.#state = { current, next: null, previousSubmission: "none", recalled: false, refused: null };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): AssignmentQueueState => this.#state;

  /** True while an assignment is on the screen and no other page opens. */
  stays = (id: string): boolean =>
    this.#state.current.view.id === id && !this.#isLeaving && !this.#isDisconnected;

  /** Starts talking to the server. Returns a function that stops and releases prefetched assignments. */
  connect(): () => void {
    this.#isDisconnected = false;
    this.#connect(this.#state.current);
    void this.#prefetch();
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (this.#submission) event.preventDefault();
    };
    const release = () => this.#prefetched.release();
    // The page was restored from the browser's back/forward cache; its prefetched assignments had been
    // released.
    const prefetchAgain = (event: PageTransitionEvent) => {
      if (event.persisted) void this.#prefetch();
    };
    window.addEventListener("beforeunload", warnBeforeUnload);
    window.addEventListener("pagehide", release);
    window.addEventListener("pageshow", prefetchAgain);
    return () => {
      this.#isDisconnected = true;
      window.removeEventListener("beforeunload", warnBeforeUnload);
      window.removeEventListener("pagehide", release);
      window.removeEventListener("pageshow", prefetchAgain);
      for (const stop of this.#connected.values()) stop();
      this.#connected.clear();
      this.#prefetched.stopFetching();
      release();
    };
  }

  /**
   * Submits the assignment on the screen and shows the next one: at once if that is prefetched, otherwise after the server's
   * answer if it was fetched meanwhile. Returns null in both cases. Also returns null, without submitting, if the annotator has
   * recalled the previous assignment, which is on the screen again. Otherwise returns the server's answer; `isContinued` is true
   * while another page opens or feedback is shown. `language` is that of the page.
   */
  async submitCurrent(language: Language): Promise<{ outcome: SubmitOutcome; isContinued: boolean } | null> {
    const { id } = this.#state.current.view;
    // If no request is running, show the next assignment synchronously: awaiting would draw the current one
    // once more.
    if (this.#submission) await this.#submission;
    const { current } = this.#state;
    // The previous assignment has been recalled meanwhile: this one waits below it.
    if (current.view.id !== id) return null;
    const next = this.#prefetched.shift();
    if (!next) {
      const outcome = await current.sync.submit(language);
      if (!outcome.submitted) return { outcome, isContinued: false };
      this.#tellSubmitted(current, outcome);
      if (outcome.feedback) return { outcome, isContinued: true };
      // One that arrived meanwhile is shown sooner than a page.
      const arrived = this.stays(id) ? this.#prefetched.shift() : undefined;
      if (arrived) {
        void this.#leaveFor(arrived);
        return null;
      }
      const going = this.#claim().then((claim) => this.#continueWith(claim));
      this.#submission = going.then(() => {
        this.#submission = undefined;
      });
      return { outcome, isContinued: await going };
    }
    this.#show(next, { previousSubmission: "sending", refused: null });
    this.#submission = this.#submitInBackground(current, next, language).finally(async () => {
      this.#submission = undefined;
      this.#set({ previousSubmission: "none" });
      if (!this.#state.recalled) return;
      await this.undoSubmission(current.view.id);
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

  /** The annotator goes on after a stop: saves again, or opens an assignment that the batch's pause kept closed. */
  async resume(): Promise<void> {
    const { current } = this.#state;
    current.sync.resume();
    await this.#submission;
    if (current.opening && current === this.#state.current) await this.#openAlone(current);
  }

  /** The annotator has skipped the assignment on the screen: shows the next one. */
  async showNextAfterSkip(): Promise<void> {
    await this.#submission;
    await this.#leaveFor(this.#prefetched.shift() ?? null);
  }

  /** Recalls the assignment that is being submitted. Returns false when none is. */
  recall(): boolean {
    if (this.#state.previousSubmission === "none") return false;
    this.#set({ recalled: true });
    return true;
  }

  /** Undoes a submission. The assignment on the screen waits below it. */
  async undoSubmission(id: string): Promise<UndoResult> {
    await this.#submission;
    const { current } = this.#state;
    await current.sync.flush();
    // The recalled assignment takes the place of a prefetched one.
    this.#prefetched.stopFetching();
    const answer = await callApi("POST", `/api/v1/assignments/${id}/undo-submit`, {});
    if (!answer.ok) {
      void this.#prefetch();
      return answer.error;
    }
    const found = await this.#retry(() => this.#prefetched.fetch(id));
    if (!found.ok) return found.error;
    const { batch, lease, leaseUntil, position } = found.value;
    // Another page is opening: the assignment opens as a page of its own after that.
    if ((batch.id !== this.#batch || this.#isLeaving) && lease && leaseUntil) {
      const assignment = { id, lease, leaseUntil, position };
      this.#continueWith({ ok: true, value: { status: "claimed", assignment } });
      return "opens";
    }
    this.#disconnect(current);
    if (isWorkedOn(current)) this.#prefetched.unshift(current);
    this.#show(queuedAssignmentOf(found.value), { refused: null });
    void this.#prefetch();
    return "shown";
  }

  async #submitInBackground(
    previous: QueuedAssignment,
    next: QueuedAssignment,
    language: Language,
  ): Promise<void> {
    const outcome = await this.#submitUntilDecided(previous, language);
    if (!outcome?.submitted) return this.#showAgain(previous, next, outcome);
    this.#disconnect(previous);
    this.#set({ previousSubmission: "opening" });
    this.#tellSubmitted(previous, outcome);
    // Claim nothing once the annotator has left the page.
    if (!this.#isDisconnected && !outcome.feedback) await this.#open(next);
  }

  /** The work on the assignment on the screen is over: shows the next one, if it was fetched, and claims. */
  #leaveFor(next: QueuedAssignment | null): Promise<void> {
    const { current } = this.#state;
    if (next) this.#show(next, { refused: null });
    this.#disconnect(current);
    return this.#openAlone(next);
  }

  #openAlone(next: QueuedAssignment | null): Promise<void> {
    this.#submission = this.#open(next).finally(() => {
      this.#submission = undefined;
    });
    return this.#submission;
  }

  /** Claims, and opens the assignment already on the screen if that is the claimed one. */
  async #open(next: QueuedAssignment | null): Promise<void> {
    const claim = await this.#claim(next?.view.id);
    if (next && !claim.ok && ENDS_CLAIMS.has(claim.error.code)) return next.sync.stop(claim.error.code);
    const id = claim.ok && claim.value.status === "claimed" ? claim.value.assignment.id : null;
    if (!next || id !== next.view.id) {
      this.#prefetched.clear();
      this.#set({});
      if (!next?.sync.snapshot().session.pending.length) this.#continueWith(claim);
      else await this.#rescue(next, id, claim);
      return;
    }
    const found = await this.#retry(() => this.#prefetched.fetch(id));
    if (!found.ok || found.value.state !== "open" || found.value.lease === null) {
      this.#continueWith(claim);
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
    void this.#prefetch();
  }

  /**
   * The annotator has worked on a prefetched assignment that the server did not open, although it was asked for
   * again: it is another annotator's now, or a different one came first. The work goes on in the claimed assignment if
   * that is about the same; else it stays on the screen with a notice, unless the assignment is still the
   * annotator's: then it is sent when that opens.
   */
  async #rescue(next: QueuedAssignment, claimed: string | null, claim: ApiResult<Claim>): Promise<void> {
    const instead = claimed === null ? null : await this.#retry(() => this.#prefetched.fetch(claimed));
    if (instead?.ok && instead.value.lease !== null && isSameWork(instead.value, next.view)) {
      const moved = queuedAssignmentOf(instead.value);
      void moved.sync.adopt(next.sync);
      const isShown = this.#state.current === next;
      this.#disconnect(next);
      if (isShown) this.#show(moved, { refused: null });
      void this.#prefetch();
      return;
    }
    const found = await this.#retry(() => findView(next.view.id));
    if (found.ok && ["reserved", "open"].includes(found.value.state)) this.#continueWith(claim);
    else next.sync.stop("not-reserved");
  }

  /** Repeats a submission until the server has decided. Null when it was recalled before that. */
  async #submitUntilDecided(
    { sync, view }: QueuedAssignment,
    language: Language,
  ): Promise<SubmitOutcome | null> {
    for (let tries = 0; !this.#isDisconnected; tries++) {
      const outcome = await sync.submit(language);
      if (outcome.submitted || "missing" in outcome) return outcome;
      // An earlier attempt arrived, but its response was lost.
      if (tries > 0 && outcome.refused === "already-submitted") return outcomeOf(await findView(view.id));
      if (!TRANSIENT_ERRORS.has(outcome.refused)) return outcome;
      if (this.#state.recalled) return null;
      this.#set({ previousSubmission: "offline" });
      await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 15_000);
      if (this.#state.recalled) return null;
      this.#set({ previousSubmission: "sending" });
    }
    return null;
  }

  #showAgain(previous: QueuedAssignment, next: QueuedAssignment, outcome: SubmitOutcome | null): void {
    this.#set({ recalled: false });
    if (this.#isDisconnected) return;
    this.#disconnect(next);
    this.#prefetched.unshift(next);
    let refused: AssignmentQueueState["refused"] = null;
    if (outcome && !outcome.submitted)
      refused = "missing" in outcome ? { refused: "incomplete", message: "" } : outcome;
    this.#show(previous, { refused });
  }

  /** Feedback opens as a page of its own. */
  #tellSubmitted({ view }: QueuedAssignment, outcome: Extract<SubmitOutcome, { submitted: true }>): void {
    if (outcome.feedback) this.#isLeaving = true;
    this.#callbacks.submitted(view.id, new Date(outcome.undoUntil), outcome.feedback);
  }

  #continueWith(claim: ApiResult<Claim>): boolean {
    this.#isLeaving = true;
    return this.#callbacks.claimed(claim);
  }

  #claim(again?: string): Promise<ApiResult<Claim>> {
    return this.#retry(() => claimNext(this.#batch, again));
  }

  #retry<Value>(request: () => Promise<ApiResult<Value>>): Promise<ApiResult<Value>> {
    return repeatUntilAnswered(request, () => this.#isDisconnected);
  }

  async #prefetch(): Promise<void> {
    if (this.#isDisconnected || !isWorkedOn(this.#state.current)) return;
    if (await this.#prefetched.renew(() => this.#state.current)) this.#set({});
  }

  #show(current: QueuedAssignment, change: Partial<AssignmentQueueState>): void {
    this.#connect(current);
    this.#set({ ...change, current });
    this.#callbacks.shown(current.view.id);
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
    this.#state = { ...this.#state, ...change, next: this.#prefetched.first };
    for (const listener of this.#listeners) listener();
  }
}
