import { Page } from "@/components/shell/page";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <Page>
      <p role="status" className="sr-only">
        Loading drafts
      </p>
      <Skeleton className="h-7 w-32" />
      <Skeleton className="h-9 w-80 max-w-full" />
      <Skeleton className="h-64 w-full" />
    </Page>
  );
}
