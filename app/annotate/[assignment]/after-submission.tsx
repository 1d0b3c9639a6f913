import { Banner } from "@/components/ui/banner";
import type { Value } from "@/lib/dataset/schema";
import type { AssignmentView } from "@/lib/review/schema";
import { GoOnByKey } from "./go-on-by-key";

/** What an annotator learns of a submission afterwards: how it compares with gold, or where drafts were wrong. */
export function AfterSubmission({ view }: { view: AssignmentView }) {
  const { feedback, debrief } = view;
  return (
    <>
      {feedback && (
        <Banner
          title={titleOf(feedback)}
          action={<GoOnByKey batch={view.batch.id} name={view.batch.name} />}
          className="rounded-none border-x-0"
        >
          <ul aria-label="How it compares" className="grid max-h-60 gap-1 overflow-y-auto">
            {feedback.map(({ item, given, gold, explanation }) => (
              <li key={item ?? "overall"} dir="auto" className="wrap-anywhere">
                {item ?? "Overall score"}: you said <b>{inWords(given)}</b>
                {given === gold ? (
                  ", as expected."
                ) : (
                  <>
                    , expected was <b>{inWords(gold)}</b>.
                  </>
                )}{" "}
                {explanation}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {debrief && debrief.length > 0 && (
        <Banner title="Some of this was wrong on purpose" className="rounded-none border-x-0">
          <p>Errors were put into drafts of this batch, to see whether they are noticed. Here:</p>
          <ul aria-label="Errors on purpose" className="grid max-h-60 gap-1 overflow-y-auto">
            {debrief.map(({ item, shown, drafted, detected }) => (
              <li key={item ?? "overall"} dir="auto" className="wrap-anywhere">
                {shown === null
                  ? `“${item}” did not belong to this task.`
                  : `${item ?? "Overall score"}: shown was ${inWords(shown)}, drafted was ${inWords(drafted)}.`}{" "}
                {detected ? "You did not follow it." : "You followed it."}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

function titleOf(feedback: NonNullable<AssignmentView["feedback"]>): string {
  const right = feedback.filter(({ given, gold }) => given === gold).length;
  return `This one had known answers: ${right} of ${feedback.length} as expected`;
}

const inWords = (value: Value | null) =>
  value === null ? "no value" : value === "na" ? "n/a" : String(value);
