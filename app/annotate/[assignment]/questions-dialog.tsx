"use client";

import { useTranslations } from "@/components/i18n/translations";
import { Conversation } from "@/components/question/conversation";
import { MessageForm } from "@/components/question/message-form";
import { PublishedAnswers } from "@/components/question/published-answers";
import { Dialog } from "@/components/ui/dialog";
import type { Translate } from "@/lib/i18n/rules";
import type { AnnotatorQuestions } from "@/lib/question/schema";
import { MAX_QUESTION } from "@/lib/question/schema/limits";

interface QuestionsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The conversation on this assignment; null if there is none. */
  own: AnnotatorQuestions["questions"][number] | null;
  others: AnnotatorQuestions["questions"];
  published: AnnotatorQuestions["published"];
  /** API path to post a question to. */
  path: string;
  onSent: () => void;
}

/** Dialog with questions and answers, and a form to ask. */
export function QuestionsDialog({
  open,
  onOpenChange,
  own,
  others,
  published,
  path,
  onSent,
}: QuestionsDialogProps) {
  const t = useTranslations();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("question.title")}
      description={t("question.about")}
    >
      <div className="grid gap-6">
        <section aria-label={t("question.this")} className="grid gap-3">
          <h3 className="text-sm font-medium">{t("question.this")}</h3>
          {own && (
            <Conversation
              messages={own.messages}
              annotator={t("question.you")}
              admin={t("question.answer")}
            />
          )}
          <MessageForm
            label={t(own ? "question.go-on" : "question.yours")}
            verb={t(own ? "question.send" : "question.ask")}
            most={MAX_QUESTION}
            path={path}
            onSent={onSent}
          />
        </section>
        {published.length > 0 && (
          <section aria-label={t("question.everybody")} className="grid gap-3 border-t pt-4">
            <h3 className="text-sm font-medium">{t("question.everybody")}</h3>
            <PublishedAnswers answers={published} />
          </section>
        )}
        {others.length > 0 && <OtherQuestions t={t} others={others} />}
      </div>
    </Dialog>
  );
}

/** Questions that the annotator asked about other assignments. */
function OtherQuestions({ t, others }: { t: Translate; others: AnnotatorQuestions["questions"] }) {
  return (
    <section aria-label={t("question.others")} className="grid gap-4 border-t pt-4">
      <h3 className="text-sm font-medium">{t("question.others")}</h3>
      {others.map((question) => (
        <div key={question.id} className="grid gap-2">
          <p dir="auto" className="line-clamp-1 text-sm text-muted">
            {question.title}
          </p>
          <Conversation
            messages={question.messages}
            annotator={t("question.you")}
            admin={t("question.answer")}
          />
        </div>
      ))}
    </section>
  );
}
