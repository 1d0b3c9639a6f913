"use client";

import { Pencil, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { microsOf } from "@/app/projects/[project]/drafts/parse-money";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import type { EndpointView } from "@/lib/drafting/schema/endpoints";
import { type ApiError, callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

export const PROVIDER_WORDS: Record<EndpointView["provider"], string> = {
  "openai-compatible": "OpenAI-compatible",
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google",
};

/** Default base addresses. */
const BASES: Record<EndpointView["provider"], string> = {
  "openai-compatible": "",
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
};

interface EndpointDialogProps {
  project: string;
  /** The endpoint to edit; a new one if absent. */
  endpoint?: EndpointView;
  /** Origins in the internal network that the operator allows. */
  allowed: readonly string[];
}

/** Form of an endpoint. Its key is write-only. */
export function EndpointDialog({ project, endpoint, allowed }: EndpointDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="lg"
      title={endpoint ? `Change ${endpoint.name}` : "New endpoint"}
      trigger={
        endpoint ? (
          <Button aria-label={`Change ${endpoint.name}`}>
            <Pencil aria-hidden="true" />
            Change
          </Button>
        ) : (
          <Button variant="primary">
            <Plus aria-hidden="true" />
            Add endpoint
          </Button>
        )
      }
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formOf(endpoint)} variant="primary">
            {endpoint ? "Save" : "Add endpoint"}
          </Button>
        </>
      }
    >
      {open && (
        <EndpointForm
          project={project}
          endpoint={endpoint}
          allowed={allowed}
          onSaved={() => setOpen(false)}
        />
      )}
    </Dialog>
  );
}

function formOf(endpoint: EndpointView | undefined): string {
  return `endpoint-${endpoint?.id ?? "new"}`;
}

function EndpointForm({
  project,
  endpoint,
  allowed,
  onSaved,
}: EndpointDialogProps & { onSaved: () => void }) {
  const [values, setValues] = useState(() => fieldsOf(endpoint));
  const [key, setKey] = useState("");
  const [noKey, setNoKey] = useState(false);
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const toast = useToast();
  const set = (part: Partial<Fields>) => setValues((before) => ({ ...before, ...part }));
  const text = (name: keyof Fields) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });

  async function save(event: FormEvent) {
    event.preventDefault();
    const body = { ...bodyOf(values), ...(noKey ? { apiKey: null } : key !== "" && { apiKey: key.trim() }) };
    const saved = await send(() =>
      endpoint
        ? callApi("PATCH", `/api/v1/endpoints/${endpoint.id}`, body)
        : callApi("POST", `/api/v1/projects/${project}/endpoints`, body),
    );
    if (!saved) return;
    setKey("");
    onSaved();
    toast.show({ tone: "positive", title: endpoint ? `${values.name} changed` : `${values.name} added` });
    router.refresh();
  }

  const general = error && !error.problems && !placeOf(error);
  return (
    <form id={formOf(endpoint)} onSubmit={save} aria-busy={busy} className="grid gap-5">
      {general && <Banner tone="danger" title={error.message} live />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required error={wrong(error, "name")} hint="As runs show it.">
          <Input {...text("name")} maxLength={120} />
        </Field>
        <Field label="Provider">
          <Select
            value={values.provider}
            choices={(Object.keys(BASES) as EndpointView["provider"][]).map((value) => ({
              value,
              label: PROVIDER_WORDS[value],
            }))}
            onValueChange={(provider) =>
              set({
                provider,
                // An address typed by the admin is not replaced.
                ...(Object.values(BASES).includes(values.baseUrl) && { baseUrl: BASES[provider] }),
              })
            }
          />
        </Field>
        <BaseUrlField error={error} allowed={allowed} text={text} />
        <KeyFields
          error={error}
          endpoint={endpoint}
          apiKey={key}
          noKey={noKey}
          setApiKey={setKey}
          setNoKey={setNoKey}
        />
        <Field
          label="Model"
          required
          error={wrong(error, "model")}
          hint="As the endpoint calls it. A run can name another one."
        >
          <Input {...text("model")} maxLength={200} spellCheck={false} />
        </Field>
        <Field
          label="Embedding model"
          error={wrong(error, "embeddingModel")}
          hint="For measures that compare meanings. Optional."
        >
          <Input {...text("embeddingModel")} maxLength={200} spellCheck={false} />
        </Field>
      </div>
      <EndpointLimitFields error={error} text={text} />
    </form>
  );
}

function BaseUrlField({
  error,
  allowed,
  text,
}: {
  error: ApiError | undefined;
  allowed: readonly string[];
  text: (name: keyof Fields) => { value: string; onChange: (event: { target: { value: string } }) => void };
}) {
  return (
    <Field
      label="Base URL"
      required
      className="sm:col-span-2"
      error={wrong(error, "baseUrl")}
      hint={
        allowed.length > 0
          ? `Where its paths begin: https://api.example.com/v1. Allowed by the operator besides: ${allowed.join(", ")}.`
          : "Where its paths begin: https://api.example.com/v1."
      }
    >
      <Input {...text("baseUrl")} inputMode="url" maxLength={500} spellCheck={false} />
    </Field>
  );
}

interface KeyFieldsProps {
  error: ApiError | undefined;
  endpoint: EndpointView | undefined;
  apiKey: string;
  noKey: boolean;
  setApiKey: (value: string) => void;
  setNoKey: (value: boolean) => void;
}

/** The key, which is never shown again, and a way to destroy it. */
function KeyFields({ error, endpoint, apiKey, noKey, setApiKey, setNoKey }: KeyFieldsProps) {
  return (
    <>
      <Field
        label="Key"
        className="sm:col-span-2"
        error={wrong(error, "apiKey")}
        hint={
          endpoint?.keyLastFour
            ? `Stored key ends in ${endpoint.keyLastFour}; leave empty to keep it. It is sent to this address’s origin only.`
            : "Stored encrypted and never shown again. Leave empty to send none."
        }
      >
        <Input
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={apiKey}
          maxLength={1000}
          disabled={noKey}
          onChange={(event) => setApiKey(event.target.value)}
        />
      </Field>
      {endpoint?.keyLastFour && (
        <Checkbox
          label="Delete the stored key"
          checked={noKey}
          onCheckedChange={setNoKey}
          className="sm:col-span-2"
        />
      )}
    </>
  );
}

/** Requests, tokens, time and money that the endpoint allows. */
function EndpointLimitFields({
  error,
  text,
}: {
  error: ApiError | undefined;
  text: (name: keyof Fields) => { value: string; onChange: (event: { target: { value: string } }) => void };
}) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-3">
      <legend className="mb-2 text-sm font-medium">Limits</legend>
      <Field label="Requests a minute" required error={wrong(error, "requestsPerMinute")}>
        <Input {...text("requestsPerMinute")} type="number" min={1} max={6000} />
      </Field>
      <Field label="At a time" required error={wrong(error, "concurrency")}>
        <Input {...text("concurrency")} type="number" min={1} max={64} />
      </Field>
      <Field label="Tokens a minute" error={wrong(error, "tokensPerMinute")} hint="Empty: no limit.">
        <Input {...text("tokensPerMinute")} type="number" min={1} max={2_000_000_000} />
      </Field>
      <Field label="Give up after seconds" required error={wrong(error, "timeoutSeconds")}>
        <Input {...text("timeoutSeconds")} type="number" min={1} max={3600} />
      </Field>
      <Field label="Largest answer (MB)" required error={wrong(error, "answerMegabytes")}>
        <Input {...text("answerMegabytes")} type="number" min={1} max={64} />
      </Field>
      <Field label="Budget" error={wrong(error, "budgetMicros")} hint="Altogether. Empty: none.">
        <Input {...text("budget")} type="number" inputMode="decimal" min={0} max={1e9} step="any" />
      </Field>
      <Field label="Currency" required error={wrong(error, "currency")}>
        <Input {...text("currency")} minLength={3} maxLength={3} />
      </Field>
    </fieldset>
  );
}

interface Fields {
  name: string;
  provider: EndpointView["provider"];
  baseUrl: string;
  model: string;
  embeddingModel: string;
  requestsPerMinute: string;
  tokensPerMinute: string;
  concurrency: string;
  timeoutSeconds: string;
  answerMegabytes: string;
  currency: string;
  budget: string;
}

function fieldsOf(endpoint: EndpointView | undefined): Fields {
  return {
    name: endpoint?.name ?? "",
    provider: endpoint?.provider ?? "openai-compatible",
    baseUrl: endpoint?.baseUrl ?? "",
    model: endpoint?.model ?? "",
    embeddingModel: endpoint?.embeddingModel ?? "",
    requestsPerMinute: String(endpoint?.requestsPerMinute ?? 60),
    tokensPerMinute: endpoint?.tokensPerMinute == null ? "" : String(endpoint.tokensPerMinute),
    concurrency: String(endpoint?.concurrency ?? 4),
    timeoutSeconds: String(endpoint?.timeoutSeconds ?? 60),
    answerMegabytes: String(endpoint?.answerMegabytes ?? 2),
    currency: endpoint?.currency ?? "USD",
    budget: endpoint?.budgetMicros == null ? "" : String(endpoint.budgetMicros / 1_000_000),
  };
}

function bodyOf({ budget, embeddingModel, tokensPerMinute, ...values }: Fields) {
  return {
    ...values,
    baseUrl: values.baseUrl.trim(),
    currency: values.currency.toUpperCase(),
    embeddingModel: embeddingModel.trim() === "" ? null : embeddingModel,
    requestsPerMinute: Number(values.requestsPerMinute),
    concurrency: Number(values.concurrency),
    timeoutSeconds: Number(values.timeoutSeconds),
    answerMegabytes: Number(values.answerMegabytes),
    tokensPerMinute: tokensPerMinute === "" ? null : Number(tokensPerMinute),
    budgetMicros: budget === "" ? null : microsOf(budget),
  };
}

/** The field that an error belongs to. */
function placeOf({ code }: ApiError): string | undefined {
  const places: Partial<Record<ApiError["code"], string>> = {
    "address-refused": "baseUrl",
    "no-key-secret": "apiKey",
    "key-again": "apiKey",
    "endpoint-name-taken": "name",
  };
  return places[code];
}

/** Error message, for addresses with the exact problem. */
function wordsOf({ code, message, detail }: ApiError): string {
  return code === "address-refused"
    ? ((detail as { reason?: string } | undefined)?.reason ?? message)
    : message;
}

function wrong(error: ApiError | undefined, field: string): string | undefined {
  return error && placeOf(error) === field ? wordsOf(error) : problemWith(error, field);
}
