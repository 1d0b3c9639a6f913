"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Panel } from "@/components/ui/panel";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";
import { forgetUnsent } from "@/lib/review/client/outbox";

/** Export and erasure of the user's personal data. */
export function OwnData({ email }: { email: string | null }) {
  const [erasing, setErasing] = useState(false);
  const { error, send } = useRequest();
  const projects = (error?.detail as { projects?: string[] } | undefined)?.projects;

  async function erase() {
    if (!(await send(() => callApi("DELETE", "/api/v1/account")))) return;
    await forgetUnsent();
    window.location.assign("/sign-in?erased");
  }

  return (
    <Panel
      title="Your data"
      description="Account, memberships, and everything you recorded in your assignments, in one JSON file."
    >
      <div className="grid gap-4">
        {error && (
          <Banner tone="danger" title={error.message} live>
            {projects && `It is about: ${projects.join(", ")}.`}
          </Banner>
        )}
        <div className="flex flex-wrap gap-2">
          <a href="/api/v1/account/data" download className={buttonClass()}>
            <Download aria-hidden="true" />
            Download your data
          </a>
          <Button variant="danger" onClick={() => setErasing(true)}>
            Erase account
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={erasing}
        onOpenChange={setErasing}
        danger
        title="Erase your account?"
        description="Name, address, password, tokens and memberships are permanently deleted. Your judgements are kept under a pseudonym that cannot be traced to you, or removed, as each project has chosen. This cannot be undone."
        confirmLabel="Erase account"
        typeToConfirm={email ?? "erase"}
        onConfirm={erase}
      />
    </Panel>
  );
}
