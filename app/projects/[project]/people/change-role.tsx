"use client";

import { useState } from "react";
import type { Person } from "@/app/projects/[project]/people/person";
import { RoleChoice } from "@/app/projects/[project]/people/role-choice";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { Role } from "@/lib/project/schema";

interface ChangeRoleProps {
  person: Person;
  isOneself: boolean;
  onClose: () => void;
  onConfirm: (role: Role) => Promise<void>;
}

/** Dialog that changes a member's role, with confirmation where it grants or removes much. */
export function ChangeRole({ person, isOneself, onClose, onConfirm }: ChangeRoleProps) {
  const [role, setRole] = useState(person.role);
  const [busy, setBusy] = useState(false);
  const warning = role === person.role ? undefined : warningFor(person.role, role, isOneself);

  async function confirm() {
    setBusy(true);
    await onConfirm(role);
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Change the role of ${person.name}`}
      description="It applies from their next request."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={role === person.role} busy={busy} onClick={confirm}>
            Change role
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <RoleChoice value={role} onValueChange={setRole} />
        {warning && <Banner tone="warning" title={warning} live />}
      </div>
    </Dialog>
  );
}

function warningFor(from: Role, to: Role, isOneself: boolean): string | undefined {
  if (isOneself) return "That is you: you lose the rights of an admin here at once.";
  if (from === "annotator") return "They will see all judgements, and are no longer a blind annotator.";
  if (to === "annotator")
    return "They have seen results of this project, and may remember them while judging.";
  return undefined;
}
