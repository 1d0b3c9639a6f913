import clsx from "clsx";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** Why it is empty, and what would fill it. */
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** Shown where there is nothing yet. */
export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={clsx("grid justify-items-center gap-1 px-6 py-12 text-center", className)}>
      {icon && (
        <div aria-hidden="true" className="mb-2 text-muted [&_svg]:size-6 [&_svg]:stroke-[1.5]">
          {icon}
        </div>
      )}
      <p className="text-base font-medium">{title}</p>
      {children && <div className="max-w-md text-sm text-balance text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
