import { type ApiResult, callApi, UNREACHABLE } from "@/lib/http/client";
import { findView } from "@/lib/review/client/find-assignment";
import { unsentAssignments } from "@/lib/review/client/outbox";
import { type QueuedAssignment, queuedAssignmentOf } from "@/lib/review/client/queued-assignment";
import type { AssignmentView } from "@/lib/review/schema";

/** The assignments that come after the one on the screen, in order. The server reserves them for this page. */
export class PrefetchedAssignments {
  #assignments: QueuedAssignment[] = [];
  /** Aborts the current fetch. */
  #fetching = new AbortController();
  #path: string;
  #ready: (view: AssignmentView) => Promise<unknown>;
  /** This page's name for the server: what it has prefetched is released when it is left, nothing else. */
  readonly #page = crypto.randomUUID();

  /** `ready` loads everything needed to show an assignment; rejects if that fails. */
  constructor(batch: string, ready: (view: AssignmentView) => Promise<unknown>) {
    this.#path = `/api/v1/batches/${batch}/ahead`;
    this.#ready = ready;
  }

  /** The next one; null when none is there yet. */
  get first(): QueuedAssignment | null {
    return this.#assignments[0] ?? null;
  }

  /** Takes the next one out. */
  shift(): QueuedAssignment | undefined {
    return this.#assignments.shift();
  }

  /** Puts an assignment before the others. */
  unshift(assignment: QueuedAssignment): void {
    this.#assignments.unshift(assignment);
  }

  clear(): void {
    this.#assignments = [];
  }

  stopFetching(): void {
    this.#fetching.abort();
    this.#fetching = new AbortController();
  }

  /** Gives the assignments back to the server, also while the page closes. */
  release(): void {
    if (this.#assignments.length > 0)
      void callApi("DELETE", `${this.#path}?page=${this.#page}`, undefined, { keepalive: true });
  }

  /**
   * Renews the prefetched assignments and fetches missing ones; returns whether that succeeded. `current` is the one
   * on the screen. An earlier fetch that is still running is aborted: it could bring back an assignment that has been
   * submitted since.
   */
  async renew(current: () => QueuedAssignment): Promise<boolean> {
    this.stopFetching();
    const { signal } = this.#fetching;
    const body = { page: this.#page, again: await unsentAssignments() };
    if (signal.aborted) return false;
    const prefetched = await callApi<{ assignments: string[] }>("POST", this.#path, body, { signal });
    if (!prefetched.ok || signal.aborted) return false;
    const ids = prefetched.value.assignments;
    const here = new Set([current(), ...this.#assignments].map(({ view }) => view.id));
    const found = await Promise.all(ids.filter((id) => !here.has(id)).map((id) => this.fetch(id, signal)));
    if (signal.aborted) return false;
    const fetched = new Map(
      [
        ...this.#assignments,
        ...found.flatMap((one) => (one.ok ? [queuedAssignmentOf(one.value, { opening: true })] : [])),
      ].map((assignment) => [assignment.view.id, assignment]),
    );
    const begun = this.#assignments.filter(({ opening, view }) => !opening && !ids.includes(view.id));
    const prefetchedNow = ids.flatMap((id) => fetched.get(id) ?? []);
    this.#assignments = [...begun, ...prefetchedNow].filter(({ view }) => view.id !== current().view.id);
    return true;
  }

  /** Fetches an assignment and loads everything needed to show it. */
  async fetch(id: string, signal?: AbortSignal): Promise<ApiResult<AssignmentView>> {
    const found = await findView(id, signal);
    if (!found.ok) return found;
    return this.#ready(found.value).then(
      () => found,
      () => ({ ok: false, error: UNREACHABLE }),
    );
  }
}
