"use client";

import { type ComponentType, type ReactNode, use, useEffect, useState } from "react";

const all: (() => Promise<unknown>)[] = [];

/** Milliseconds after which a part that could not be fetched is asked for again. */
const AGAIN = 2000;

/** A part of the page that comes when it is first needed, such as a dialog. */
export interface LazyPart<Content> {
  /** Itself, once it is there. */
  loaded: () => Content | undefined;
  /** Has it fetched, once. */
  fetch: () => Promise<void>;
}

export function onDemand<Content>(load: () => Promise<Content>): LazyPart<Content> {
  let loaded: Content | undefined;
  let loading: (Promise<void> & { status?: "fulfilled" }) | undefined;
  const fetch = () => {
    loading ??= load().then(
      (part) => {
        loaded = part;
        // React looks here first: what is there already is shown without a wait.
        if (loading) loading.status = "fulfilled";
      },
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  all.push(fetch);
  return { loaded: () => loaded, fetch };
}

/** Waits, with the page around it, for parts without which there is nothing to show. They are fetched together. */
export function useParts(parts: readonly LazyPart<unknown>[]): void {
  for (const fetching of parts.map((part) => part.fetch())) use(fetching);
}

interface OnDemandProps<Props> {
  part: LazyPart<ComponentType<Props>>;
  open: boolean;
  /** It takes the keyboard: keys pressed before it is there are not for the page behind it. */
  modal?: boolean;
  /** What stands in its place until it is there. */
  before?: ReactNode;
  children: (Part: ComponentType<Props>) => ReactNode;
}

/** Shows a part from the first time it is open. Where it cannot be fetched that is tried again while it is wanted. */
export function OnDemand<Props>({ part, open, modal, before = null, children }: OnDemandProps<Props>) {
  const [isThere, setThere] = useState(() => open && part.loaded() !== undefined);
  const [tries, setTries] = useState(0);
  const isAwaited = open && !isThere;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another reason to ask
  useEffect(() => {
    if (!isAwaited) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    part.fetch().then(
      () => !isOver && setThere(true),
      () => {
        if (!isOver) timer = setTimeout(() => setTries((before) => before + 1), AGAIN);
      },
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isAwaited, part, tries]);
  const Loaded = isThere ? part.loaded() : undefined;
  if (Loaded) return children(Loaded);
  return (
    <>
      {before}
      {modal && isAwaited && tries === 0 && <span hidden data-opening="" />}
    </>
  );
}

/**
 * Fetches what opens on demand once somebody has begun to work on the page, one part at a time while the browser has
 * nothing else to do. From then on everything opens at once, also without a network.
 */
export function useFetchAhead(): void {
  useEffect(() => {
    const signs = ["keydown", "pointerdown"] as const;
    const begin = () => {
      for (const sign of signs) window.removeEventListener(sign, begin);
      void fetchAll();
    };
    for (const sign of signs) window.addEventListener(sign, begin, { passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, begin);
    };
  }, []);
}

async function fetchAll(): Promise<void> {
  for (const fetch of all) {
    await new Promise<unknown>((resolve) => {
      if ("requestIdleCallback" in window) window.requestIdleCallback(resolve, { timeout: 5000 });
      else setTimeout(resolve, 200);
    });
    // Asked for again when it is opened.
    await fetch().catch(() => {});
  }
}
