"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";

/**
 * Opens another page. `leaving` is true until that page is shown: a button that is busy meanwhile does not act a second
 * time, however late the second half of a double click arrives.
 */
export function useVisit(): { leaving: boolean; visit: (address: string) => void } {
  const [leaving, start] = useTransition();
  const router = useRouter();
  return { leaving, visit: (address) => start(() => router.push(address)) };
}
