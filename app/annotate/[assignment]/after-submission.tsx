"use client";

import { useSay } from "@/components/language/speech";
import { useReviewWords } from "@/components/review/words";
import { Banner } from "@/components/ui/banner";
import type { Value } from "@/lib/dataset/schema";
import type { AssignmentView } from "@/lib/review/schema";
import { ComparedItem } from "../compared-item";
import { GoOnByKey } from "./go-on-by-key";

/** What an annotator learns of a submission afterwards: how it compares with gold, or where drafts were wrong. */
export function AfterSubmission({ view }: { view: AssignmentView }) {
  const { feedback, debrief } = view;
  const say = useSay();
  const { value } = useReviewWords();
  const inWords = (given: Value | null) => (given === null ? say("after.no-value") : value(given));
  return (
    <>
      {feedback && (
        <Banner
          title={say("after.title", {
            right: feedback.filter(({ right }) => right).length,
            total: feedback.length,
          })}
          action={
            view.stage?.use === "exam" ? undefined : (
              <GoOnByKey batch={view.batch.id} name={view.batch.name} />
            )
          }
          className="rounded-none border-x-0"
        >
          <ul aria-label={say("after.compare")} className="grid max-h-60 gap-1 overflow-y-auto">
            {feedback.map((one) => (
              <ComparedItem key={one.item ?? "overall"} compared={one} />
            ))}
          </ul>
        </Banner>
      )}
      {debrief && debrief.length > 0 && (
        <Banner title={say("after.planted")} className="rounded-none border-x-0">
          <p>{say("after.planted.why")}</p>
          <ul aria-label={say("after.planted.list")} className="grid max-h-60 gap-1 overflow-y-auto">
            {debrief.map(({ item, shown, drafted, detected }) => (
              <li key={item ?? "overall"} dir="auto" className="wrap-anywhere">
                {shown === null
                  ? say("after.bogus", { item: item ?? "" })
                  : say("after.shown", {
                      item: item ?? say("step.score"),
                      shown: inWords(shown),
                      drafted: inWords(drafted),
                    })}{" "}
                {say(detected ? "after.detected" : "after.followed")}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}
