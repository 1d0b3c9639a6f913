"use client";

import { KeyRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DocsLink } from "@/components/shell/docs-link";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { ProlificConnectionView } from "@/lib/prolific/schema";

interface ProlificSettingsProps {
  project: string;
  connection: ProlificConnectionView | null;
  archived: boolean;
  /** The installation can encrypt the token. */
  canEncrypt: boolean;
}

/** The project's connection to Prolific: a token that only the worker opens. */
export function ProlificSettings({ project, connection, archived, canEncrypt }: ProlificSettingsProps) {
  const connect = !archived && canEncrypt && <TokenDialog project={project} replaces={connection !== null} />;
  return (
    <Panel
      id="prolific"
      flush
      title="Prolific"
      description={
        <>
          Studies can be created, and participants approved and paid, from a batch's crowd links.{" "}
          <DocsLink href="/docs/how-to/crowds#prolific">How that works</DocsLink>
        </>
      }
      actions={connection && connect}
    >
      {!canEncrypt && (
        <Banner tone="warning" title="Tokens cannot be stored on this installation" className="m-4">
          The operator of this installation has set no LLM_KEY_SECRET.
        </Banner>
      )}
      {connection ? (
        <Connection project={project} connection={connection} archived={archived} />
      ) : (
        <EmptyState icon={<KeyRound />} title="Not connected" action={connect || undefined}>
          With an API token of your account on Prolific. It is stored encrypted, and never shown again.
        </EmptyState>
      )}
    </Panel>
  );
}

function Connection({
  project,
  connection: { tokenLastFour, createdAt, checkedAt, currency, problem },
  archived,
}: Pick<ProlificSettingsProps, "project" | "archived"> & { connection: ProlificConnectionView }) {
  const [removing, setRemoving] = useState(false);
  const router = useRouter();
  const toast = useToast();

  async function remove() {
    const outcome = await callApi("DELETE", `/api/v1/projects/${project}/prolific`);
    if (outcome.ok) toast.show({ tone: "positive", title: "The token is destroyed" });
    else toast.show({ tone: "danger", title: "Nothing was changed", description: outcome.error.message });
    router.refresh();
  }

  return (
    <div className="grid gap-3 p-4 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex flex-wrap items-center gap-2">
          Token ends in <span className="font-mono">{tokenLastFour}</span>
          {problem ? (
            <Badge tone="danger">Does not work</Badge>
          ) : checkedAt ? (
            <Badge tone="positive">Works{currency ? `, in ${currency}` : ""}</Badge>
          ) : (
            <Badge>Being tested</Badge>
          )}
          <span className="text-muted">
            since <Time at={createdAt.toISOString()} />
          </span>
        </p>
        {!archived && (
          <Button size="sm" onClick={() => setRemoving(true)}>
            Disconnect
          </Button>
        )}
      </div>
      {problem && (
        <Banner tone="danger" title="Prolific did not accept the token">
          {problem}
        </Banner>
      )}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        danger
        title="Disconnect from Prolific?"
        description="The token is deleted. Studies continue at Prolific; payments stay on record here."
        confirmLabel="Disconnect"
        onConfirm={remove}
      />
    </div>
  );
}

function TokenDialog({ project, replaces }: { project: string; replaces: boolean }) {
  const [token, setToken] = useState("");
  const request = useRequest();
  const router = useRouter();
  const toast = useToast();

  async function submit() {
    const path = `/api/v1/projects/${project}/prolific`;
    if (!(await request.send(() => callApi("PUT", path, { token })))) return false;
    setToken("");
    toast.show({ tone: "positive", title: "The token is stored and being tested" });
    router.refresh();
    return true;
  }

  return (
    <FormDialog
      title="Connect to Prolific"
      description="Anyone with the token can spend the account's money. Admins of this project can create studies and pay people with it; nobody can read it."
      trigger={<Button size={replaces ? "sm" : undefined}>{replaces ? "Replace token" : "Connect"}</Button>}
      request={request}
      verb="Store token"
      onSubmit={submit}
    >
      <Field
        label="API token"
        required
        hint="Of your account on Prolific: Settings, then API tokens."
        error={problemWith(request.error, "token")}
      >
        <Input
          type="password"
          autoComplete="off"
          value={token}
          maxLength={500}
          onChange={(event) => setToken(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
