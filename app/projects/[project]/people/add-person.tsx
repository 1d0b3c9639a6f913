"use client";

import { UserPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RoleChoice } from "@/app/projects/[project]/people/role-choice";
import { EmailField } from "@/components/people/email-field";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { useToast } from "@/components/ui/toast";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import type { Role } from "@/lib/project/schema";

/** Adds an existing account to the project, by e-mail address. */
export function AddPerson({ projectId }: { projectId: string }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("annotator");
  const request = useRequest();
  const { error, send } = request;
  const router = useRouter();
  const toast = useToast();

  async function submit() {
    const path = `/api/v1/projects/${projectId}/people`;
    const added = await send(() => callApi<{ pseudonym: string }>("POST", path, { email, role }));
    if (!added) return false;
    toast.show({ tone: "positive", title: `${email} is in the project, as ${added.pseudonym}` });
    setEmail("");
    router.refresh();
    return true;
  }

  return (
    <FormDialog
      title="Add a person"
      description="They need an account on this installation."
      trigger={
        <Button>
          <UserPlus aria-hidden="true" />
          Add person
        </Button>
      }
      request={request}
      verb="Add person"
      onSubmit={submit}
    >
      <EmailField value={email} onChange={setEmail} error={problemWith(error, "email")} />
      <RoleChoice value={role} onValueChange={setRole} />
    </FormDialog>
  );
}
