"use client";

import type { RowChoice } from "@/lib/report/rules/headline";
import type { ReportOverview } from "@/lib/report/schema/sections";
import { AgainstGold } from "./against-gold";
import { AnchoringSection } from "./anchoring";
import { AnnotatorStatistics } from "./annotators";
import { Answers, hasAnswers } from "./answers";
import { Checklist } from "./checklist";
import { DecisionsSection, Instructions } from "./decisions";
import { Explanations } from "./explanations";
import { HumanVsLlm } from "./human-vs-llm";
import { Labellings } from "./labellings";
import { LlmBesidePeople, ValuesByModel } from "./llm-beside-people";
import { Positions } from "./positions";
import { Question } from "./question-section";
import { Raters } from "./raters";
import { Reliability, ReliabilityWithin } from "./reliability";
import { useSections } from "./report-sections";
import { Section } from "./section";

/** Questions with a row for each of more people open on demand. */
const MANY_PEOPLE = 40;

/* The sections of the report that each part of the page needs. */
const AGREEMENT = ["agreement"] as const;
const WITHIN = ["within"] as const;
const PAIRS = ["pairs"] as const;
const RIGHT = ["right"] as const;
const MODELS = ["models"] as const;
const CLOSENESS = ["closeness"] as const;
const VALUES = ["values"] as const;
const DRAFTS = ["drafts"] as const;
const EXPLANATIONS = ["explanations"] as const;
const LED = ["led", "within"] as const;
const WORK = ["work", "pairs"] as const;
const ANSWERS = ["answers"] as const;
const CHECKLISTS = ["checklists"] as const;
const LISTED = [...ANSWERS, ...CHECKLISTS, ...DRAFTS] as const;

interface QuestionsProps {
  overview: ReportOverview;
  choice: RowChoice;
}

/** One section for each question that a report answers. */
export function Questions({ overview: { study }, choice }: QuestionsProps) {
  const { exposure } = choice;
  const isJudged = study.judgements > 0;
  const isDecided = isJudged || study.decisions > 0;
  return (
    <>
      {isJudged && <JudgedQuestions choice={choice} people={study.raters.human} />}
      {isDecided && (
        <>
          <Question id="drafts" question="What became of the drafts?">
            <Section of={DRAFTS} about="decisions on drafts" anchors={["decisions"]}>
              {(report, labels) => <DecisionsSection report={report} labels={labels} />}
            </Section>
            <Section of={EXPLANATIONS} about="explanations" anchors={["explanations"]} isSmall>
              {(report, labels) => <Explanations report={report} labels={labels} />}
            </Section>
          </Question>
          <Question id="led" question="Did drafts lead people?">
            <Section of={LED} about="anchoring" anchors={["anchoring"]}>
              {(report, labels) => <AnchoringSection report={report} labels={labels} />}
            </Section>
          </Question>
        </>
      )}
      {study.raters.human + study.labellings > 0 && (
        <Question id="work" question="How did people work?" isLong={study.raters.human > MANY_PEOPLE}>
          <Section of={WORK} about="people’s work" anchors={["side-and-position", "annotators"]}>
            {(report) => (
              <>
                <Positions report={report} />
                <AnnotatorStatistics report={report} />
              </>
            )}
          </Section>
        </Question>
      )}
      <Question id="answers" question="What was asked, and how was it answered?">
        <Section of={ANSWERS} about="labels and answers" anchors={["labels", "answers"]} isSmall>
          {(report) => (
            <>
              <Labellings report={report} exposure={exposure} />
              <Answers report={report} />
            </>
          )}
        </Section>
        <Section of={CHECKLISTS} about="checklists" anchors={["checklists"]} isSmall>
          {(report) => <Checklist report={report} />}
        </Section>
        <Section of={DRAFTS} about="instructions" anchors={["instructions"]} isSmall>
          {(report) => <Instructions report={report} />}
        </Section>
        <NothingAsked />
      </Question>
    </>
  );
}

/** Says so where nothing is listed above. */
function NothingAsked() {
  const { report } = useSections(LISTED, false);
  if (!report) return null;
  const { labels, overlap, checklist, decisions } = report;
  const rows = [labels, overlap, checklist.byRater, decisions.words, decisions.lengths].flat();
  if (rows.length > 0 || hasAnswers(report)) return null;
  return (
    <p className="text-sm text-muted">
      There are no labels, answers or checklists, and no instructions to count.
    </p>
  );
}

/** The questions about values that people gave. */
function JudgedQuestions({ choice, people }: { choice: RowChoice; people: number }) {
  const { exposure } = choice;
  return (
    <>
      <Question id="agreement" question="How far do raters agree?">
        <Section of={AGREEMENT} about="agreement by item" anchors={["reliability"]}>
          {(report, labels) => <Reliability report={report} choice={choice} labels={labels} />}
        </Section>
        <Section of={WITHIN} about="agreement by arm and along the session" isSmall>
          {(report, labels) => <ReliabilityWithin report={report} choice={choice} labels={labels} />}
        </Section>
      </Question>
      <Question id="pairs" question="Who agrees with whom?" isLong={people > MANY_PEOPLE}>
        <Section of={PAIRS} about="agreement of raters" anchors={["raters"]}>
          {(report, labels) => <Raters report={report} exposure={exposure} labels={labels} />}
        </Section>
      </Question>
      <Question id="right" question="Are the values right?">
        <Section of={RIGHT} about="right values" anchors={["against-gold", "against-majority"]}>
          {(report) => <AgainstGold report={report} />}
        </Section>
      </Question>
      <Question id="models" question="Do models judge as people do?">
        <Section of={MODELS} about="people and LLMs" anchors={["people-and-llms"]}>
          {(report, labels) => <HumanVsLlm report={report} exposure={exposure} labels={labels} />}
        </Section>
        <Section of={CLOSENESS} about="how close LLMs come to people" isSmall>
          {(report, labels) => <LlmBesidePeople report={report} exposure={exposure} labels={labels} />}
        </Section>
        <Section of={VALUES} about="values by response model" isSmall>
          {(report, labels) => <ValuesByModel report={report} exposure={exposure} labels={labels} />}
        </Section>
      </Question>
    </>
  );
}
