import clsx from "clsx";

/** The shape of what is still loading. Say "Loading" once for the whole region, not here. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx("rounded-sm bg-hover", className)} />;
}
