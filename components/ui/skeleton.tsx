import clsx from "clsx";

/** A placeholder for loading content. Announce "Loading" once for the whole region, not here. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx("rounded-sm bg-hover", className)} />;
}
