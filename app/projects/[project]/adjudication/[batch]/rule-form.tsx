"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { AnnotatorCandidate } from "@/app/projects/[project]/batches/design-choices";
import { PeoplePicker } from "@/app/projects/[project]/batches/people-picker";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { formatCount, formatQuantity } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import type { AdjudicationRule, Refreshed, RulePreview } from "@/lib/adjudication/schema";
import { callApi } from "@/lib/http/client";
import { useDebouncedAnswer } from "@/lib/http/use-debounced-answer";

interface RuleFormProps {
  batch: string;
  batchName: string;
  begun: boolean;
  rule: AdjudicationRule;
  adjudicators: readonly string[];
  people: readonly AnnotatorCandidate[];
}

/** Form for which units go to adjudication and who decides; counts them before anything is unblinded. */
export function RuleForm({ batch, batchName, begun, rule: saved, adjudicators, people }: RuleFormProps) {
  const router = useRouter();
  const toast = useToast();
  const [below, setBelow] = useState(saved.below ?? 1);
  const [byAgreement, setByAgreement] = useState(saved.below !== null);
  const [tolerance, setTolerance] = useState(saved.tolerance);
  const [tied, setTied] = useState(saved.tied);
  const [flagged, setFlagged] = useState(saved.flagged);
  const [chosen, setChosen] = useState<string[]>([...adjudicators]);
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);

  const rule: AdjudicationRule = { below: byAgreement ? below : null, tolerance, tied, flagged };
  const isRule =
    (byAgreement || tied || flagged) &&
    below > 0 &&
    below <= 1 &&
    Number.isInteger(tolerance) &&
    tolerance >= 0;
  const query = new URLSearchParams({
    below: byAgreement ? String(below) : "",
    tolerance: String(tolerance),
    tied: String(tied),
    flagged: String(flagged),
  }).toString();
  const path = `/api/v1/batches/${batch}/adjudication`;
  const { answer, isCurrent } = useDebouncedAnswer<RulePreview>(isRule ? `${path}?${query}` : null);

  async function begin() {
    setBusy(true);
    const answer = await callApi<Refreshed>("POST", path, { rule, adjudicators: chosen });
    setBusy(false);
    if (!answer.ok) {
      toast.show({ title: "Nothing was changed", description: answer.error.message, tone: "danger" });
      return;
    }
    const { cases, joined, left } = answer.value;
    toast.show({
      title: begun ? "Up to date" : "Adjudication begun",
      description: begun
        ? `${formatQuantity(joined, "case")} joined, ${formatCount(left)} left.`
        : `${formatQuantity(cases, "case")} to decide.`,
      tone: "positive",
    });
    router.refresh();
  }

  return (
    <div className="grid gap-5">
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-medium">A case is contested when</legend>
        <AgreementCriterion
          byAgreement={byAgreement}
          setByAgreement={setByAgreement}
          below={below}
          setBelow={setBelow}
        />
        <ToleranceField tolerance={tolerance} setTolerance={setTolerance} />
        <Checkbox
          checked={tied}
          onCheckedChange={setTied}
          label="its votes are tied: no single value was given most often"
        />
        <Checkbox checked={flagged} onCheckedChange={setFlagged} label="an annotator flagged it" />
      </fieldset>
      <PreviewLine preview={isCurrent ? answer : null} isRule={isRule} />
      <Adjudicators people={people} chosen={chosen} setChosen={setChosen} />
      <div>
        <Button
          variant={begun ? "secondary" : "primary"}
          disabled={!isRule}
          busy={busy}
          onClick={() => (begun ? begin() : setConfirming(true))}
        >
          {begun ? "Bring up to date" : "Begin adjudication"}
        </Button>
      </div>
      <UnblindDialog
        confirming={confirming}
        setConfirming={setConfirming}
        batchName={batchName}
        begin={begin}
      />
    </div>
  );
}

interface AgreementCriterionProps {
  byAgreement: boolean;
  setByAgreement: (value: boolean) => void;
  below: number;
  setBelow: (value: number) => void;
}

/** Contested where too few pairs of votes agree. */
function AgreementCriterion({ byAgreement, setByAgreement, below, setBelow }: AgreementCriterionProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Checkbox
        checked={byAgreement}
        onCheckedChange={setByAgreement}
        label="the share of agreeing pairs of votes is below"
      />
      <Input
        type="number"
        aria-label="Share of agreeing pairs, in percent"
        min={1}
        max={100}
        className="max-w-20"
        disabled={!byAgreement}
        value={Math.round(below * 100)}
        onChange={(event) => setBelow(Number(event.target.value) / 100)}
      />
      <span className="text-sm text-muted">
        %. With three votes 2 : 1 is 33 %; at 100 % every case that is not unanimous is contested.
      </span>
    </div>
  );
}

function ToleranceField({
  tolerance,
  setTolerance,
}: {
  tolerance: number;
  setTolerance: (value: number) => void;
}) {
  return (
    <Field
      label="Scores agree when at most this many points apart"
      hint="Answers in words agree when they are the same; n/a counts as an answer here."
    >
      <Input
        type="number"
        min={0}
        max={100}
        className="max-w-20"
        value={tolerance}
        onChange={(event) => setTolerance(Number(event.target.value))}
      />
    </Field>
  );
}

function Adjudicators({
  people,
  chosen,
  setChosen,
}: {
  people: readonly AnnotatorCandidate[];
  chosen: string[];
  setChosen: (value: string[]) => void;
}) {
  return (
    <div className="grid gap-1">
      <PeoplePicker
        legend="Adjudicators besides the admins"
        people={people.filter(({ role }) => role !== "admin")}
        chosen={chosen}
        onChange={setChosen}
        empty="Everybody in this project is an admin."
      />
      <p className="text-xs text-muted">
        Annotators of the batch see no votes before it is closed, even if they are chosen here.
      </p>
    </div>
  );
}

interface UnblindDialogProps {
  confirming: boolean;
  setConfirming: (value: boolean) => void;
  batchName: string;
  begin: () => Promise<void>;
}

/** Asks before votes are unblinded, which is for good. */
function UnblindDialog({ confirming, setConfirming, batchName, begin }: UnblindDialogProps) {
  return (
    <ConfirmDialog
      open={confirming}
      onOpenChange={setConfirming}
      title={`Unblind the votes of “${batchName}”?`}
      description={
        <>
          From now on the project’s admins and the adjudicators you chose see who judged what, under
          pseudonyms, on every contested case. The time is recorded permanently and is in exports. This cannot
          be undone.
        </>
      }
      confirmLabel="Unblind and begin"
      onConfirm={begin}
    />
  );
}

function PreviewLine({ preview, isRule }: { preview: RulePreview | null; isRule: boolean }) {
  if (!isRule) return <p className="text-sm text-danger">Choose at least one kind of case.</p>;
  if (!preview) return <p className="text-sm text-muted">Counting…</p>;
  const { cases, units, compared, reasons } = preview;
  return (
    <p role="status" className="text-sm tabular-nums">
      <strong className="font-semibold">{formatQuantity(cases, "case")}</strong>
      <span className="text-muted">
        {" "}
        of {formatCount(units)} judged ({formatCount(compared)} by two people or more) would be decided:{" "}
        {formatCount(reasons.disagreement)} by agreement, {formatCount(reasons.tied)} tied,{" "}
        {formatCount(reasons.flagged)} flagged.
      </span>
    </p>
  );
}
