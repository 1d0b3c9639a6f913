"use client";

import { useRef, useState } from "react";
import { useErrorWords } from "@/components/i18n/errors";
import { useI18n } from "@/components/i18n/translations";
import { useAnnounce } from "@/components/ui/announcer";
import type { Language } from "@/lib/i18n/schema";
import type { AssignmentQueueState } from "@/lib/review/client/assignment-queue";
import type { Autosave } from "@/lib/review/client/autosave";
import type { SubmitOutcome } from "@/lib/review/client/autosave-state";
import { missing } from "@/lib/review/rules/complete";
import type { Requirement } from "@/lib/review/schema/document";
import { showConflicts } from "./scroll-to-conflicts";
import type { ReviewStore } from "./store";

interface SubmitInput {
  store: ReviewStore;
  sync: Autosave;
  /** True when nothing can be done in the assignment. */
  isClosed: boolean;
  /** Its submission was refused, so it is open again. */
  refused: AssignmentQueueState["refused"] | undefined;
  goTo: (missing: Requirement) => void;
  /** Submits; null if another assignment is on the screen by then, before or after the server has answered. */
  onSubmit: (language: Language) => Promise<{ outcome: SubmitOutcome; isContinued: boolean } | null>;
}

/** Submits the assignment, one request at a time, or goes to what is missing. */
export function useSubmit({ store, sync, isClosed, refused, goTo, onSubmit }: SubmitInput) {
  const { t, language } = useI18n();
  const announce = useAnnounce();
  const errorWords = useErrorWords();
  const [submitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState(refused ? failureOf(refused) : null);
  const [lastRefusal, setLastRefusal] = useState(refused);
  // A refused assignment may come back before its page was removed, so without being mounted again.
  if (refused && refused !== lastRefusal) {
    setLastRefusal(refused);
    setFailure(failureOf(refused));
  }
  const isSubmitting = useRef(false);

  async function submit(by: "key" | "click") {
    if (isClosed || submitting || isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      await submitCurrent(by);
    } finally {
      isSubmitting.current = false;
    }
  }

  async function submitCurrent(by: "key" | "click") {
    store.edit(null);
    // A click on the button blurs the text field, which saves its text right after that. A shortcut leaves
    // the focus in the field.
    if (by === "click") await new Promise((resolve) => setTimeout(resolve, 0));
    if (sync.snapshot().session.conflicts.length > 0) {
      announce(t("conflict.choose"));
      return showConflicts();
    }
    const { frame, document } = store.state();
    const [todo] = missing(frame, document);
    if (todo) return goTo(todo);
    setSubmitting(true);
    setFailure(null);
    const answer = await onSubmit(language).catch((error: unknown) => {
      setSubmitting(false);
      throw error;
    });
    // Stays locked until the next page opens: a key press meant for that one must not change this one.
    if (answer?.isContinued) return;
    setSubmitting(false);
    // Another assignment is on the screen: the next one, or the previous one, which has come back. In the
    // second case this one was not submitted: it waits after that one, and takes input again.
    if (!answer) return;
    const { outcome } = answer;
    if (outcome.submitted) return;
    if ("missing" in outcome) return outcome.missing[0] ? goTo(outcome.missing[0]) : undefined;
    setFailure(failureOf(outcome));
  }

  /** The error message of a refusal; null if it ended the work here: the notice about that gives the reason. */
  function failureOf({ refused, message }: { refused: string; message: string }): string | null {
    if (sync.snapshot().status.state === "stopped") return null;
    if (refused === "rehearsal") return t("save.rehearsed");
    if (refused === "unresolved") return t("conflict.choose");
    return refused === "offline" ? t("save.not-all") : errorWords({ code: refused, message });
  }

  return { submit, submitting, failure };
}
