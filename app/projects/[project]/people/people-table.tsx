"use client";

import { KeyRound, UserCheck, UserCog, UserX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ChangeRole } from "@/app/projects/[project]/people/change-role";
import type { Person } from "@/app/projects/[project]/people/person";
import { ChangeMenu } from "@/components/people/change-menu";
import { PasswordLink, type ReceivedLink } from "@/components/people/one-time-link";
import { Badge } from "@/components/ui/badge";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import { ROLE_NAMES } from "@/lib/project/rules";
import type { ChangeMember } from "@/lib/project/schema";

interface PeopleTableProps {
  projectId: string;
  people: readonly Person[];
  ownId: string;
  readOnly: boolean;
}

const columns = [
  { id: "name", header: "Name", sortable: true, minWidth: "9rem" },
  { id: "submitted", header: "Submitted", type: "number", sortable: true },
  { id: "role", header: "Role", sortable: true },
  {
    id: "pseudonym",
    header: "Pseudonym",
    sortable: true,
    tip: "The person’s name in results and exports of this project. It differs between projects.",
  },
  { id: "email", header: "E-mail", sortable: true, minWidth: "13rem" },
  { id: "state", header: "State", sortable: true },
  { id: "open", header: "Open", type: "number", sortable: true },
  {
    id: "available",
    header: "Available",
    type: "number",
    sortable: true,
    tip: "Tasks, responses and pairs with a free assignment, in open batches that name the person, which they have not judged yet.",
  },
  { id: "lastAt", header: "Last activity", sortable: true },
  { id: "since", header: "Since", sortable: true },
  { id: "change", header: "Change", sortable: false, pinned: true },
] as const;

/** Members of a project, with what an admin can change about them. */
export function PeopleTable({ projectId, people, ownId, readOnly }: PeopleTableProps) {
  const [changingRole, setChangingRole] = useState<Person>();
  const [disabling, setDisabling] = useState<Person>();
  const [link, setLink] = useState<ReceivedLink & { name: string }>();
  const router = useRouter();
  const toast = useToast();

  async function change(person: Person, changes: ChangeMember, done: string) {
    const path = `/api/v1/projects/${projectId}/people/${person.id}`;
    const outcome = await callApi("PATCH", path, changes);
    if (outcome.ok) toast.show({ tone: "positive", title: done });
    else toast.show({ tone: "danger", title: "Nothing was changed", description: outcome.error.message });
    router.refresh();
  }

  async function makeLink(person: Person) {
    const path = `/api/v1/projects/${projectId}/people/${person.id}/link`;
    const outcome = await callApi<ReceivedLink>("POST", path, {});
    if (outcome.ok) setLink({ ...outcome.value, name: person.name });
    else toast.show({ tone: "danger", title: "No link was made", description: outcome.error.message });
  }

  const rows = people.map((person) => ({
    id: person.id,
    name: person.name,
    email: person.email ?? { value: null, content: <span className="text-muted">From a platform</span> },
    role: ROLE_NAMES[person.role],
    pseudonym: {
      value: person.pseudonym,
      content: <span className="font-mono text-sm">{person.pseudonym}</span>,
    },
    state: { value: stateOf(person), content: <PersonState person={person} /> },
    submitted: person.submitted,
    open: person.open,
    available: person.available,
    lastAt: { value: person.lastAt, content: person.lastAt && <Time at={person.lastAt} /> },
    since: { value: person.since, content: <Time at={person.since} show="date" /> },
    change: {
      value: null,
      content: !readOnly && (
        <ChangeMenu
          name={person.name}
          items={[
            { label: "Change role…", icon: <UserCog />, onSelect: () => setChangingRole(person) },
            ...(person.email && person.createdHere && !person.accountDisabled
              ? [{ label: "Make password link", icon: <KeyRound />, onSelect: () => makeLink(person) }]
              : []),
            person.disabled
              ? {
                  label: "Enable",
                  icon: <UserCheck />,
                  onSelect: () => change(person, { disabled: false }, `${person.name} is enabled again`),
                }
              : { label: "Disable…", icon: <UserX />, danger: true, onSelect: () => setDisabling(person) },
          ]}
        />
      ),
    },
  }));

  return (
    <>
      <DataTable
        caption="People in this project"
        columns={columns}
        rows={rows}
        defaultSort="name"
        urlKey="people"
        filterable={people.length > 8}
        flush
        atFirst={100}
        empty={
          <EmptyState title="Nobody is in this project yet">
            Add the people who annotate, read results or manage it.
          </EmptyState>
        }
      />
      {link && <PasswordLink name={link.name} link={link} onClose={() => setLink(undefined)} />}
      {changingRole && (
        <ChangeRole
          person={changingRole}
          isOneself={changingRole.userId === ownId}
          onClose={() => setChangingRole(undefined)}
          onConfirm={(role) =>
            change(changingRole, { role }, `${changingRole.name} is now ${ROLE_NAMES[role].toLowerCase()}`)
          }
        />
      )}
      {disabling && (
        <DisableDialog setDisabling={setDisabling} disabling={disabling} ownId={ownId} change={change} />
      )}
    </>
  );
}

interface DisableDialogProps {
  setDisabling: (value: Person | undefined) => void;
  disabling: Person;
  ownId: string;
  change: (person: Person, changes: ChangeMember, done: string) => Promise<void>;
}

function DisableDialog({ setDisabling, disabling, ownId, change }: DisableDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && setDisabling(undefined)}
      danger
      title={`Disable ${disabling.name} in this project?`}
      description={
        disabling.userId === ownId
          ? "That is you: you leave this project at once. Another admin can enable you again."
          : "Their next request is refused. Their judgements and work in progress are kept. You can enable them again."
      }
      confirmLabel="Disable"
      onConfirm={() => change(disabling, { disabled: true }, `${disabling.name} is disabled in this project`)}
    />
  );
}

function stateOf(person: Person): "Account disabled" | "Disabled" | "Not signed in yet" | "Active" {
  if (person.accountDisabled) return "Account disabled";
  if (person.disabled) return "Disabled";
  return person.pending ? "Not signed in yet" : "Active";
}

const tones = {
  "Account disabled": "danger",
  Disabled: "danger",
  "Not signed in yet": "warning",
  Active: "positive",
} as const;

function PersonState({ person }: { person: Person }) {
  const state = stateOf(person);
  return <Badge tone={tones[state]}>{state}</Badge>;
}
