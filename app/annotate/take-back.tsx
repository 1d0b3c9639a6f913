"use client";

import { Check } from "lucide-react";
import { useRouter } from "next/navigation";
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
import { useSay } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { type ApiError, callApi } from "@/lib/http/client";
import type { TextId } from "@/lib/i18n/rules";

/** How long a word about what happened stays where there is nothing to take back, in milliseconds. */
const SHORT_MS = 6000;

interface Notice {
  title: TextId & `assignment.${"submitted" | "skipped" | "taken-back"}`;
  /** What it is about; null where nothing can be taken back. */
  assignment: string | null;
  until: number;
}

type TakeBackOf = (assignment: string) => Promise<ApiError | null>;

interface TakeBackValue {
  notice: Notice | null;
  /** Says what happened, and offers the way back until then, if there is one. */
  show: (notice: Pick<Notice, "title"> & Partial<Notice>) => void;
  /** Takes back what the notice is about; false where there is nothing, or not any more. */
  takeBack: () => boolean;
  /** Where work comes back without another page being opened. */
  workbench: { current: TakeBackOf | null };
}

const TakeBackContext = createContext<TakeBackValue>({
  notice: null,
  show: () => {},
  takeBack: () => false,
  workbench: { current: null },
});

/** The last submission and the way back from it, on every page of an annotator. */
export function useTakeBack(): TakeBackValue {
  return useContext(TakeBackContext);
}

export function TakeBackProvider({ children }: { children: ReactNode }) {
  const say = useSay();
  const errorWords = useErrorWords();
  const toast = useToast();
  const router = useRouter();
  const [notice, setNotice] = useState<Notice | null>(null);
  const latest = useRef<Notice | null>(null);
  const workbench = useRef<TakeBackOf | null>(null);

  const set = useCallback((next: Notice | null) => {
    latest.current = next;
    setNotice(next);
  }, []);
  const show = useCallback(
    (next: Pick<Notice, "title"> & Partial<Notice>) =>
      set({ assignment: null, until: Date.now() + SHORT_MS, ...next }),
    [set],
  );

  // Over when its time is, wherever the pointer rests.
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => set(null), Math.max(0, notice.until - Date.now()));
    return () => clearTimeout(timer);
  }, [notice, set]);

  const open = useCallback<TakeBackOf>(
    async (assignment) => {
      const answer = await callApi("POST", `/api/v1/assignments/${assignment}/undo-submit`, {});
      if (!answer.ok) return answer.error;
      router.push(`/annotate/${assignment}`);
      return null;
    },
    [router],
  );

  const takeBack = useCallback(() => {
    const { assignment = null, until = 0 } = latest.current ?? {};
    if (assignment === null || until < Date.now()) return false;
    set(null);
    void (workbench.current ?? open)(assignment).then((problem) => {
      if (!problem) return show({ title: "assignment.taken-back" });
      toast.show({ tone: "danger", title: say("assignment.stands"), description: errorWords(problem) });
    });
    return true;
  }, [set, open, show, toast, say, errorWords]);

  const value = useMemo(() => ({ notice, show, takeBack, workbench }), [notice, show, takeBack]);
  return <TakeBackContext value={value}>{children}</TakeBackContext>;
}

/** What happened last, in a place of its own in the page's bar, where it lies on nothing. */
export function TakeBackNotice() {
  const say = useSay();
  const { notice, takeBack } = useTakeBack();
  return (
    <output aria-live="polite" className="inline-flex min-w-0 items-center gap-2 text-sm whitespace-nowrap">
      {notice && (
        <>
          <span className="inline-flex items-center gap-1.5 truncate">
            <Check aria-hidden="true" className="size-3.5 shrink-0 text-positive" />
            <span className={notice.assignment === null ? undefined : "max-sm:sr-only"}>
              {say(notice.title)}
            </span>
          </span>
          {notice.assignment !== null && (
            <Button size="sm" aria-label={say("assignment.undo-last")} onClick={takeBack}>
              {say("assignment.undo")}
            </Button>
          )}
        </>
      )}
    </output>
  );
}
