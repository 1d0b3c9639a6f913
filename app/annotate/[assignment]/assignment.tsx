"use client";

import { useRouter } from "next/navigation";
import { useErrorWords } from "@/components/language/errors";
import { useSay } from "@/components/language/speech";
import { Workbench } from "@/components/review/workbench";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/api/client";
import type { Published } from "@/lib/question/schema";
import type { AssignmentView } from "@/lib/review/schema";
import { useContinue } from "../continue";

/** Survives the way to the next assignment, so that undo reaches back over it. */
let lastSubmission: { id: string; until: number } | null = null;

/** The workbench on its page: what happens after submitting, skipping and undoing. */
export function Assignment({
  view,
  place,
  statusSlot,
  published,
}: {
  view: AssignmentView;
  place: string;
  statusSlot: string;
  published: Published[];
}) {
  const say = useSay();
  const errorWords = useErrorWords();
  const router = useRouter();
  const toast = useToast();
  const goOn = useContinue();

  async function takeBack(id: string) {
    lastSubmission = null;
    const answer = await callApi("POST", `/api/v1/assignments/${id}/undo-submit`, {});
    if (!answer.ok) {
      const description = errorWords(answer.error);
      toast.show({ tone: "danger", title: say("assignment.stands"), description });
      return;
    }
    toast.show({ title: say("assignment.taken-back") });
    router.push(`/annotate/${id}`);
    router.refresh();
  }

  async function submitted(undoUntil: string, feedback: boolean): Promise<boolean> {
    if (feedback) {
      lastSubmission = null;
      toast.show({ tone: "positive", title: say("assignment.submitted") });
      router.refresh();
      return true;
    }
    const until = new Date(undoUntil).getTime();
    lastSubmission = { id: view.id, until };
    toast.show({
      tone: "positive",
      title: say("assignment.submitted"),
      duration: Math.max(1000, until - Date.now()),
      action: { label: say("assignment.undo"), onSelect: () => void takeBack(view.id) },
    });
    return goOn(view.batch.id);
  }

  async function skip(reason: string): Promise<string | null> {
    const answer = await callApi("POST", `/api/v1/assignments/${view.id}/skip`, {
      lease: view.lease,
      reason,
    });
    if (!answer.ok) return errorWords(answer.error);
    toast.show({ title: say("assignment.skipped") });
    void goOn(view.batch.id);
    return null;
  }

  return (
    <Workbench
      view={view}
      place={place}
      statusSlot={statusSlot}
      published={published}
      onSubmitted={submitted}
      onSkip={view.reopened ? null : skip}
      onContinue={() => void goOn(view.batch.id)}
      onUndoSubmit={() => {
        if (!lastSubmission || lastSubmission.until < Date.now()) return false;
        void takeBack(lastSubmission.id);
        return true;
      }}
    />
  );
}
