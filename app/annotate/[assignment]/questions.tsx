"use client";

import { MessageCircleQuestion } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslations } from "@/components/i18n/translations";
import { useAnnounce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { OnDemand, onDemand } from "@/components/ui/on-demand";
import { Tooltip } from "@/components/ui/tooltip";
import { usePolling } from "@/components/ui/use-polling";
import { callApi } from "@/lib/http/client";
import { unreadIn } from "@/lib/question/rules";
import type { AnnotatorQuestions } from "@/lib/question/schema";

const EVERY = 30_000;

const questionsDialog = onDemand(() => import("./questions-dialog").then((module) => module.QuestionsDialog));

interface QuestionsProps {
  batch: string;
  assignment: string;
  initial: AnnotatorQuestions;
  /** Opens the dialog at once, when a link to a question led here. */
  open: boolean;
}

/** Button and dialog to ask the admin from the workbench; new answers appear while the annotator works. */
export function AskButton({ batch, assignment, initial, open: openAtOnce }: QuestionsProps) {
  const t = useTranslations();
  const announce = useAnnounce();
  const [answers, setAnswers] = useState(initial);
  const [open, setOpen] = useState(openAtOnce);
  const unread = unreadIn(answers.questions);
  const own = answers.questions.find((question) => question.assignment === assignment);
  const others = answers.questions.filter((question) => question.assignment !== assignment);

  async function load(signal?: AbortSignal) {
    const found = await callApi<AnnotatorQuestions>("GET", `/api/v1/batches/${batch}/answers`, undefined, {
      signal,
    });
    if (!found.ok || signal?.aborted) return;
    if (unreadIn(found.value.questions) > unread) announce(t("question.news"));
    setAnswers(found.value);
  }

  usePolling(async (signal) => {
    await load(signal);
  }, EVERY);

  // Messages that are shown count as read.
  const read = useEffectEvent(async () => {
    const news = answers.questions.filter((question) => question.unread);
    for (const question of news)
      await callApi("POST", `/api/v1/assignments/${question.assignment}/question/seen`, {});
  });
  useEffect(() => {
    if (open && unread > 0) void read();
  }, [open, unread]);

  function change(next: boolean) {
    setOpen(next);
    if (next) void load();
    else
      setAnswers((now) => ({
        ...now,
        questions: now.questions.map((question) => ({ ...question, unread: false })),
      }));
  }

  const label = unread > 0 ? t("question.title.unread", { count: unread }) : t("question.title");
  return (
    <>
      <QuestionsButton label={label} change={change} unread={unread} />
      <OnDemand part={questionsDialog} modal open={open}>
        {(QuestionsDialog) => (
          <QuestionsDialog
            key={assignment}
            open={open}
            onOpenChange={change}
            own={own ?? null}
            others={others}
            published={answers.published}
            path={`/api/v1/assignments/${assignment}/question`}
            onSent={() => void load()}
          />
        )}
      </OnDemand>
    </>
  );
}

/** Opens the questions; shows how many answers are unread. */
function QuestionsButton({
  label,
  change,
  unread,
}: {
  label: string;
  change: (next: boolean) => void;
  unread: number;
}) {
  return (
    <Tooltip content={label}>
      <Button size="sm" variant="quiet" aria-label={label} onClick={() => change(true)} className="hit-area">
        <MessageCircleQuestion aria-hidden="true" />
        {unread > 0 && <span className="rounded-sm bg-accent px-1 text-xs text-on-accent">{unread}</span>}
      </Button>
    </Tooltip>
  );
}
