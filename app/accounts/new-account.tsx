"use client";

import { UserPlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { EmailField } from "@/components/people/email-field";
import { PasswordLink, type ReceivedLink } from "@/components/people/one-time-link";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface Made {
  /** Null where nobody signs in with a password. */
  link: ReceivedLink | null;
}

/** Creates an account, and the link with which its owner sets a password, where there are passwords. */
export function NewAccount({ passwords }: { passwords: boolean }) {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [made, setMade] = useState<Made & { name: string }>();
  const request = useRequest();
  const { error, send } = request;
  const router = useRouter();
  const toast = useToast();

  async function submit() {
    const account = await send(() => callApi<Made>("POST", "/api/v1/users", { email, name }));
    if (!account) return false;
    setMade({ ...account, name });
    if (!account.link) toast.show({ tone: "positive", title: `${name} can sign in now` });
    setEmail("");
    setName("");
    router.refresh();
    return true;
  }

  return (
    <>
      <FormDialog
        title="New account"
        description={
          passwords
            ? "You get a link with which its owner chooses a password."
            : "Its owner signs in with the account of their institution that has this address."
        }
        trigger={
          <Button variant="primary">
            <UserPlus aria-hidden="true" />
            New account
          </Button>
        }
        request={request}
        verb="Make account"
        onSubmit={submit}
      >
        <EmailField value={email} onChange={setEmail} error={problemWith(error, "email")} />
        <Field label="Name" required error={problemWith(error, "name")}>
          <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
        </Field>
      </FormDialog>
      {made?.link && <PasswordLink name={made.name} link={made.link} onClose={() => setMade(undefined)} />}
    </>
  );
}
