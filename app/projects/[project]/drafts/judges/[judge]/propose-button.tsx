"use client";

import { Sparkles } from "lucide-react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface ProposeButtonProps {
  version: { id: string; number: number };
  dataset: string;
}

/** Asks the version's model for instructions. */
export function ProposeButton({ version, dataset }: ProposeButtonProps) {
  const { busy, error, send } = useRequest();
  const refresh = useRefresh();

  async function propose() {
    await send(() => callApi("POST", `/api/v1/judge-versions/${version.id}/proposals`, { dataset }));
    await refresh();
  }

  return (
    <>
      {error && <Banner tone="danger" title={error.message} live />}
      <Button size="sm" busy={busy} onClick={propose}>
        <Sparkles aria-hidden="true" />
        Propose instructions
      </Button>
    </>
  );
}
