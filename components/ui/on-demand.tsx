"use client";

import { type ComponentType, type ReactNode, use, useEffect, useState } from "react";
import { whenIdle } from "./after-paint";

const all: (() => Promise<unknown>)[] = [];

/** Milliseconds before a failed load is retried. */
const AGAIN = 2000;

/** A lazily loaded part of the page, such as a dialog. */
export interface LazyPart<Content> {
  /** The loaded content, if any. */
  loaded: () => Content | undefined;
  /** Starts loading, once. */
  fetch: () => Promise<void>;
}

export function onDemand<Content>(load: () => Promise<Content>): LazyPart<Content> {
  let loaded: Content | undefined;
  let loading: (Promise<void> & { status?: "fulfilled" }) | undefined;
  const fetch = () => {
    loading ??= load().then(
      (part) => {
        loaded = part;
        // React reads the status first, so that loaded content renders without suspending.
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

/** Suspends until required parts are loaded, in parallel. */
export function useParts(parts: readonly LazyPart<unknown>[]): void {
  for (const fetching of parts.map((part) => part.fetch())) use(fetching);
}

interface OnDemandProps<Props> {
  part: LazyPart<ComponentType<Props>>;
  open: boolean;
  /** Modal: keys pressed while it loads are not passed to the page behind it. */
  modal?: boolean;
  /** Placeholder while loading. */
  before?: ReactNode;
  children: (Part: ComponentType<Props>) => ReactNode;
}

/** Renders a part from the first time it is open. A failed load is retried while it is wanted. */
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
 * Prefetches on-demand parts once the user has started working, one at a time while the browser is idle.
 * After that everything opens at once, also offline.
 */
export function usePrefetchParts(): void {
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
    await new Promise<void>((resolve) => whenIdle(resolve, 5000));
    // If loading fails now, it is retried when the part is opened.
    await fetch().catch(() => {});
  }
}
