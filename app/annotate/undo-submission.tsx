"use client";

import { Check } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useErrorWords } from "@/components/i18n/errors";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import type { TextId } from "@/lib/i18n/rules";
import type { UndoResult } from "@/lib/review/client/assignment-queue";

const ASSIGNMENT = /^\/annotate\/[0-9a-f-]{36}$/;

/** Milliseconds a notice without an undo is shown. */
const SHORT_MS = 6000;

interface Notice {
  title: TextId & `assignment.${"submitted" | "skipped" | "skipped.undone" | "taken-back"}`;
  /** The assignment to undo; null if there is nothing to undo. */
  assignment: string | null;
  until: number;
}

type UndoSubmitOf = (assignment: string) => Promise<UndoResult>;

interface UndoSubmissionValue {
  notice: Notice | null;
  /** Shows a notice, with an undo until its time is over if there is something to undo. */
  show: (notice: Pick<Notice, "title"> & Partial<Notice>) => void;
  /** Undoes the submission; false if there is none, or its time is over. */
  undoLast: () => boolean;
  /** Set by the workbench, which can reopen the assignment without loading another page. */
  workbench: { current: UndoSubmitOf | null };
  /** A submission is being undone. Another assignment that opens meanwhile is locked and closes again. */
  isComingBack: boolean;
  /** Called when an assignment's page is shown: completes the undo if it is the reopened one. */
  arrived: (assignment: string) => void;
}

const UndoSubmissionContext = createContext<UndoSubmissionValue>({
  notice: null,
  show: () => {},
  undoLast: () => false,
  workbench: { current: null },
  isComingBack: false,
  arrived: () => {},
});

/** The last submission and its undo, available on every annotator page. */
export function useUndoSubmission(): UndoSubmissionValue {
  return useContext(UndoSubmissionContext);
}

export function UndoSubmissionProvider({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const errorWords = useErrorWords();
  const toast = useToast();
  const router = useRouter();
  const [notice, setNotice] = useState<Notice | null>(null);
  const latest = useRef<Notice | null>(null);
  const workbench = useRef<UndoSubmitOf | null>(null);
  const [comingBack, setComingBack] = useState<string | null>(null);
  const path = usePathname();

  const set = useCallback((next: Notice | null) => {
    latest.current = next;
    setNotice(next);
  }, []);
  const show = useCallback(
    (next: Pick<Notice, "title"> & Partial<Notice>) =>
      set({ assignment: null, until: Date.now() + SHORT_MS, ...next }),
    [set],
  );

  // Ends on time, even under the pointer.
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => set(null), Math.max(0, notice.until - Date.now()));
    return () => clearTimeout(timer);
  }, [notice, set]);

  const open = useCallback<UndoSubmitOf>(
    async (assignment) => {
      const answer = await callApi("POST", `/api/v1/assignments/${assignment}/undo-submit`, {});
      if (!answer.ok) return answer.error;
      router.push(`/annotate/${assignment}`);
      return "opens";
    },
    [router],
  );

  const undoLast = useCallback(() => {
    const { assignment = null, until = 0, title } = latest.current ?? {};
    const isSkip = title === "assignment.skipped";
    if (assignment === null || until < Date.now()) return false;
    set(null);
    setComingBack(assignment);
    void (workbench.current ?? open)(assignment).then((outcome) => {
      if (outcome !== "opens") setComingBack(null);
      if (typeof outcome === "string")
        return show({ title: isSkip ? "assignment.skipped.undone" : "assignment.taken-back" });
      const stands = t(isSkip ? "assignment.skipped.stands" : "assignment.stands");
      toast.show({ tone: "danger", title: stands, description: errorWords(outcome) });
    });
    return true;
  }, [set, open, show, toast, t, errorWords]);

  const arrived = useCallback(
    (assignment: string) => setComingBack((awaited) => (awaited === assignment ? null : awaited)),
    [],
  );
  // An annotator who goes elsewhere no longer waits for it.
  useEffect(() => {
    if (!ASSIGNMENT.test(path)) setComingBack(null);
  }, [path]);

  const isComingBack = comingBack !== null;
  const value = useMemo(
    () => ({ notice, show, undoLast, workbench, isComingBack, arrived }),
    [notice, show, undoLast, isComingBack, arrived],
  );
  return <UndoSubmissionContext value={value}>{children}</UndoSubmissionContext>;
}

/** The latest notice, in a reserved part of the page's bar, where it covers nothing. */
export function UndoSubmissionNotice() {
  const t = useTranslations();
  const { notice, undoLast } = useUndoSubmission();
  return (
    <output aria-live="polite" className="inline-flex min-w-0 items-center gap-2 text-sm whitespace-nowrap">
      {notice && (
        <>
          <span className="inline-flex items-center gap-1.5 truncate">
            <Check aria-hidden="true" className="size-3.5 shrink-0 text-positive" />
            <span className={notice.assignment === null ? undefined : "max-sm:sr-only"}>
              {t(notice.title)}
            </span>
          </span>
          {notice.assignment !== null && (
            <Button size="sm" aria-label={t("assignment.undo-last")} onClick={undoLast}>
              {t("assignment.undo")}
            </Button>
          )}
        </>
      )}
    </output>
  );
}
