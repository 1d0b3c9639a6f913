import { formatCount, formatQuantity } from "@/components/ui/format";
import type { ReportOverview } from "@/lib/report/schema/sections";

/**
 * Describes how many LLMs there are. A model with several methods is several raters but one LLM. While the overview
 * is computed only the number of raters is known.
 */
function llmWords(models: number | null, raters: number): string {
  if (models === null && raters > 1) return `LLMs asked in ${formatCount(raters)} ways`;
  const known = models || raters;
  return `${formatQuantity(known, "LLM")}${raters > known ? ` asked in ${formatCount(raters)} ways` : ""}`;
}

/** The numbers of judgements, raters and units behind the report. */
export function Basis({ overview: { study, models } }: { overview: ReportOverview }) {
  const { human, llm, rules, gold } = study.raters;
  const parts = [
    formatQuantity(human, "person", "people"),
    llm > 0 && llmWords(models, llm),
    rules > 0 && formatQuantity(rules, "rule engine"),
    gold > 0 && `${formatCount(gold)} gold`,
    formatQuantity(study.tasks, "task"),
    formatQuantity(study.responses, "response"),
    formatQuantity(study.drafts, "drafted value"),
    formatQuantity(study.judgements, "judgement"),
    study.decisions > 0 && `${formatQuantity(study.decisions, "decision")} on items`,
    study.adjudicated > 0 && `${formatQuantity(study.adjudicated, "unit")} adjudicated`,
    study.setAside > 0 &&
      `${formatCount(study.setAside)} set aside: gold checks, planted errors, further annotators`,
    study.skipped > 0 && `${formatCount(study.skipped)} skipped`,
    study.repeated > 0 && `${formatCount(study.repeated)} of units judged before in another arm`,
  ].filter((part) => part !== false);
  return (
    <ul
      aria-label="What was counted"
      className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted tabular-nums"
    >
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}
