"use client";

import { useStored } from "@/components/ui/use-stored";

/** The setting that keeps the judged text in sight above the work, as on phones; stored in this browser. */
export function useTextInSight(): [inSight: boolean, toggle: () => void] {
  const [stored, store] = useStored("text-in-sight");
  const inSight = stored === "yes";
  return [inSight, () => store(inSight ? "no" : "yes")];
}
