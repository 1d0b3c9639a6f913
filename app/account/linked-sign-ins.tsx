"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ConfirmIdentity, type Proof } from "@/app/account/confirm-identity";
import { ProviderIcon } from "@/components/people/provider-icon";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { ProviderId } from "@/lib/auth/schema/identities";
import { type ApiResult, callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface LinkedSignIn {
  id: string;
  provider: ProviderId | null;
  label: string;
  subject: string;
  since: string;
  lastUsed: string;
}

interface LinkedSignInsProps {
  links: readonly LinkedSignIn[];
  linkable: readonly { id: ProviderId; label: string }[];
  /** True where the user confirms with a password or second factor; else the session has to be a new one. */
  hasPassword: boolean;
  secondFactor: { on: boolean; passkeys: number };
  /** The result of the last attempt to link. */
  result: { linked: string } | { problem: string } | null;
}

type Change =
  | { kind: "link"; provider: { id: ProviderId; label: string } }
  | { kind: "remove"; link: LinkedSignIn };

/** Providers through which the user signs in: linked and removed here. */
export function LinkedSignIns({ links, linkable, hasPassword, secondFactor, result }: LinkedSignInsProps) {
  const [change, setChange] = useState<Change>();
  return (
    <Panel
      flush
      title="Linked sign-ins"
      description="Accounts that you have elsewhere. Each signs you in here, without a password of this installation."
    >
      {result && (
        <div className="border-b p-4">
          {"linked" in result ? (
            <Banner title={`${result.linked} is linked. You can sign in with it from now on.`} />
          ) : (
            <Banner tone="danger" title={result.problem} />
          )}
        </div>
      )}
      <ul className="divide-y text-sm">
        {links.map((link) => (
          <LinkItem key={link.id} link={link} onRemove={() => setChange({ kind: "remove", link })} />
        ))}
        {linkable.map((provider) => (
          <li key={provider.id} className="flex items-center justify-between gap-3 px-4 py-2.5">
            <span className="flex min-w-0 items-center gap-2.5">
              <ProviderIcon provider={provider.id} />
              <span className="font-medium wrap-anywhere">{provider.label}</span>
              <span className="text-muted">not linked</span>
            </span>
            <Button
              size="sm"
              aria-label={`Link ${provider.label}`}
              onClick={() => setChange({ kind: "link", provider })}
            >
              Link
            </Button>
          </li>
        ))}
      </ul>
      {change && (
        <ChangeDialog
          change={change}
          hasPassword={hasPassword}
          secondFactor={secondFactor}
          onClose={() => setChange(undefined)}
        />
      )}
    </Panel>
  );
}

function LinkItem({ link, onRemove }: { link: LinkedSignIn; onRemove: () => void }) {
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-2.5">
      <span className="flex min-w-0 items-start gap-2.5">
        <span className="flex h-5 items-center">
          <ProviderIcon provider={link.provider} />
        </span>
        <span className="grid min-w-0">
          <span className="font-medium wrap-anywhere">{link.label}</span>
          <span className="text-muted wrap-anywhere">
            {link.provider === null && "not offered any more, "}
            {link.provider === "orcid" && `${link.subject}, `}
            linked <Time at={link.since} />, last used <Time at={link.lastUsed} />
          </span>
        </span>
      </span>
      <Button size="sm" aria-label={`Remove ${link.label}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

interface ChangeDialogProps extends Pick<LinkedSignInsProps, "hasPassword" | "secondFactor"> {
  change: Change;
  onClose: () => void;
}

/** Links a provider or removes a link, after the user has confirmed who they are. */
function ChangeDialog({ change, hasPassword, secondFactor, onClose }: ChangeDialogProps) {
  const router = useRouter();
  const toast = useToast();

  async function apply(proof?: Proof) {
    if (change.kind === "link") {
      const body = { provider: change.provider.id, ...(proof && { proof }) };
      const begun = await callApi<{ location: string }>("POST", "/api/v1/account/identities", body);
      if (begun.ok) window.location.assign(begun.value.location);
      return begun;
    }
    const path = `/api/v1/account/identities/${change.link.id}`;
    const removed = await callApi("DELETE", path, proof ? { proof } : {});
    if (!removed.ok) return removed;
    toast.show({ tone: "positive", title: `${change.link.label} is removed` });
    router.refresh();
    return removed;
  }

  const words =
    change.kind === "link"
      ? {
          title: `Link ${change.provider.label}`,
          description: `You sign in at ${change.provider.label}, and come back here.`,
          verb: "Continue",
        }
      : {
          title: `Remove ${change.link.label}?`,
          description: "You can no longer sign in with it, and your other sessions end.",
          verb: "Remove",
        };
  if (!hasPassword) return <ConfirmBySession {...words} onConfirm={() => apply()} onClose={onClose} />;
  return (
    <ConfirmIdentity
      requires={secondFactor.on || secondFactor.passkeys > 0 ? "second-factor" : "password"}
      passkeys={secondFactor.passkeys}
      {...words}
      onProof={apply}
      onClose={onClose}
    />
  );
}

interface ConfirmBySessionProps {
  title: string;
  description: string;
  verb: string;
  onConfirm: () => Promise<ApiResult<unknown>>;
  onClose: () => void;
}

/** For accounts without a password: that the session is a new one is checked by the server. */
function ConfirmBySession({ title, description, verb, onConfirm, onClose }: ConfirmBySessionProps) {
  const { busy, error, send } = useRequest();

  async function confirm() {
    if (await send(onConfirm)) onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <Form place="dialog" onSubmit={confirm} error={error} busy={busy} verb={verb}>
        {null}
      </Form>
    </Dialog>
  );
}
