import { useToast } from "@/components/ui/toast";
import { useRefresh } from "@/components/ui/use-refresh";
import { callApi } from "@/lib/http/client";

/** Makes a change through the API, reports the result and refreshes the page. Resolves to true on success. */
export function useChange() {
  const toast = useToast();
  const refresh = useRefresh();
  return async (method: "POST" | "DELETE", path: string, body: object, done: string): Promise<boolean> => {
    const answer = await callApi<unknown>(method, path, body);
    if (answer.ok) toast.show({ title: done, tone: "positive" });
    else toast.show({ title: "Nothing was changed", description: answer.error.message, tone: "danger" });
    await refresh();
    return answer.ok;
  };
}
