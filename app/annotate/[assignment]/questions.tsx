"use client";

import { MessageCircleQuestion } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useSay } from "@/components/language/speech";
import { Conversation } from "@/components/question/conversation";
import { PublishedAnswers } from "@/components/question/published-answers";
import { Write } from "@/components/question/write";
import { useAnnounce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Tooltip } from "@/components/ui/tooltip";
import { callApi } from "@/lib/api/client";
import { unreadIn } from "@/lib/question/rules";
import { type Answers, MAX_QUESTION } from "@/lib/question/schema";

const EVERY = 30_000;

interface QuestionsProps {
  batch: string;
  assignment: string;
  initial: Answers;
  /** The way here was a question: it is open at once. */
  open: boolean;
}

/** Asking whoever runs the batch, from the workbench; what they answer appears here while one works on. */
export function Questions({ batch, assignment, initial, open: openAtOnce }: QuestionsProps) {
  const say = useSay();
  const announce = useAnnounce();
  const [answers, setAnswers] = useState(initial);
  const [open, setOpen] = useState(openAtOnce);
  const unread = unreadIn(answers.questions);
  const own = answers.questions.find((question) => question.assignment === assignment);
  const others = answers.questions.filter((question) => question.assignment !== assignment);

  const load = useEffectEvent(async (signal?: AbortSignal) => {
    const found = await callApi<Answers>("GET", `/api/v1/batches/${batch}/answers`, undefined, { signal });
    if (!found.ok || signal?.aborted) return;
    if (unreadIn(found.value.questions) > unread) announce(say("question.news"));
    setAnswers(found.value);
  });

  useEffect(() => {
    const stop = new AbortController();
    const look = async () => {
      clearTimeout(timer);
      if (document.visibilityState !== "visible") return;
      await load(stop.signal);
      if (!stop.signal.aborted) timer = setTimeout(look, EVERY);
    };
    let timer = setTimeout(look, EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      stop.abort();
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  // What is shown is read.
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

  const label = unread > 0 ? say("question.title.unread", { count: unread }) : say("question.title");
  return (
    <>
      <Tooltip content={label}>
        <Button
          size="sm"
          variant="quiet"
          aria-label={label}
          onClick={() => change(true)}
          className="hit-area"
        >
          <MessageCircleQuestion aria-hidden="true" />
          {unread > 0 && <span className="rounded-sm bg-accent px-1 text-xs text-on-accent">{unread}</span>}
        </Button>
      </Tooltip>
      <Dialog
        open={open}
        onOpenChange={change}
        title={say("question.title")}
        description={say("question.about")}
      >
        <div className="grid gap-6">
          <section aria-label={say("question.this")} className="grid gap-3">
            <h3 className="text-sm font-medium">{say("question.this")}</h3>
            {own && (
              <Conversation
                messages={own.messages}
                annotator={say("question.you")}
                admin={say("question.answer")}
              />
            )}
            <Write
              label={say(own ? "question.go-on" : "question.yours")}
              verb={say(own ? "question.send" : "question.ask")}
              most={MAX_QUESTION}
              path={`/api/v1/assignments/${assignment}/question`}
              onSent={() => void load()}
            />
          </section>
          {answers.published.length > 0 && (
            <section aria-label={say("question.everybody")} className="grid gap-3 border-t pt-4">
              <h3 className="text-sm font-medium">{say("question.everybody")}</h3>
              <PublishedAnswers answers={answers.published} />
            </section>
          )}
          {others.length > 0 && (
            <section aria-label={say("question.others")} className="grid gap-4 border-t pt-4">
              <h3 className="text-sm font-medium">{say("question.others")}</h3>
              {others.map((question) => (
                <div key={question.id} className="grid gap-2">
                  <p dir="auto" className="line-clamp-1 text-sm text-muted">
                    {question.title}
                  </p>
                  <Conversation
                    messages={question.messages}
                    annotator={say("question.you")}
                    admin={say("question.answer")}
                  />
                </div>
              ))}
            </section>
          )}
        </div>
      </Dialog>
    </>
  );
}
