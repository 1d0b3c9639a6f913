"use client";

import { useState } from "react";
import { microsOf } from "@/app/projects/[project]/drafts/parse-money";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import type { Pay } from "@/lib/batch/schema/pay";
import { type ApiError, callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

const PER: { value: Pay["per"]; label: string }[] = [
  { value: "hour", label: "Hour of active work" },
  { value: "assignment", label: "Assignment" },
];

/** Sets annotators' pay, or clears it. */
export function SetPay({ batch, pay }: { batch: string; pay: Pay | null }) {
  const [per, setPer] = useState<Pay["per"]>(pay?.per ?? "hour");
  const [amount, setAmount] = useState(pay ? String(pay.micros / 1_000_000) : "");
  const [currency, setCurrency] = useState(pay?.currency ?? "USD");
  const { send, ...request } = useRequest();
  const toast = useToast();
  const refresh = useRefresh();

  async function save() {
    const set =
      amount.trim() === "" ? null : { per, micros: microsOf(amount), currency: currency.toUpperCase() };
    if (!(await send(() => callApi("PUT", `/api/v1/batches/${batch}/pay`, { pay: set })))) return false;
    toast.show({ tone: "positive", title: set ? "Rate saved" : "Rate removed" });
    await refresh();
    return true;
  }

  return (
    <FormDialog
      title="What annotators are paid"
      description="Used only for the cost shown here and in the project's totals. It pays nobody."
      trigger={<Button size="sm">{pay ? "Change rate" : "Set rate"}</Button>}
      request={request}
      verb="Save"
      onSubmit={save}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <RateFields
          error={request.error}
          amount={amount}
          setAmount={setAmount}
          currency={currency}
          setCurrency={setCurrency}
          per={per}
          setPer={setPer}
        />
      </div>
    </FormDialog>
  );
}

interface RateFieldsProps {
  error: ApiError | undefined;
  amount: string;
  setAmount: (value: string) => void;
  currency: string;
  setCurrency: (value: string) => void;
  per: Pay["per"];
  setPer: (value: Pay["per"]) => void;
}

/** Amount, currency, and what it is paid for. */
function RateFields({ error, amount, setAmount, currency, setCurrency, per, setPer }: RateFieldsProps) {
  return (
    <>
      <Field label="Rate" error={problemWith(error, "pay.micros")} hint="Empty: not known.">
        <Input
          type="number"
          inputMode="decimal"
          min={0}
          max={1_000_000}
          step="any"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
      </Field>
      <Field label="Currency" error={problemWith(error, "pay.currency")}>
        <Input
          value={currency}
          maxLength={3}
          pattern="[A-Za-z]{3}"
          required={amount.trim() !== ""}
          onChange={(event) => setCurrency(event.target.value)}
        />
      </Field>
      <Field label="Per">
        <Select value={per} choices={PER} onValueChange={setPer} />
      </Field>
    </>
  );
}
