"use client";

import { useTranslations } from "@/components/i18n/translations";
import { Page } from "@/components/shell/page";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  const t = useTranslations();
  return (
    <div role="status" aria-label={t("queue.loading")} className="pt-12">
      <Page>
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-36" />
        <Skeleton className="h-64" />
      </Page>
    </div>
  );
}
