"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  amountOf,
  formatAmount,
} from "@/app/projects/[project]/batches/[batch]/participation/prolific/money";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { type ApiError, callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface CreateDraftProps {
  link: { id: string; name: string; quota: number; screenedCode: string | null };
  currency: string | null;
}

const blank = ({ name, quota }: CreateDraftProps["link"]) => ({
  ...{ name, description: "", reward: "", places: String(quota), minutes: "" },
  ...{ screenOutReward: "", screenOutPlaces: "" },
});
type Draft = ReturnType<typeof blank>;

/** Form that has a draft of a study created on Prolific. Nothing is paid or published by it. */
export function CreateDraft({ link, currency }: CreateDraftProps) {
  const [draft, setDraft] = useState(() => blank(link));
  const [autoApprove, setAutoApprove] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const request = useRequest();
  const router = useRouter();

  async function submit() {
    const { screenOutReward: amount, screenOutPlaces: most } = draft;
    const body = {
      ...{ key, name: draft.name, description: draft.description, autoApprove },
      reward: amountOf(draft.reward),
      places: Number(draft.places),
      minutes: Number(draft.minutes),
      screenOutReward: amount === "" ? null : amountOf(amount),
      screenOutPlaces: most === "" ? null : Number(most),
    };
    const path = `/api/v1/participation/${link.id}/prolific`;
    if (!(await request.send(() => callApi("POST", path, body)))) return false;
    setKey(crypto.randomUUID());
    router.refresh();
    return true;
  }

  const field = (id: keyof Draft) => ({
    value: draft[id],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [id]: event.target.value }),
  });
  const total = amountOf(draft.reward) * (Number(draft.places) || 0);

  return (
    <FormDialog
      size="lg"
      title="Draft a study on Prolific"
      description="Prolific gets this text, the link's address and its codes. Look at the draft there and choose who may take part; you publish it here or there."
      trigger={
        <Button size="sm" aria-label={`Recruit on Prolific, ${link.name}`}>
          Recruit on Prolific
        </Button>
      }
      request={request}
      verb="Create draft"
      onSubmit={submit}
    >
      <Field label="Title" required hint="Participants read it." error={problemWith(request.error, "name")}>
        <Input maxLength={255} {...field("name")} />
      </Field>
      <Field label="Description" required error={problemWith(request.error, "description")}>
        <Textarea rows={4} {...field("description")} />
      </Field>
      <RewardFields error={request.error} field={field} currency={currency} />
      <p className="text-sm text-muted">
        {total > 0
          ? `Rewards of at most ${formatAmount(total, currency)}, and Prolific's fees on top: the draft shows them.`
          : "Prolific's fees come on top of the rewards: the draft shows them."}
      </p>
      <ScreenOutFields error={request.error} field={field} ownCode={link.screenedCode !== null} />
      <Switch
        label="Approve everyone who enters the completion code"
        hint="They are paid without a review. Otherwise you approve them here."
        checked={autoApprove}
        onCheckedChange={setAutoApprove}
      />
    </FormDialog>
  );
}

interface DraftFields {
  error: ApiError | undefined;
  field: (id: keyof Draft) => { value: string; onChange: (event: { target: { value: string } }) => void };
}

/** Reward, places and estimated time. */
function RewardFields({ error, field, currency }: DraftFields & { currency: string | null }) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field
        label={currency ? `Reward in ${currency}` : "Reward"}
        required
        hint="For each person."
        error={problemWith(error, "reward")}
      >
        <Input type="number" inputMode="decimal" min={0.01} step={0.01} {...field("reward")} />
      </Field>
      <Field label="Places" required error={problemWith(error, "places")}>
        <Input type="number" min={1} {...field("places")} />
      </Field>
      <Field label="Estimated minutes" required error={problemWith(error, "minutes")}>
        <Input type="number" min={1} max={1440} {...field("minutes")} />
      </Field>
    </div>
  );
}

/** Fields for the pay of people who turn out not to fit the study. */
function ScreenOutFields({ error, field, ownCode }: DraftFields & { ownCode: boolean }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Reward for those screened out"
        required={ownCode}
        hint={ownCode ? "For those who do not pass the exam." : "Empty: nobody is screened out."}
        error={problemWith(error, "screenOutReward")}
      >
        <Input type="number" inputMode="decimal" min={0.01} step={0.01} {...field("screenOutReward")} />
      </Field>
      <Field
        label="For at most this many people"
        required={ownCode}
        hint="Prolific pauses the study then."
        error={problemWith(error, "screenOutPlaces")}
      >
        <Input type="number" min={1} {...field("screenOutPlaces")} />
      </Field>
    </div>
  );
}
