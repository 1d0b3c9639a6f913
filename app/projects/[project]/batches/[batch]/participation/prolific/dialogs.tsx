"use client";

import { useState } from "react";
import {
  amountOf,
  formatAmount,
} from "@/app/projects/[project]/batches/[batch]/participation/prolific/money";
import { requestAction } from "@/app/projects/[project]/batches/[batch]/participation/prolific/request-action";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { formatQuantity } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { useRefresh } from "@/components/ui/use-refresh";
import { type ApiError, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { partsOf, REJECTION_LABELS } from "@/lib/prolific/rules";
import type { NewProlificAction, ProlificStudyView, RejectionCategory } from "@/lib/prolific/schema";

/** An action that an admin is about to confirm; the key makes a double click one action. */
export interface Confirming {
  kind: "approve" | "reject" | "request_return" | "screen_out" | "bonus";
  key: string;
  about: readonly ProlificStudyView["submissions"][number][];
}

interface SubmissionDialogProps {
  link: string;
  study: ProlificStudyView;
  confirming: Confirming;
  onClose: () => void;
  onSent: () => void;
}

interface Answers {
  amount: string;
  text: string;
  category: RejectionCategory;
}

const EMPTY: Answers = { amount: "", text: "", category: "FAILED_INSTRUCTIONS" };

/** Confirms an action on submissions, with its effect and its cost. */
export function SubmissionDialog({ link, study, confirming, onClose, onSent }: SubmissionDialogProps) {
  const [answers, setAnswers] = useState(EMPTY);
  const request = useRequest();
  const refresh = useRefresh();
  const words = wordsOf(confirming, study, amountOf(answers.amount));

  async function submit() {
    if (!(await request.send(() => requestAction(link, actionOf(confirming, answers))))) return false;
    onSent();
    await refresh();
    return true;
  }

  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      description={words.description}
      request={request}
      verb={words.verb}
      disabled={confirming.kind === "bonus" && amountOf(answers.amount) <= 0}
      onSubmit={submit}
    >
      <AnswerFields
        kind={confirming.kind}
        currency={study.currency}
        answers={answers}
        error={request.error}
        change={(changed) => setAnswers({ ...answers, ...changed })}
      />
      {confirming.kind === "bonus" && (
        <p className="text-sm font-medium" role="status">
          {words.total}
        </p>
      )}
    </FormDialog>
  );
}

function actionOf({ kind, key, about }: Confirming, { amount, text, category }: Answers): NewProlificAction {
  const submissions = about.map(({ id }) => id);
  if (kind === "bonus") {
    const each = amountOf(amount);
    return { kind, key, submissions, amount: each, total: each * submissions.length };
  }
  if (kind === "reject") return { kind, key, submissions, category, message: text };
  if (kind === "request_return") return { kind, key, submissions, reason: text };
  return { kind, key, submissions };
}

interface Words {
  title: string;
  description: string;
  verb: string;
  /** For a bonus: the amount, the number of people, and what it comes to. */
  total?: string;
}

function wordsOf(
  { kind, about }: Confirming,
  { reward, screenOutReward, currency }: ProlificStudyView,
  each: number,
): Words {
  const count = about.length;
  const people = formatQuantity(count, "person", "people");
  const money = (amount: number) => formatAmount(amount, currency);
  const parts = partsOf(kind, about).length;
  const inParts =
    parts > 1
      ? `The request to Prolific is sent in ${parts} parts, which are listed and end separately. `
      : "";
  if (kind === "approve")
    return {
      title: `Approve ${people}?`,
      description: `${inParts}Prolific pays them ${count === 1 ? money(reward) : `${money(reward)} each, ${money(reward * count)} in all`}, and its fees on top. That cannot be undone.`,
      verb: `Pay ${money(reward * count)}`,
    };
  if (kind === "reject")
    return {
      title: "Reject this submission?",
      description:
        "They are not paid, and rejections count against them on Prolific: too many, and they are removed. Prolific allows few reasons. Counts of pasting or leaving the tab are not among them.",
      verb: "Reject",
    };
  if (kind === "request_return")
    return {
      title: "Ask them to return it?",
      description:
        "Prolific sends them your reason. If they return it they are not paid, and it does not count against them.",
      verb: "Ask to return",
    };
  if (kind === "screen_out")
    return {
      title: "Screen out this submission?",
      description: `Prolific pays them ${money(screenOutReward ?? 0)}, and its fees on top, and gives the place to someone else. That cannot be undone.`,
      verb: `Pay ${money(screenOutReward ?? 0)}`,
    };
  return {
    title: `Pay a bonus to ${people}`,
    description: `${inParts}In addition to the reward. Prolific's fees come on top. That cannot be undone.`,
    verb: each > 0 ? `Pay ${money(each * count)}` : "Pay",
    total: each > 0 ? `${people} × ${money(each)} = ${money(each * count)}, and Prolific's fees` : "",
  };
}

interface AnswerFieldsProps {
  kind: Confirming["kind"];
  currency: string | null;
  answers: Answers;
  error: ApiError | undefined;
  change: (changed: Partial<Answers>) => void;
}

/** Fields of an action: an amount, a reason, or a category with a message. */
function AnswerFields({ kind, currency, answers, error, change }: AnswerFieldsProps) {
  if (kind === "bonus")
    return (
      <Field
        label={currency ? `Amount for each, in ${currency}` : "Amount for each"}
        required
        error={problemWith(error, "amount")}
      >
        <Input
          type="number"
          inputMode="decimal"
          min={0.01}
          max={10_000}
          step={0.01}
          value={answers.amount}
          onChange={(event) => change({ amount: event.target.value })}
        />
      </Field>
    );
  if (kind === "reject") return <RejectionFields answers={answers} error={error} change={change} />;
  if (kind !== "request_return") return null;
  return (
    <Field label="Reason" required hint="Prolific sends it to them." error={problemWith(error, "reason")}>
      <Textarea
        rows={4}
        maxLength={500}
        value={answers.text}
        onChange={(event) => change({ text: event.target.value })}
      />
    </Field>
  );
}

/** Category and message of a rejection. */
function RejectionFields({ answers, error, change }: Omit<AnswerFieldsProps, "kind" | "currency">) {
  return (
    <>
      <Field label="Category" required error={problemWith(error, "category")}>
        <Select
          value={answers.category}
          choices={(Object.keys(REJECTION_LABELS) as RejectionCategory[]).map((value) => ({
            value,
            label: REJECTION_LABELS[value],
          }))}
          onValueChange={(category) => change({ category })}
        />
      </Field>
      <Field
        label="Message to them"
        required
        hint="At least 100 characters: Prolific asks for that."
        error={problemWith(error, "message")}
      >
        <Textarea
          rows={4}
          maxLength={2000}
          value={answers.text}
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
    </>
  );
}
