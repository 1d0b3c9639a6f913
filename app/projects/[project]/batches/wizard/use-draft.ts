"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { STEP_PARAMETER } from "@/app/projects/[project]/batches/wizard/steps";
import { NewBatch } from "@/lib/batch/schema";
import { callApi } from "@/lib/http/client";

/** State of the wizard: a batch as it is saved. */
export type Draft = Required<Omit<NewBatch, "project">>;

export type Saving =
  | { state: "new" | "saved" | "saving" | "waiting" }
  /** A field is invalid, so the server has the state before. */
  | { state: "unfinished" }
  | { state: "failed"; message: string }
  /** Another window has changed it: this one stops, so that nothing is overwritten. */
  | { state: "stale"; message: string };

const DEBOUNCE_MS = 500;

interface Start {
  project: string;
  draft: Draft;
  /** The saved draft, if any. */
  saved: { id: string; revision: number } | null;
}

/**
 * Saves a draft as it changes, one request at a time, creating it on the first change. Unsaved changes are
 * sent when the tab closes.
 */
export function useDraft({ project, draft: initial, saved }: Start) {
  const [draft, setDraft] = useState(initial);
  const [id, setId] = useState(saved?.id ?? null);
  const [saving, setSaving] = useState<Saving>({ state: saved ? "saved" : "new" });
  const now = useRef({ draft: initial, stored: initial, saved, stopped: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(undefined);

  const send = useCallback(
    async (leaving: boolean): Promise<boolean> => {
      const { current } = now;
      while (!current.stopped && (current.draft !== current.stored || !current.saved)) {
        const { draft, stored, saved } = current;
        const parsed = NewBatch.safeParse({ project, ...draft });
        if (!parsed.success) {
          setSaving({ state: "unfinished" });
          return false;
        }
        const { project: _, ...fields } = parsed.data;
        const changed = Object.fromEntries(
          Object.entries(fields).filter(([key]) => draft[key as keyof Draft] !== stored[key as keyof Draft]),
        );
        setSaving({ state: "saving" });
        const answer = saved
          ? await callApi<{ id: string; revision: number }>(
              "PATCH",
              `/api/v1/batches/${saved.id}`,
              { ...changed, revision: saved.revision },
              { keepalive: leaving },
            )
          : await callApi<{ id: string; revision: number }>("POST", "/api/v1/batches", parsed.data, {
              keepalive: leaving,
            });
        if (!answer.ok) {
          const { code, message } = answer.error;
          if (code === "stale" || code === "batch-not-draft" || code === "batch-waits") {
            current.stopped = true;
            setSaving({ state: "stale", message });
          } else setSaving({ state: "failed", message });
          return false;
        }
        if (!saved) {
          setId(answer.value.id);
          showAddress(project, answer.value.id);
        }
        current.stored = draft;
        current.saved = answer.value;
      }
      if (!current.stopped) setSaving({ state: "saved" });
      return !current.stopped;
    },
    [project],
  );

  /** Sends unsaved changes. Resolves to the draft's id once everything is saved, or null. */
  const flush = useCallback(
    async (leaving = false): Promise<string | null> => {
      clearTimeout(timer.current);
      running.current ??= send(leaving).finally(() => {
        running.current = undefined;
      });
      return (await running.current) ? (now.current.saved?.id ?? null) : null;
    },
    [send],
  );

  const change = useCallback(
    (part: Partial<Draft>) => {
      const next = { ...now.current.draft, ...part };
      now.current.draft = next;
      setDraft(next);
      if (now.current.stopped) return;
      setSaving((before) => (before.state === "saving" ? before : { state: "waiting" }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), DEBOUNCE_MS);
    },
    [flush],
  );

  useEffect(() => {
    const waits = () => now.current.draft !== now.current.stored && !now.current.stopped;
    const hide = () => {
      if (waits()) void flush(true);
    };
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (waits()) event.preventDefault();
    };
    window.addEventListener("pagehide", hide);
    window.addEventListener("beforeunload", warnBeforeUnload);
    return () => {
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("beforeunload", warnBeforeUnload);
      hide();
    };
  }, [flush]);

  // After Back to a draft that was made on this page, the browser may show the empty form that it kept from before.
  useEffect(() => {
    if (!saved && window.location.pathname.endsWith("/edit")) window.location.reload();
  }, [saved]);

  // Steps that were left before the draft was saved still have the address of a new batch.
  useEffect(() => {
    const follow = () => {
      if (id !== null && window.location.pathname.endsWith("/batches/new")) showAddress(project, id);
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [project, id]);

  return { draft, change, id, saving, flush };
}

/** The saved draft's address, with the step on the screen: a reload continues this draft instead of creating another. */
function showAddress(project: string, id: string) {
  const step = new URLSearchParams(window.location.search).get(STEP_PARAMETER);
  const search = step === null ? "" : `?${STEP_PARAMETER}=${step}`;
  window.history.replaceState(null, "", `/projects/${project}/batches/${id}/edit${search}`);
}
