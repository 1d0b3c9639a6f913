import { Page } from "@/components/shell/page";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <Page>
      <p role="status" className="sr-only">
        Loading batches
      </p>
      <div className="flex items-end justify-between">
        <Skeleton className="h-7 w-32" />
        <Skeleton className="h-8 w-28" />
      </div>
      <div className="grid gap-px overflow-hidden rounded-lg border bg-surface">
        {["a", "b", "c", "d"].map((row) => (
          <div key={row} className="flex items-center gap-6 p-4">
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-4 w-48" />
              <Skeleton className="h-3 w-72 max-w-full" />
            </div>
            <Skeleton className="h-5 w-16" />
            <Skeleton className="h-1.5 w-1/4" />
          </div>
        ))}
      </div>
    </Page>
  );
}
