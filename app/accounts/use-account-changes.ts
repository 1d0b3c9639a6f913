"use client";

import { useRouter } from "next/navigation";
import type { Account } from "@/app/accounts/account";
import type { ReceivedLink } from "@/components/people/one-time-link";
import { useToast } from "@/components/ui/toast";
import type { ChangeUser } from "@/lib/auth/schema";
import { type ApiError, type ApiResult, callApi } from "@/lib/http/client";

/** Changes accounts as a site admin, and shows in a toast what came of it. */
export function useAccountChanges(ownId: string) {
  const router = useRouter();
  const toast = useToast();

  function report(outcome: ApiResult<unknown>, done: string) {
    if (outcome.ok) toast.show({ tone: "positive", title: done });
    else toast.show({ tone: "danger", title: "Nothing was changed", description: wordsOf(outcome.error) });
    router.refresh();
  }

  return {
    async change({ id }: Account, changes: ChangeUser, done: string) {
      report(await callApi("PATCH", `/api/v1/users/${id}`, changes), done);
    },

    /** The link with which somebody chooses a password, or null when none was made. */
    async makeLink({ id }: Account) {
      const path = `/api/v1/users/${id}/link`;
      const outcome = await callApi<ReceivedLink>("POST", path, {});
      if (outcome.ok) return outcome.value;
      toast.show({ tone: "danger", title: "No link was made", description: outcome.error.message });
      return null;
    },

    async resetSecondFactor({ id, name }: Account) {
      report(
        await callApi("DELETE", `/api/v1/users/${id}/second-factor`),
        `The second factors of ${name} are removed`,
      );
    },

    async erase({ id, name }: Account) {
      const outcome = await callApi("DELETE", `/api/v1/users/${id}`);
      if (outcome.ok && id === ownId) window.location.assign("/sign-in?ended");
      else report(outcome, `${name} is erased`);
    },
  };
}

/** Error message, with the names of the projects it is about, if any. */
function wordsOf({ message, detail }: ApiError): string {
  const projects = (detail as { projects?: string[] } | undefined)?.projects;
  return projects ? `${message} It is about: ${projects.join(", ")}.` : message;
}
