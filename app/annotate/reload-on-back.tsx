"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";

/** Marks of pages that were left. From the browser's history they return in an outdated state. */
const left = new Set<string>();

interface ReloadOnBackProps {
  /** Changes with every server render. */
  mark: string;
  /** Shown until an outdated page has reloaded; defaults to the old page. */
  before?: ReactNode;
  children: ReactNode;
}

/**
 * Reloads a page that the browser's Back or Forward restores: work may have been submitted since, and the
 * address may belong to a later assignment.
 */
export function ReloadOnBack({ mark, before, children }: ReloadOnBackProps) {
  const router = useRouter();
  const [isOld] = useState(() => left.has(mark));
  const isWork = before !== undefined;
  useEffect(() => {
    if (!isOld) return;
    // The router would show its cache for this history entry, whatever the address.
    if (isWork) window.location.reload();
    else router.refresh();
  }, [isOld, isWork, router]);
  useEffect(() => {
    left.delete(mark);
    return () => void left.add(mark);
  }, [mark]);
  return isOld && isWork ? before : children;
}
