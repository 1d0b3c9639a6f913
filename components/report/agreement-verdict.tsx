import { formatCount, formatStatistic } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { headlineNumber, headlineRow, isJudged, type RowChoice } from "@/lib/report/rules/headline";
import { ALPHA_BARS, moreTasks } from "@/lib/report/rules/more-data";
import { decimalsFor } from "@/lib/report/rules/render/format-cell";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import { alphaThresholdSentence, conclusionFrom } from "./alpha-thresholds";

interface VerdictProps {
  reliability: readonly ReliabilityRow[];
  choice: RowChoice;
  /** The address at which a batch on the same data is designed; null for readers who may not. */
  newBatch: string | null;
}

/** The conclusion that the numbers allow, with its reason and what would help, before any number. */
export function AgreementVerdict({ reliability, choice, newBatch }: VerdictProps) {
  const row = headlineRow(reliability, "all", { ...choice, exposure: "independent" });
  const { verdict, reason, isOpen } = verdictOn(row, reliability);
  const more = row && moreTasks(row);
  return (
    <div className="grid gap-1 bg-surface p-4 md:col-span-full">
      <p className="text-base font-medium">{verdict}</p>
      <p className="max-w-prose text-sm">{reason}</p>
      {isOpen && (
        <p className="max-w-prose text-sm text-muted">
          To measure agreement without the influence of drafts, let at least two people judge the same
          responses in a batch whose steps show no draft, or show it only after the annotator’s own value.{" "}
          {newBatch && (
            <Link href={newBatch} className="text-accent hover:underline">
              Design such a batch
            </Link>
          )}
        </p>
      )}
      {more && (more.bar === null || more.forWidth !== null || more.forBar !== null) && (
        <p className="max-w-prose text-sm text-muted">{moreSentence(more)}</p>
      )}
    </div>
  );
}

interface Judged {
  verdict: string;
  reason: string;
  /** Independent judgements are missing. */
  isOpen: boolean;
}

function verdictOn(row: ReliabilityRow | null, reliability: readonly ReliabilityRow[]): Judged {
  const number = row && headlineNumber(row);
  if (row && number && number.value !== null) {
    const { value, ci } = number;
    const text = formatStatistic(value, ci ? decimalsFor(ci) : 2);
    const what = row.items
      ? `The item in the middle of ${row.items.count - row.items.without} has α ${text}`
      : `α is ${text}`;
    const among = `${formatCount(row.raterCount)} ${row.raters === "human" ? "people" : "people and LLMs"} on ${formatCount(row.units)} units, without a draft in view`;
    return {
      verdict: capitalised(conclusionFrom(value)),
      reason: `${what} among ${among}. ${alphaThresholdSentence(value, ci, false)}`,
      isOpen: false,
    };
  }
  if (row && row.pairable > 0)
    return {
      verdict: "Agreement cannot be told from chance",
      reason: row.items
        ? "Every item is rated alike throughout, so agreement cannot be assessed."
        : "The independent ratings never vary, or cannot be pooled: see the reason beside the number.",
      isOpen: false,
    };
  const led = isJudged(reliability, "exposed");
  const unknown = isJudged(reliability, "unknown");
  return {
    verdict: "Nothing can be concluded yet",
    reason: led
      ? "People judged the same units only with a draft in view, so their agreement may come from the draft."
      : unknown
        ? "It was not recorded whether people saw a draft before they judged, so their agreement may come from the draft."
        : "No unit has two judgements.",
    isOpen: true,
  };
}

/** The number of further annotations that are needed, in words. */
function moreSentence({ tasks, forWidth, forBar, bar }: NonNullable<ReturnType<typeof moreTasks>>): string {
  const about = (needed: number) =>
    `about ${formatCount(needed)} tasks, ${formatCount(Math.max(1, needed - tasks))} more`;
  const parts = [
    forWidth === null ? "" : `an interval of ± 0.05 takes ${about(forWidth)}`,
    forBar === null || bar === null ? "" : `telling α from ${bar}, should it stay there, ${about(forBar)}`,
  ].filter((part) => part !== "");
  if (bar === null) {
    const wish = parts[0] === undefined ? "" : ` If you want it narrower: ${parts[0]}.`;
    return `Stop here: neither ${ALPHA_BARS.join(" nor ")} lies within the interval, so more labels will hardly change the verdict.${wish}`;
  }
  return `How many more? With as many ratings per task as now (${formatCount(tasks)} tasks), ${parts.join("; ")}.`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
