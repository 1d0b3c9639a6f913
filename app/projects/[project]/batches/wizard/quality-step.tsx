"use client";

import { CountField } from "@/app/projects/[project]/batches/wizard/count-field";
import { FurtherAnnotators } from "@/app/projects/[project]/batches/wizard/further-annotators";
import type { Draft } from "@/app/projects/[project]/batches/wizard/use-draft";
import { Field } from "@/components/ui/field";
import { formatQuantity } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Switch } from "@/components/ui/switch";
import { reservedOf } from "@/lib/batch/rules/design";
import { checksOf } from "@/lib/batch/rules/gold-quota";
import { KIND_NAMES, type SubjectKind } from "@/lib/protocol/rules/subject-kind";
import type { Quality } from "@/lib/quality/schema";

interface QualityStepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  /** Validation errors by field path: `quality.reserve.share`. */
  invalid: ReadonlyMap<string, string>;
  /** Null while counting. */
  subjects: number | null;
  kind: SubjectKind;
  /** Matching subjects with gold values; null while counting. */
  gold: number | null;
  problem: string | undefined;
}

/** Step for quality: training and exam, a reserve without drafts, further annotators, gold checks, planted errors. */
export function QualityStep({ draft, change, invalid, subjects, kind, gold, problem }: QualityStepProps) {
  const { quality } = draft;
  const set = (part: Partial<Quality>) => change({ quality: { ...quality, ...part } });
  const { reserve, planted } = quality;
  const checks = quality.gold;
  return (
    <>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <BeforeTheWork quality={quality} set={set} invalid={invalid} kind={kind} gold={gold} />
      <ReservedShare kind={kind} reserve={reserve} set={set} invalid={invalid} subjects={subjects} />
      <FurtherAnnotators overlap={quality.overlap} set={set} invalid={invalid} kind={kind} />
      <GoldChecks checks={checks} set={set} invalid={invalid} gold={gold} subjects={subjects} kind={kind} />
      <PlantedErrors planted={planted} set={set} invalid={invalid} checks={checks} quality={quality} />
      <Signals counted={quality.signals} set={set} />
    </>
  );
}

/** Counts of how somebody works, which are columns and no verdict. */
function Signals({ counted, set }: { counted: boolean; set: (part: Partial<Quality>) => void }) {
  return (
    <Panel title="Authenticity signals">
      <Switch
        label="Count pasting and leaving the tab"
        hint="How often and how many characters annotators paste into their own texts, never what; how often and for how long they leave the tab. Annotators always read this beforehand. The counts are columns of the ratings: people paste and look away for many good reasons, so the counts say nothing about quality or honesty."
        checked={counted}
        onCheckedChange={(signals) => set({ signals })}
      />
    </Panel>
  );
}

interface ReservedShareProps {
  kind: SubjectKind;
  reserve: Draft["quality"]["reserve"];
  set: (part: Partial<Quality>) => void;
  invalid: ReadonlyMap<string, string>;
  subjects: number | null;
}

/** Subjects on which further people judge without a draft. */
function ReservedShare({ kind, reserve, set, invalid, subjects }: ReservedShareProps) {
  return (
    <Panel title="Judgements without drafts">
      <div className="grid gap-4">
        <Switch
          label={`Reserve a share of the ${kind}s`}
          hint={`Further people judge these without ever seeing a draft. Their assignments are given out first, so the comparison is possible even if the batch ends early. The seed determines which ${kind}s.`}
          checked={reserve !== null}
          onCheckedChange={(on) => set({ reserve: on ? { share: 0.1, k: 2 } : null })}
        />
        {reserve && (
          <div className="flex flex-wrap items-start gap-4">
            <ShareField
              label={`Share of the ${kind}s`}
              share={reserve.share}
              error={invalid.has("quality.reserve.share") && "Choose a share from 1 to 100 percent."}
              hint={subjects === null ? undefined : formatQuantity(reservedOf(subjects, reserve), kind)}
              onChange={(share) => set({ reserve: { ...reserve, share } })}
            />
            <Field
              label={`People per reserved ${kind}`}
              hint="In addition to those of the arms. Agreement needs at least two."
              error={invalid.has("quality.reserve.k") && "Choose between 2 and 10."}
              className="max-w-64"
            >
              <Input
                type="number"
                min={2}
                max={10}
                className="max-w-24"
                value={reserve.k || ""}
                onChange={(event) =>
                  set({ reserve: { ...reserve, k: Math.trunc(event.target.valueAsNumber) || 0 } })
                }
              />
            </Field>
          </div>
        )}
      </div>
    </Panel>
  );
}

interface GoldChecksProps {
  checks: Draft["quality"]["gold"];
  set: (part: Partial<Quality>) => void;
  invalid: ReadonlyMap<string, string>;
  gold: number | null;
  subjects: number | null;
  kind: SubjectKind;
}

/** Assignments with known answers, mixed in. */
function GoldChecks({ checks, set, invalid, gold, subjects, kind }: GoldChecksProps) {
  return (
    <Panel title="Gold checks">
      <div className="grid gap-4">
        <Switch
          label="Mix in gold checks"
          hint="Assignments with known answers, drawn by the seed. They look like all others and show how well each annotator does; judgements on them are in no statistic."
          checked={checks !== null}
          onCheckedChange={(on) => set({ gold: on ? { share: 0.1, feedback: false } : null })}
        />
        {checks && (
          <>
            <ShareField
              label="Share of gold checks"
              share={checks.share}
              most={50}
              error={invalid.has("quality.gold.share") && "Choose a share from 1 to 50 percent."}
              hint={
                gold === null || subjects === null
                  ? undefined
                  : `${formatQuantity(Math.min(gold, checksOf(subjects, checks)), "check")}; ${formatQuantity(gold, kind)} with gold values ${gold === 1 ? "fits" : "fit"}`
              }
              onChange={(share) => set({ gold: { ...checks, share } })}
            />
            <Switch
              label="Show feedback"
              hint="Right after each check is submitted. Such a submission cannot be taken back. Without this, annotators get no feedback on checks."
              checked={checks.feedback}
              onCheckedChange={(feedback) => set({ gold: { ...checks, feedback } })}
            />
          </>
        )}
      </div>
    </Panel>
  );
}

interface PlantedErrorsProps {
  planted: Draft["quality"]["planted"];
  set: (part: Partial<Quality>) => void;
  invalid: ReadonlyMap<string, string>;
  checks: Draft["quality"]["gold"];
  quality: Draft["quality"];
}

/** Errors planted in drafts, and whether annotators are told of checks. */
function PlantedErrors({ planted, set, invalid, checks, quality }: PlantedErrorsProps) {
  return (
    <Panel title="Planted errors">
      <div className="grid gap-4">
        <Switch
          label="Plant errors in drafts"
          hint="In a share of the drafted values another value is shown, and in the same share of drafted rubrics under review an item of another task. The drafts themselves stay as they are, in every export too."
          checked={planted !== null}
          onCheckedChange={(on) => set({ planted: on ? { share: 0.05, debrief: true } : null })}
        />
        {planted && (
          <>
            <ShareField
              label="Share of what is drafted"
              share={planted.share}
              most={50}
              error={invalid.has("quality.planted.share") && "Choose a share from 1 to 50 percent."}
              hint="Judgements on them are in no statistic."
              onChange={(share) => set({ planted: { ...planted, share } })}
            />
            <Switch
              label="Debrief annotators"
              hint="Once the batch is closed they read in their past work where the errors were."
              checked={planted.debrief}
              onCheckedChange={(debrief) => set({ planted: { ...planted, debrief } })}
            />
          </>
        )}
        {(checks || planted) && (
          <Switch
            label="Disclose"
            hint="Annotators read under the guidelines, and before they consent, that there are gold checks or planted errors; never where. Ask your ethics board before you switch this off."
            checked={quality.disclosed}
            onCheckedChange={(disclosed) => set({ disclosed })}
          />
        )}
      </div>
    </Panel>
  );
}

interface BeforeTheWorkProps {
  quality: Quality;
  set: (part: Partial<Quality>) => void;
  invalid: ReadonlyMap<string, string>;
  kind: SubjectKind;
  gold: number | null;
}

/** Settings for training and exam. */
function BeforeTheWork({ quality, set, invalid, kind, gold }: BeforeTheWorkProps) {
  const { training, exam } = quality;
  const known =
    gold === null
      ? undefined
      : `${formatQuantity(gold, kind)} with gold values ${gold === 1 ? "fits" : "fit"}.`;
  return (
    <Panel title="Before the work">
      <div className="grid gap-4">
        <Switch
          label="Training with feedback"
          hint={`All annotators begin with the same ${kind}s with gold values, and after each read the expected answers with reasons.`}
          checked={training !== null}
          onCheckedChange={(on) => set({ training: on ? { subjects: 5 } : null })}
        />
        {training && (
          <CountField
            label={`${KIND_NAMES[kind]} for training`}
            hint={known}
            most={50}
            value={training.subjects}
            error={invalid.has("quality.training.subjects") && "Choose between 1 and 50."}
            onChange={(subjects) => set({ training: { subjects } })}
          />
        )}
        <Switch
          label="Qualification exam"
          hint="Nothing is shown until its end. Only annotators who pass are given the batch's own work."
          checked={exam !== null}
          onCheckedChange={(on) =>
            set({ exam: on ? { subjects: 8, pass: 80, within: 0, attempts: 1, reveal: false } : null })
          }
        />
        {exam && (
          <>
            <ExamFields kind={kind} known={known} exam={exam} invalid={invalid} set={set} />
            <Switch
              label="Show the expected answers at the end"
              hint="Shown to annotators who have passed, or have no attempt left. People who talk to each other can pass it on."
              checked={exam.reveal}
              onCheckedChange={(reveal) => set({ exam: { ...exam, reveal } })}
            />
          </>
        )}
        {(training || exam) && (
          <Switch
            label="Qualify all annotators again"
            hint="Also those who qualified in an earlier version of this batch, or worked in it. Without this, they continue at once."
            checked={quality.askAgain}
            onCheckedChange={(askAgain) => set({ askAgain })}
          />
        )}
      </div>
    </Panel>
  );
}

interface ExamFieldsProps {
  kind: SubjectKind;
  known: string | undefined;
  exam: NonNullable<Quality["exam"]>;
  invalid: ReadonlyMap<string, string>;
  set: (part: Partial<Quality>) => void;
}

/** Size of the exam, and what passes it. */
function ExamFields({ kind, known, exam, invalid, set }: ExamFieldsProps) {
  return (
    <div className="flex flex-wrap items-start gap-4">
      <CountField
        label={`${KIND_NAMES[kind]} of the exam`}
        hint={known}
        most={100}
        value={exam.subjects}
        error={invalid.has("quality.exam.subjects") && "Choose between 1 and 100."}
        onChange={(subjects) => set({ exam: { ...exam, subjects } })}
      />
      <CountField
        label="Right to pass, in percent"
        hint="At least this share of the values with known gold."
        most={100}
        value={exam.pass}
        error={invalid.has("quality.exam.pass") && "Choose between 1 and 100."}
        onChange={(pass) => set({ exam: { ...exam, pass } })}
      />
      <CountField
        label="Attempts"
        hint="You can grant more, or waive the exam."
        most={10}
        value={exam.attempts}
        error={invalid.has("quality.exam.attempts") && "Choose between 1 and 10."}
        onChange={(attempts) => set({ exam: { ...exam, attempts } })}
      />
      <CountField
        label="Scores may be off by"
        hint="Points from gold. Answers are always exact."
        least={0}
        most={9}
        value={exam.within}
        error={invalid.has("quality.exam.within") && "Choose between 0 and 9."}
        onChange={(within) => set({ exam: { ...exam, within } })}
      />
    </div>
  );
}

interface ShareFieldProps {
  label: string;
  /** 0 to 1. */
  share: number;
  /** Percent. */
  most?: number;
  hint: string | undefined;
  error: string | false;
  onChange: (share: number) => void;
}

/** A share, entered as a whole percentage. */
function ShareField({ label, share, most = 100, hint, error, onChange }: ShareFieldProps) {
  return (
    <Field label={`${label}, in percent`} hint={hint} error={error} className="max-w-64">
      <Input
        type="number"
        min={1}
        max={most}
        className="max-w-24"
        value={Math.round(share * 100) || ""}
        onChange={(event) => onChange((Math.trunc(event.target.valueAsNumber) || 0) / 100)}
      />
    </Field>
  );
}
