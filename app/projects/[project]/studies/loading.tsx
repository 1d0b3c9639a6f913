import { Page } from "@/components/shell/page";
import { Skeleton } from "@/components/ui/skeleton";

export default function StudiesLoading() {
  return (
    <Page>
      <p role="status" className="sr-only">
        Loading releases
      </p>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-64" />
    </Page>
  );
}
