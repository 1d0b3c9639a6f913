"use client";

import { useState } from "react";
import { CodeField } from "@/components/people/code-field";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { formatQuantity } from "@/components/ui/format";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface ManageAppProps {
  recoveryCodes: number;
  onRenewed: (codes: string[]) => void;
  onRemoved: () => void;
}

/** New recovery codes, or an end of the authenticator app: both for one of its codes. */
export function ManageApp({ recoveryCodes, onRenewed, onRemoved }: ManageAppProps) {
  const [code, setCode] = useState("");
  const { busy, error, send } = useRequest();
  const toast = useToast();
  const path = "/api/v1/account/second-factor";

  async function renew() {
    const made = await send(() =>
      callApi<{ recoveryCodes: string[] }>("POST", `${path}/recovery-codes`, { code }),
    );
    if (!made) return;
    setCode("");
    onRenewed(made.recoveryCodes);
  }

  async function remove() {
    if (!(await send(() => callApi("DELETE", path, { code })))) return;
    toast.show({ tone: "positive", title: "The authenticator app is switched off" });
    onRemoved();
  }

  return (
    <div className="grid gap-4">
      {error && <Banner tone="danger" title={error.message} live />}
      {recoveryCodes < 3 && (
        <Banner tone="warning" title={`You have ${formatQuantity(recoveryCodes, "recovery code")} left.`}>
          Make new ones: without app and codes only a site admin can let you in.
        </Banner>
      )}
      <CodeField value={code} onChange={setCode} />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} disabled={code.trim() === ""} onClick={renew}>
          New recovery codes
        </Button>
        <Button variant="danger" busy={busy} disabled={code.trim() === ""} onClick={remove}>
          Switch off
        </Button>
      </div>
    </div>
  );
}
