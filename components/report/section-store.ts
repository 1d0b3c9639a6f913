import { callApi } from "@/lib/http/client";
import type { ReportSection, SectionName, SectionResponse } from "@/lib/report/schema/sections";

/** A section as far as it is fetched. */
export interface FetchedSection {
  state: "idle" | "loading" | "ready" | "failed";
  /** While newer numbers are loading, the previous ones. */
  section: ReportSection | null;
  /** Why it failed, in words for people. */
  problem: string | null;
}

const IDLE: FetchedSection = { state: "idle", section: null, problem: null };

/** Pause before a section that is still being computed is requested again, in milliseconds. */
const PAUSE = 300;

/** Pause before the page is asked again to load newer data, in milliseconds. */
const OUTDATED_PAUSE = 3_000;

interface StoreOptions {
  /** `/api/v1/reports/batches/…` */
  path: string;
  /** The part of the study, as the end of an address. */
  query: string;
  /** When the data of the overview were read; null while it is computed. */
  dataAt: string | null;
  /** Called when a section is of newer data than the overview. */
  onOutdated: () => void;
}

/**
 * The sections of one report in the browser. Each is fetched once, when it is first needed. Closing cancels what is
 * on its way, and the next need fetches it again.
 */
export class SectionStore {
  readonly #states = new Map<SectionName, FetchedSection>();
  readonly #loads = new Map<SectionName, Promise<void>>();
  readonly #listeners = new Set<() => void>();
  /** Sections that the page has a place for. */
  readonly #used = new Set<SectionName>();
  /** The last results of `getAll`, by the names. */
  readonly #groups = new Map<string, readonly FetchedSection[]>();
  #stop = new AbortController();
  #outdatedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: StoreOptions) {}

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get = (name: SectionName): FetchedSection => this.#states.get(name) ?? IDLE;

  /** Several sections; the same array until one of them changes. */
  getAll(names: readonly SectionName[]): readonly FetchedSection[] {
    const found = names.map(this.get);
    const before = this.#groups.get(names.join());
    if (before && found.every((one, at) => one === before[at])) return before;
    this.#groups.set(names.join(), found);
    return found;
  }

  /** Notes that the page has a place for some sections. */
  use(names: readonly SectionName[]): void {
    for (const name of names) this.#used.add(name);
  }

  /** Fetches every section that the page has a place for. */
  async loadAll(): Promise<void> {
    await Promise.all([...this.#used].map((name) => this.load(name)));
  }

  /** True if the other store has sections of the same part of the same study. */
  isOfSamePart({ options: { path, query } }: SectionStore): boolean {
    return path === this.options.path && query === this.options.query;
  }

  /** Takes over the sections of another store. Those of older data are shown until newer ones are there. */
  continueFrom(previous: SectionStore): void {
    const state = previous.options.dataAt === this.options.dataAt ? "ready" : "idle";
    for (const [name, { section }] of previous.#states)
      if (section) this.#states.set(name, { state, section, problem: null });
  }

  /** Fetches a section unless it is there, or on its way. */
  load(name: SectionName): Promise<void> {
    const { state } = this.get(name);
    if (state === "ready" || state === "failed") return Promise.resolve();
    const load = this.#loads.get(name) ?? this.#fetch(name, this.#stop.signal);
    this.#loads.set(name, load);
    return load;
  }

  /** Requests a failed section again. */
  async retry(name: SectionName): Promise<void> {
    this.#set(name, { state: "loading", section: null, problem: null });
    const { path, query } = this.options;
    const { signal } = this.#stop;
    const answer = await callApi<unknown>("POST", `${path}${query}`, undefined, { signal });
    if (signal.aborted) return;
    if (!answer.ok) return this.#set(name, { state: "failed", section: null, problem: answer.error.message });
    this.#loads.delete(name);
    await this.load(name);
  }

  /** Cancels all requests. */
  close(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#loads.clear();
    for (const [name, { state, section }] of this.#states)
      if (state === "loading") this.#states.set(name, { ...IDLE, section });
  }

  async #fetch(name: SectionName, signal: AbortSignal): Promise<void> {
    const { path, query, dataAt } = this.options;
    this.#set(name, { ...this.get(name), state: "loading", problem: null });
    for (;;) {
      const address = `${path}/sections/${name}${query}`;
      const answer = await callApi<SectionResponse>("GET", address, undefined, { signal });
      if (signal.aborted) return;
      if (!answer.ok)
        return this.#set(name, { state: "failed", section: null, problem: answer.error.message });
      const { state, section, failure } = answer.value;
      if (state === "failed") return this.#set(name, { state, section: null, problem: failure });
      if (answer.value.dataAt !== dataAt) this.#noteOutdated();
      else if (section) return this.#set(name, { state: "ready", section, problem: null });
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (signal.aborted) return;
    }
  }

  /** Several sections may find out at the same time. */
  #noteOutdated(): void {
    const now = performance.now();
    if (now - this.#outdatedAt < OUTDATED_PAUSE) return;
    this.#outdatedAt = now;
    this.options.onOutdated();
  }

  #set(name: SectionName, fetched: FetchedSection): void {
    this.#states.set(name, fetched);
    for (const listener of this.#listeners) listener();
  }
}

/** Number of reports whose sections are kept after the reader has left them. */
const MOST_SHOWN = 4;

const shown: SectionStore[] = [];

/** Keeps the sections of a report in the browser after the reader has left its page. */
export function keepSections(store: SectionStore): void {
  const others = shown.filter((one) => one !== store && !one.isOfSamePart(store));
  shown.splice(0, shown.length, ...others.slice(1 - MOST_SHOWN), store);
}

/**
 * Gives a new store the sections that were shown last of the same part of the same study, so that Back finds the
 * page as it was left, at the same height.
 */
export function continueShown(store: SectionStore): void {
  const previous = shown.find((one) => one.isOfSamePart(store));
  if (previous) store.continueFrom(previous);
}
