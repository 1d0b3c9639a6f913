"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Adds the signed-in user to the project. */
export function AcceptButton({ token, name }: { token: string; name: string }) {
  const { busy, error, send } = useRequest();

  async function accept() {
    const path = "/api/v1/links/invitation/accept";
    const accepted = await send(() => callApi<{ path: string }>("POST", path, { token }));
    if (accepted) window.location.assign(accepted.path);
  }

  return (
    <div className="grid gap-4">
      {error && <Banner tone="danger" title={error.message} live />}
      <Button variant="primary" size="lg" busy={busy} onClick={accept}>
        Accept as {name}
      </Button>
    </div>
  );
}
