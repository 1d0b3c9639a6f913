"use client";

import { KeyRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { ShownOnceInDialog } from "@/components/ui/shown-once";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { TOKEN_SCOPES, type TokenScope } from "@/lib/auth/schema";
import { type ApiError, callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface TokenLine {
  id: string;
  name: string;
  lastFour: string;
  /** Scopes of the token. */
  scopes: readonly TokenScope[];
  /** Name of the only project the token is valid for; null for all of the account's projects. */
  project: string | null;
  lastUsed: string | null;
  ends: string;
  ended: boolean;
}

/** The account's API tokens, for the command line and scripts. */
export function ApiTokens({
  tokens,
  projects,
}: {
  tokens: readonly TokenLine[];
  projects: readonly { id: string; name: string }[];
}) {
  const [revoking, setRevoking] = useState<TokenLine>();
  const router = useRouter();
  const toast = useToast();

  async function revoke(token: TokenLine) {
    const outcome = await callApi("DELETE", `/api/v1/tokens/${token.id}`);
    if (!outcome.ok) toast.show({ tone: "danger", title: "Not revoked", description: outcome.error.message });
    router.refresh();
  }

  return (
    <Panel
      flush
      title="API tokens"
      description="For the command line and scripts. Anyone with a token can act as you, except on this page."
      actions={
        <>
          <ButtonLink href="/docs/api" variant="quiet">
            What the API can do
          </ButtonLink>
          <CreateToken projects={projects} />
        </>
      }
    >
      {tokens.length === 0 ? (
        <EmptyState icon={<KeyRound />} title="No tokens">
          The countersign command needs one to talk to this server.
        </EmptyState>
      ) : (
        <ul className="divide-y text-sm">
          {tokens.map((token) => (
            <TokenItem key={token.id} token={token} setRevoking={setRevoking} />
          ))}
        </ul>
      )}
      {revoking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setRevoking(undefined)}
          danger
          title={`Revoke ${revoking.name}?`}
          description="This token stops working immediately. This cannot be undone."
          confirmLabel="Revoke token"
          onConfirm={() => revoke(revoking)}
        />
      )}
    </Panel>
  );
}

/** One token: what it may do, until when, and a way to revoke it. */
function TokenItem({
  token,
  setRevoking,
}: {
  token: TokenLine;
  setRevoking: (value: TokenLine | undefined) => void;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
      <span className="grid min-w-0">
        <span className="flex items-center gap-2 font-medium wrap-anywhere">
          {token.name}
          <span className="font-mono text-xs font-normal text-muted">…{token.lastFour}</span>
        </span>
        <span className="text-muted">
          {token.ended ? "Ended" : "Ends"} <Time at={token.ends} show="date" />
          {" · "}
          {token.lastUsed ? (
            <>
              last used <Time at={token.lastUsed} />
            </>
          ) : (
            "never used"
          )}
          {" · "}may {listOf(token.scopes.map((scope) => SCOPES[scope].verb))}
          {token.project !== null && (
            <>
              {" "}
              in <bdi>{token.project}</bdi> only
            </>
          )}
        </span>
      </span>
      <span className="flex items-center gap-2">
        {token.ended && <Badge tone="warning">Ended</Badge>}
        <Button size="sm" aria-label={`Revoke ${token.name}`} onClick={() => setRevoking(token)}>
          Revoke
        </Button>
      </span>
    </li>
  );
}

const SCOPES: Record<TokenScope, { verb: string; label: string; hint: string }> = {
  read: { verb: "read", label: "Read", hint: "Everything you can see." },
  write: { verb: "change", label: "Change", hint: "Imports, batches, runs, your own annotations." },
  export: { verb: "export", label: "Export", hint: "Download datasets, tables and releases." },
};

const LIFETIMES = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
];

function listOf(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}

/** Choice of a token without a project limit. */
const EVERY = "every";

/** Dialog that creates a token and shows it, once. */
function CreateToken({ projects }: { projects: readonly { id: string; name: string }[] }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [days, setDays] = useState("90");
  const [project, setProject] = useState(EVERY);
  const [scopes, setScopes] = useState<readonly TokenScope[]>(TOKEN_SCOPES);
  const [token, setToken] = useState<string>();
  const { busy, error, send } = useRequest();
  const router = useRouter();

  async function submit() {
    const body = { name, days: Number(days), scopes, project: project === EVERY ? null : project };
    const made = await send(() => callApi<{ token: string }>("POST", "/api/v1/tokens", body));
    if (!made) return;
    setToken(made.token);
    router.refresh();
  }

  function change(next: boolean) {
    setOpen(next);
    if (next) return;
    setToken(undefined);
    setName("");
    setScopes(TOKEN_SCOPES);
    setProject(EVERY);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={token ? "Copy the token now" : "New API token"}
      description={token ? "Shown only once." : undefined}
      trigger={<Button>New token</Button>}
    >
      {token ? (
        <ShownOnceInDialog text={token} label="Copy token" onDone={() => change(false)} />
      ) : (
        <Form place="dialog" onSubmit={submit} error={error} busy={busy} verb="Make token">
          <TokenFields error={error} name={name} setName={setName} days={days} setDays={setDays} />
          {projects.length > 0 && (
            <ProjectField projects={projects} project={project} setProject={setProject} />
          )}
          <ScopeChoices scopes={scopes} setScopes={setScopes} error={error} />
        </Form>
      )}
    </Dialog>
  );
}

interface TokenFieldsProps {
  error: ApiError | undefined;
  name: string;
  setName: (value: string) => void;
  days: string;
  setDays: (value: string) => void;
}

/** Fields for the token's name and its duration. */
function TokenFields({ error, name, setName, days, setDays }: TokenFieldsProps) {
  return (
    <>
      <Field label="Purpose" required error={problemWith(error, "name")}>
        <Input value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Expires after">
        <Select choices={LIFETIMES} value={days} onValueChange={setDays} />
      </Field>
    </>
  );
}

interface ProjectFieldProps {
  projects: readonly { id: string; name: string }[];
  project: string;
  setProject: (value: string) => void;
}

/** The project that the token reaches, or all of them. */
function ProjectField({ projects, project, setProject }: ProjectFieldProps) {
  return (
    <Field label="Projects" hint="A token for one project cannot reach the others.">
      <Select
        choices={[
          { value: EVERY, label: "All my projects" },
          ...projects.map(({ id, name: label }) => ({ value: id, label })),
        ]}
        value={project}
        onValueChange={setProject}
      />
    </Field>
  );
}

/** Choices of the token's scopes. */
function ScopeChoices({
  scopes,
  setScopes,
  error,
}: {
  scopes: readonly TokenScope[];
  setScopes: (value: readonly TokenScope[]) => void;
  error: ApiError | undefined;
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-sm font-medium">Permissions</legend>
      {TOKEN_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          label={SCOPES[scope].label}
          hint={SCOPES[scope].hint}
          checked={scopes.includes(scope)}
          onCheckedChange={(on) =>
            setScopes(TOKEN_SCOPES.filter((one) => (one === scope ? on : scopes.includes(one))))
          }
        />
      ))}
      {problemWith(error, "scopes") && <p className="text-sm text-danger">{problemWith(error, "scopes")}</p>}
    </fieldset>
  );
}
