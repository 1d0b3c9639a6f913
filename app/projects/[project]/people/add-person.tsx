"use client";

import { UserPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RoleChoice } from "@/app/projects/[project]/people/role-choice";
import { EmailField } from "@/components/people/email-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { useToast } from "@/components/ui/toast";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { Role } from "@/lib/project/schema";

/** Adds an existing account to the project, by e-mail address. */
export function AddPerson({ projectId }: { projectId: string }) {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("annotator");
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const toast = useToast();

  async function submit() {
    const path = `/api/v1/projects/${projectId}/people`;
    const added = await send(() => callApi<{ pseudonym: string }>("POST", path, { email, role }));
    if (!added) return;
    toast.show({ tone: "positive", title: `${email} is in the project, as ${added.pseudonym}` });
    setEmail("");
    setOpen(false);
    router.refresh();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Add a person"
      description="They need an account on this installation."
      trigger={
        <Button>
          <UserPlus aria-hidden="true" />
          Add person
        </Button>
      }
    >
      <Form place="dialog" onSubmit={submit} error={error} busy={busy} verb="Add person">
        <EmailField value={email} onChange={setEmail} error={problemWith(error, "email")} />
        <RoleChoice value={role} onValueChange={setRole} />
      </Form>
    </Dialog>
  );
}
