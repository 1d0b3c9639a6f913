"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Dismisses a failed import: removes it from the list and deletes its stored file. */
export function DismissImport({ id, then }: { id: string; then?: string }) {
  const { busy, send } = useRequest();
  const router = useRouter();
  const toast = useToast();

  async function dismiss() {
    if (!(await send(() => callApi("PATCH", `/api/v1/imports/${id}`, { dismissed: true })))) {
      toast.show({ tone: "danger", title: "Not dismissed", description: "Reload the page and try again." });
      return;
    }
    if (then) router.push(then);
    router.refresh();
  }

  return (
    <Button size={then ? undefined : "sm"} busy={busy} onClick={() => void dismiss()}>
      Dismiss
    </Button>
  );
}
