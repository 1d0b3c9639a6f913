"use client";

import { useRouter } from "next/navigation";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { withoutTarget } from "@/lib/report/rules/only-target";
import { Labels } from "@/lib/report/rules/scope-labels";
import type { ReportWith } from "@/lib/report/schema";
import type { Bounded } from "@/lib/report/schema/bounds";
import type { ReportOverview, SECTIONS, SectionName } from "@/lib/report/schema/sections";
import { continueShown, type FetchedSection, keepSections, SectionStore } from "./section-store";
import { useAnchorOnOpening } from "./use-named-anchor";

/** The report on the page: its overview, and the sections fetched so far. */
interface ShownReport {
  overview: ReportOverview;
  labels: Labels;
  store: SectionStore;
}

const Context = createContext<ShownReport | null>(null);

interface ReportSectionsProps {
  overview: ReportOverview;
  /** `/api/v1/reports/batches/…` */
  path: string;
  /** The part of the study, as the end of an address. */
  query: string;
  /** When the data of the overview were read; null while it is computed. */
  dataAt: string | null;
  children: ReactNode;
}

/** Fetches the sections of a report for the components below. Another part, or newer data, cancel what is on its way. */
export function ReportSections({ overview, path, query, dataAt, children }: ReportSectionsProps) {
  const store = useSectionStore(path, query, dataAt);
  const { items, onlyTarget } = overview;
  const labels = useMemo(() => new Labels(items, onlyTarget), [items, onlyTarget]);
  const shown = useMemo(() => ({ overview, labels, store }), [overview, labels, store]);
  useAnchorOnOpening();
  return <Context value={shown}>{children}</Context>;
}

function useSectionStore(path: string, query: string, dataAt: string | null): SectionStore {
  const router = useRouter();
  const make = () => {
    const store = new SectionStore({ path, query, dataAt, onOutdated: () => router.refresh() });
    continueShown(store);
    return { of: JSON.stringify([path, query, dataAt]), store };
  };
  const [current, setCurrent] = useState(make);
  const isCurrent = current.of === JSON.stringify([path, query, dataAt]);
  const next = isCurrent ? current : make();
  if (!isCurrent) setCurrent(next);
  useEffect(() => {
    // In an effect, so never on the server, which has pages of several readers.
    keepSections(next.store);
    return () => next.store.close();
  }, [next.store]);
  return next.store;
}

export function useShownReport(): ShownReport {
  const shown = useContext(Context);
  if (!shown) throw new Error("There is no report around this component.");
  return shown;
}

type PartsOf<Names extends SectionName> = (typeof SECTIONS)[Names][number];

/** Sections of the report, fetched together. */
export interface UsedSections<Names extends SectionName> {
  /** The least advanced state among them. */
  state: FetchedSection["state"];
  /** Their parts; null until all are there. */
  report: ReportWith<PartsOf<Names>> | null;
  labels: Labels;
  bounded: Bounded[];
  problem: string | null;
  retry: () => void;
}

/** Some sections of the report, by a constant list of names; fetched as soon as they are wanted. */
export function useSections<Names extends SectionName>(
  names: readonly Names[],
  isWanted: boolean,
): UsedSections<Names> {
  const { overview, labels, store } = useShownReport();
  const snapshot = () => store.getAll(names);
  const fetched = useSyncExternalStore(store.subscribe, snapshot, snapshot);
  useEffect(() => {
    store.use(names);
    if (isWanted) for (const name of names) void store.load(name);
  }, [isWanted, names, store]);
  const report = useMemo(() => {
    const sections = fetched.flatMap(({ section }) => section ?? []);
    const [first] = sections;
    if (!first || sections.length < fetched.length) return null;
    const parts = Object.assign({}, ...sections.map(({ parts }) => parts));
    const { study, onlyTarget } = overview;
    return withoutTarget({ study, made: first.made, ...parts }, onlyTarget) as ReportWith<PartsOf<Names>>;
  }, [fetched, overview]);
  const named = fetched.find(({ section }) => section?.items)?.section?.items;
  const own = useMemo(() => named && new Labels(named, overview.onlyTarget), [named, overview]);
  const failed = fetched.findIndex(({ state }) => state === "failed");
  return {
    state: STATES.find((state) => fetched.some((one) => one.state === state)) ?? "idle",
    report,
    labels: own ?? labels,
    bounded: fetched.flatMap(({ section }) => section?.bounded ?? []),
    problem: fetched[failed]?.problem ?? null,
    retry: () => {
      const name = names[failed];
      if (name) void store.retry(name);
    },
  };
}

const STATES = ["failed", "idle", "loading", "ready"] as const;
