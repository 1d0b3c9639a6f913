"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useErrorWords } from "@/components/i18n/errors";
import { useTranslations } from "@/components/i18n/translations";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { type ApiResult, callApi } from "@/lib/http/client";

/** Opens a submission or a skipped assignment again, on its page. */
export function UndoSubmitButton({ id, isSkipped }: { id: string; isSkipped: boolean }) {
  const t = useTranslations();
  const { busy, change } = usePageChange(t(isSkipped ? "assignment.skipped.stands" : "assignment.stands"));
  const open = () => callApi("POST", `/api/v1/assignments/${id}/undo-submit`, {});
  return (
    <Button size="sm" busy={busy} onClick={() => void change(open)}>
      {t(isSkipped ? "stopped.take-up" : "assignment.reopen")}
    </Button>
  );
}

interface LeaveButtonProps {
  id: string;
  /** Sends what is not saved yet: nothing of it may be left in the browser. */
  flush: () => Promise<unknown>;
}

/** Ends the reopening of one's own submission: it counts as it was. */
export function LeaveButton({ id, flush }: LeaveButtonProps) {
  const t = useTranslations();
  const { busy, change } = usePageChange(t("assignment.reopened"));
  const leave = async () => {
    await flush();
    return callApi("DELETE", `/api/v1/assignments/${id}/undo-submit`);
  };
  return (
    <Button size="sm" busy={busy} onClick={() => void change(leave)}>
      {t("assignment.reopened.leave")}
    </Button>
  );
}

/** Makes a change to the assignment of a page and shows the page again, with an error if there was one. */
function usePageChange(failed: string) {
  const router = useRouter();
  const toast = useToast();
  const errorWords = useErrorWords();
  const [busy, setBusy] = useState(false);
  async function change(request: () => Promise<ApiResult<unknown>>) {
    setBusy(true);
    const answer = await request();
    setBusy(false);
    if (!answer.ok) toast.show({ tone: "danger", title: failed, description: errorWords(answer.error) });
    router.refresh();
  }
  return { busy, change };
}
