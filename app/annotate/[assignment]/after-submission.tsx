"use client";

import { useAnswerWording } from "@/app/annotate/answer-wording";
import { ComparedItem } from "@/app/annotate/compared-item";
import { useTranslations } from "@/components/i18n/translations";
import { Banner } from "@/components/ui/banner";
import type { AssignmentView } from "@/lib/review/schema";
import { ContinueShortcut } from "./continue-shortcut";

/** Feedback after a submission: comparison with gold, or the planted errors. */
export function AfterSubmission({ view }: { view: AssignmentView }) {
  const { feedback, debrief } = view;
  const t = useTranslations();
  const { answerText, named } = useAnswerWording();
  return (
    <>
      {feedback && (
        <Banner
          title={t("after.title", {
            right: feedback.filter(({ right }) => right).length,
            total: feedback.length,
          })}
          action={
            view.stage?.use === "exam" ? undefined : (
              <ContinueShortcut batch={view.batch.id} name={view.batch.name} />
            )
          }
          className="rounded-none border-x-0"
        >
          <ul aria-label={t("after.compare")} className="grid max-h-60 gap-1 overflow-y-auto">
            {feedback.map((one) => (
              <ComparedItem key={[one.about, one.question, one.item].join("\n")} compared={one} />
            ))}
          </ul>
        </Banner>
      )}
      {debrief && debrief.length > 0 && (
        <Banner title={t("after.planted")} className="rounded-none border-x-0">
          <p>{t("after.planted.why")}</p>
          <ul aria-label={t("after.planted.list")} className="grid max-h-60 gap-1 overflow-y-auto">
            {debrief.map(({ about, item, shown, drafted, detected }) => (
              <li key={[about, item].join("\n")} dir="auto" className="wrap-anywhere">
                {shown === null
                  ? t("after.bogus", { item: item ?? "" })
                  : t("after.shown", {
                      item: named(about, item),
                      shown: answerText(about, shown),
                      drafted: answerText(about, drafted),
                    })}{" "}
                {t(detected ? "after.detected" : "after.followed")}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}
