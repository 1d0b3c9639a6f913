"use client";

import { EmptyState } from "@/components/ui/empty-state";
import type { ReportOverview } from "@/lib/report/schema/sections";
import { Basis } from "./basis";
import { CoefficientControls, useCoefficientChoice } from "./coefficient-controls";
import { ReportContents } from "./contents";
import { ItemAgreement } from "./decisions";
import { JudgedHeadline } from "./judged-headline";
import { Questions } from "./question-sections";
import { ReportSections } from "./report-sections";
import { JudgementsAddress, type JudgementsLink } from "./report-table";
import { Section } from "./section";

interface AgreementProps {
  overview: ReportOverview;
  /** When its data were read; null while it is computed. */
  dataAt: string | null;
  /** `/api/v1/reports/batches/…` */
  path: string;
  /** The part of the study, as the end of an address. */
  query: string;
  /** Link to the list of judgements behind a number. */
  judgements: JudgementsLink;
  /** The address at which a batch on the same data is designed; null for readers who may not. */
  newBatch: string | null;
}

/** Agreement report: the headline first, and a section for each question, which is fetched when it is in sight. */
export function AgreementReport({ overview, dataAt, path, query, judgements, newBatch }: AgreementProps) {
  const chosen = useCoefficientChoice(overview);
  const { study, hasOthers } = overview;
  const isJudged = study.judgements > 0;
  const isEmpty = !isJudged && study.decisions === 0;
  return (
    <JudgementsAddress value={judgements}>
      <ReportSections overview={overview} path={path} query={query} dataAt={dataAt}>
        <div className="grid gap-6 print:block print:space-y-6 [&>*]:min-w-0">
          <Basis overview={overview} />
          {isEmpty && !hasOthers ? (
            <div className="rounded-md border bg-surface">
              <EmptyState title="No judgements yet">
                The numbers appear once annotators have submitted, and agreement once two of them have judged
                the same unit.
              </EmptyState>
            </div>
          ) : (
            <>
              {isEmpty && study.labellings === 0 && (
                <p className="text-sm text-muted">
                  Nobody has judged or decided anything here yet, so there is no agreement to measure. The
                  values of LLMs and rules are below.
                </p>
              )}
              {!isEmpty && !isJudged && <DecidedHeadline />}
              {isJudged && (
                <>
                  <JudgedHeadline overview={overview} choice={chosen.choice} newBatch={newBatch} />
                  <CoefficientControls of={chosen} />
                </>
              )}
              {!isEmpty && <ReportContents />}
              <Questions overview={overview} choice={chosen.choice} />
            </>
          )}
        </div>
      </ReportSections>
    </JudgementsAddress>
  );
}

const DRAFTS = ["drafts"] as const;

/** Agreement on decisions, which is all there is where nobody gave values. */
function DecidedHeadline() {
  return (
    <>
      <Section of={DRAFTS} about="agreement on decisions" isSmall>
        {({ decisions }) => <ItemAgreement rows={decisions.agreement} isHeadline />}
      </Section>
      <p className="text-sm text-muted">
        Nobody has judged anything, so there is no agreement on values to measure. Decisions on drafted items
        are below.
      </p>
    </>
  );
}
