import type { Report } from "@/lib/report/schema";
import { hasAnswers } from "./answers";

/** Sections of the page that have data, in order. */
function partsOf(report: Report) {
  const { study, annotators, labels, checklist, decisions } = report;
  const isJudged = study.judgements > 0;
  const hasData = isJudged || study.decisions > 0;
  const parts = [
    { id: "reliability", label: "Reliability", shown: isJudged },
    { id: "raters", label: "Raters", shown: isJudged },
    { id: "against-gold", label: "Against gold", shown: isJudged && report.againstGold.length > 0 },
    {
      id: "against-majority",
      label: "Against the majority",
      shown: isJudged && report.againstMajority.length > 0,
    },
    { id: "people-and-llms", label: "People and LLMs", shown: isJudged },
    { id: "decisions", label: "Decisions", shown: hasData },
    { id: "explanations", label: "Explanations", shown: report.explanations.length > 0 },
    { id: "anchoring", label: "Anchoring", shown: hasData },
    {
      id: "side-and-position",
      label: "Side and position",
      shown: report.sides.length + report.positionWork.length > 0,
    },
    { id: "annotators", label: "Annotators", shown: hasData && annotators.length > 0 },
    { id: "labels", label: "Labels", shown: labels.length > 0 },
    { id: "answers", label: "Answers", shown: hasAnswers(report) },
    { id: "checklists", label: "Checklists", shown: checklist.byRater.length > 0 },
    {
      id: "instructions",
      label: "Instructions",
      shown: decisions.words.length > 0 || decisions.lengths.length > 0,
    },
  ];
  return parts.filter(({ shown }) => shown);
}

/** Table of contents of the page. */
export function Dashboards({ report }: { report: Report }) {
  return (
    <nav
      aria-label="On this page"
      className="z-20 -my-2 border-b bg-canvas py-2 lg:sticky lg:top-21 print:hidden"
    >
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {partsOf(report).map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-block py-1 text-accent hover:underline">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
