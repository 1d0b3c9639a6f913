"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { callApi } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** The words about a discussion, by whether it is open. */
const ABOUT = {
  cases: {
    open: "Annotators find the undecided cases that they voted on under “To discuss” on their own page, with all votes and comments under pseudonyms, once this batch is closed.",
    ended:
      "Annotators see nothing of a case. When they may discuss, those who voted on an undecided case see all of its votes, and comment on it under their pseudonyms, once this batch is closed.",
  },
  lists: {
    open: "Annotators find the lists that they reviewed under “To discuss” on their own page, with everyone's decisions, and comments under pseudonyms, once this batch is closed and until a version is made.",
    ended:
      "Annotators see nothing of what others decided. When they may discuss, those who reviewed a list see all decisions on it, without names, and comment on it under their pseudonyms, once this batch is closed.",
  },
};

interface DiscussionSwitchProps {
  /** Path of the discussion in the API. */
  path: string;
  of: keyof typeof ABOUT;
  open: boolean;
}

/** Opens a discussion to those who judged or reviewed what it is about, or ends it. */
export function DiscussionSwitch({ path, of, open }: DiscussionSwitchProps) {
  const router = useRouter();
  const { busy, error, send } = useRequest();

  async function change() {
    if (await send(() => callApi("PUT", path, { open: !open }))) router.refresh();
  }

  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p>{open ? ABOUT[of].open : ABOUT[of].ended}</p>
      <Button busy={busy} onClick={change}>
        {open ? "End the discussion" : "Let them discuss"}
      </Button>
      {error && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
    </div>
  );
}
