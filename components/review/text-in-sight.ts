"use client";

import { useStored } from "@/components/ui/use-stored";

/** Whether the text that is judged stays in sight where it stands above the work, as on a phone; kept in this browser. */
export function useTextInSight(): [inSight: boolean, toggle: () => void] {
  const [stored, store] = useStored("text-in-sight");
  const inSight = stored === "yes";
  return [inSight, () => store(inSight ? "no" : "yes")];
}
