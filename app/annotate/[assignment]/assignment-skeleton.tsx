"use client";

import { useTranslations } from "@/components/i18n/translations";
import { Skeleton } from "@/components/ui/skeleton";

/** Skeleton of the workbench while it loads. */
export function AssignmentSkeleton() {
  const t = useTranslations();
  return (
    <div className="grid h-dvh gap-px pt-12 lg:grid-cols-2" role="status" aria-label={t("queue.loading")}>
      <div className="grid content-start gap-4 p-5">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-24" />
        <Skeleton className="h-64" />
      </div>
      <div className="grid content-start gap-4 border-s bg-surface p-5">
        <Skeleton className="h-5 w-56" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
    </div>
  );
}
