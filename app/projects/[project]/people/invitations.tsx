"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { LinkOnce, type ReceivedLink } from "@/components/people/one-time-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DataTable } from "@/components/ui/data-table";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import { ROLE_NAMES } from "@/lib/project/rules";
import type { Role } from "@/lib/project/schema";

interface WaitingInvitation {
  id: string;
  email: string;
  name: string;
  role: Role;
  until: string;
  expired: boolean;
}

interface InvitationsProps {
  projectId: string;
  invitations: readonly WaitingInvitation[];
  readOnly: boolean;
}

const columns = [
  { id: "email", header: "E-mail", minWidth: "13rem" },
  { id: "name", header: "Name" },
  { id: "role", header: "Role" },
  { id: "until", header: "Link works until" },
  { id: "change", header: "Change", sortable: false },
];

/** Open invitations. */
export function Invitations({ projectId, invitations, readOnly }: InvitationsProps) {
  const [revoking, setRevoking] = useState<WaitingInvitation>();
  const [renewed, setRenewed] = useState<ReceivedLink & { email: string }>();
  const router = useRouter();
  const toast = useToast();
  const path = (id: string) => `/api/v1/projects/${projectId}/invitations/${id}`;

  async function renew({ id }: WaitingInvitation) {
    const outcome = await callApi<ReceivedLink & { email: string }>("POST", path(id), {});
    if (outcome.ok) setRenewed(outcome.value);
    else toast.show({ tone: "danger", title: "No link was made", description: outcome.error.message });
    router.refresh();
  }

  async function revoke({ id, email }: WaitingInvitation) {
    const outcome = await callApi("DELETE", path(id));
    if (outcome.ok) toast.show({ tone: "positive", title: `The invitation of ${email} is taken back` });
    else toast.show({ tone: "danger", title: "Not taken back", description: outcome.error.message });
    router.refresh();
  }

  return (
    <Panel
      flush
      title="Invited"
      description="Nobody has opened these links yet. Each was shown once; a lost one is replaced by a new one."
    >
      <DataTable
        caption="Invitations"
        columns={columns}
        defaultSort="email"
        urlKey="invited"
        filterable={invitations.length > 8}
        flush
        atFirst={20}
        rows={invitations.map((invitation) => ({
          id: invitation.id,
          email: invitation.email,
          name: invitation.name,
          role: ROLE_NAMES[invitation.role],
          until: {
            value: invitation.until,
            content: invitation.expired ? (
              <Badge tone="warning">Expired</Badge>
            ) : (
              <Time at={invitation.until} />
            ),
          },
          change: {
            value: null,
            content: !readOnly && (
              <InvitationButtons invitation={invitation} renew={renew} setRevoking={setRevoking} />
            ),
          },
        }))}
      />
      {renewed && (
        <LinkOnce
          title={`New link for ${renewed.email}`}
          link={renewed}
          onClose={() => setRenewed(undefined)}
        />
      )}
      {revoking && <RevokeDialog setRevoking={setRevoking} revoking={revoking} revoke={revoke} />}
    </Panel>
  );
}

function InvitationButtons({
  invitation,
  renew,
  setRevoking,
}: {
  invitation: WaitingInvitation;
  renew: ({ id }: WaitingInvitation) => Promise<void>;
  setRevoking: (value: WaitingInvitation | undefined) => void;
}) {
  return (
    <span className="flex gap-2">
      <Button size="sm" aria-label={`New link for ${invitation.email}`} onClick={() => renew(invitation)}>
        New link
      </Button>
      <Button
        size="sm"
        aria-label={`Revoke the invitation of ${invitation.email}`}
        onClick={() => setRevoking(invitation)}
      >
        Revoke
      </Button>
    </span>
  );
}

function RevokeDialog({
  setRevoking,
  revoking,
  revoke,
}: {
  setRevoking: (value: WaitingInvitation | undefined) => void;
  revoking: WaitingInvitation;
  revoke: ({ id, email }: WaitingInvitation) => Promise<void>;
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && setRevoking(undefined)}
      danger
      title={`Revoke the invitation of ${revoking.email}?`}
      description="The link stops working at once. You can invite them again."
      confirmLabel="Revoke"
      onConfirm={() => revoke(revoking)}
    />
  );
}
