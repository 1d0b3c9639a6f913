"use client";

import { UserPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { EmailField } from "@/components/people/email-field";
import { LinkOnce } from "@/components/people/one-time-link";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface Made {
  link: { url: string; expiresAt: string };
}

/** Creates an account, and the link with which its owner sets a password. */
export function NewAccount() {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [made, setMade] = useState<Made & { name: string }>();
  const { busy, error, send } = useRequest();
  const router = useRouter();

  async function submit() {
    const account = await send(() => callApi<Made>("POST", "/api/v1/users", { email, name }));
    if (!account) return;
    setMade({ ...account, name });
    setOpen(false);
    setEmail("");
    setName("");
    router.refresh();
  }

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="New account"
        description="You get a link with which its owner chooses a password."
        trigger={
          <Button variant="primary">
            <UserPlus aria-hidden="true" />
            New account
          </Button>
        }
      >
        <Form place="dialog" onSubmit={submit} error={error} busy={busy} verb="Make account">
          <EmailField value={email} onChange={setEmail} error={problemWith(error, "email")} />
          <Field label="Name" required error={problemWith(error, "name")}>
            <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
          </Field>
        </Form>
      </Dialog>
      {made && (
        <LinkOnce
          title={`Link for ${made.name} to choose a password`}
          url={made.link.url}
          until={made.link.expiresAt}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
}
