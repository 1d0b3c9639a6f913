"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { microsOf } from "@/app/projects/[project]/drafts/parse-money";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { formatDate, formatMoney } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { ListTable } from "@/components/ui/list-table";
import { useToast } from "@/components/ui/toast";
import type { EndpointView, NewPrice } from "@/lib/drafting/schema/endpoints";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Prices of an endpoint's models, by starting date. */
export function Prices({ endpoint, readOnly }: { endpoint: EndpointView; readOnly: boolean }) {
  const { prices, currency, name } = endpoint;
  return (
    <section aria-label={`Prices of ${name}`} className="grid gap-3 border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">
          {prices.length === 0
            ? "No price is known: costs are shown as unknown, and spending cannot be limited."
            : `Prices per million tokens, in ${currency}. A run keeps those of the day it was made.`}
        </p>
        {!readOnly && <PriceDialog endpoint={endpoint} />}
      </div>
      {prices.length > 0 && (
        <ListTable
          label={`Prices of ${name}`}
          bare
          columns={[
            { header: "Model" },
            { header: "From" },
            { header: "Input", atEnd: true },
            { header: "Cached input", atEnd: true },
            { header: "Output", atEnd: true },
          ]}
        >
          {prices.map((price) => (
            <tr key={`${price.model} ${price.since}`} className="tabular-nums">
              <th scope="row" className="text-left font-normal wrap-anywhere">
                {price.model}
              </th>
              <td className="whitespace-nowrap">{formatDate(new Date(price.since), "UTC")}</td>
              <td className="text-right whitespace-nowrap">{formatMoney(price.inputMicros, currency)}</td>
              <td className="text-right whitespace-nowrap">
                {price.cachedInputMicros === null
                  ? "as input"
                  : formatMoney(price.cachedInputMicros, currency)}
              </td>
              <td className="text-right whitespace-nowrap">{formatMoney(price.outputMicros, currency)}</td>
            </tr>
          ))}
        </ListTable>
      )}
    </section>
  );
}

function PriceDialog({ endpoint }: { endpoint: EndpointView }) {
  const [model, setModel] = useState(endpoint.model);
  const [since, setSince] = useState(() => new Date().toISOString().slice(0, 10));
  const [input, setInput] = useState("");
  const [cached, setCached] = useState("");
  const [output, setOutput] = useState("");
  const { send, ...request } = useRequest();
  const router = useRouter();
  const toast = useToast();

  async function save() {
    const body: NewPrice = {
      model,
      since,
      inputMicros: microsOf(input),
      cachedInputMicros: cached === "" ? null : microsOf(cached),
      outputMicros: microsOf(output),
    };
    if (!(await send(() => callApi("POST", `/api/v1/endpoints/${endpoint.id}/prices`, body)))) return false;
    toast.show({ tone: "positive", title: "Price saved" });
    router.refresh();
    return true;
  }

  const price = (label: string, value: string, set: (value: string) => void, hint?: string) => (
    <Field label={label} required={!hint} hint={hint}>
      <Input
        type="number"
        inputMode="decimal"
        min={0}
        max={1_000_000}
        step="any"
        value={value}
        onChange={(event) => set(event.target.value)}
      />
    </Field>
  );

  return (
    <FormDialog
      title={`Price at ${endpoint.name}`}
      description={`In ${endpoint.currency} per million tokens. A second price for the same model and day replaces the first.`}
      trigger={
        <Button>
          <Plus aria-hidden="true" />
          Add price
        </Button>
      }
      request={request}
      verb="Save price"
      onSubmit={save}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Model" required error={problemWith(request.error, "model")}>
          <Input value={model} maxLength={200} onChange={(event) => setModel(event.target.value)} />
        </Field>
        <Field label="From" required error={problemWith(request.error, "since")}>
          <Input type="date" value={since} onChange={(event) => setSince(event.target.value)} />
        </Field>
        {price("Input", input, setInput)}
        {price("Output", output, setOutput)}
        {price("Cached input", cached, setCached, "Empty: as other input.")}
      </div>
    </FormDialog>
  );
}
