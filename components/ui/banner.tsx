import clsx from "clsx";
import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

interface BannerProps {
  tone?: "info" | "warning" | "danger";
  title: ReactNode;
  children?: ReactNode;
  /** Buttons or links to respond with. */
  action?: ReactNode;
  /** Appears after the page has loaded, and is announced. */
  live?: boolean;
  className?: string;
}

const tones = {
  info: { icon: Info, box: "border-accent-line bg-accent-soft", mark: "text-accent" },
  warning: { icon: TriangleAlert, box: "border-warning-line bg-warning-soft", mark: "text-warning" },
  danger: { icon: CircleAlert, box: "border-danger-line bg-danger-soft", mark: "text-danger" },
};

/** A page-wide notice: what happened, what was saved, what to do. */
export function Banner({ tone = "info", title, children, action, live = false, className }: BannerProps) {
  const { icon: Icon, box, mark } = tones[tone];
  const role = live ? (tone === "danger" ? "alert" : "status") : undefined;
  return (
    <div role={role} className={clsx("flex items-start gap-3 rounded-md border px-3 py-2.5", box, className)}>
      <Icon aria-hidden="true" className={clsx("mt-0.5 size-4 shrink-0", mark)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-48 gap-0.5 text-sm">
          <p className="font-medium">{title}</p>
          {children && <div>{children}</div>}
        </div>
        {action && <div className="flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  );
}
