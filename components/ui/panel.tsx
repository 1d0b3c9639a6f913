import clsx from "clsx";
import { type ReactNode, useId } from "react";

interface PanelProps {
  /** Anchor for links. */
  id?: string;
  title?: ReactNode;
  /** A line under the title. */
  description?: ReactNode;
  /** Buttons or filters to the right of the title. */
  actions?: ReactNode;
  /** Content reaches the edges: tables and lists. */
  flush?: boolean;
  headingLevel?: 2 | 3;
  className?: string;
  children: ReactNode;
}

/** A bordered section with its own heading. */
export function Panel({
  id: anchor,
  title,
  description,
  actions,
  flush = false,
  headingLevel = 2,
  className,
  children,
}: PanelProps) {
  const id = useId();
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <section
      id={anchor}
      aria-labelledby={title ? id : undefined}
      className={clsx(
        "min-w-0 rounded-md border bg-surface print:rounded-none print:border-x-0 print:border-b-0",
        className,
      )}
    >
      {(title || actions) && (
        <header
          className={clsx(
            "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3 print:break-inside-avoid print:break-after-avoid print:px-0",
            flush && "border-b pb-3",
          )}
        >
          <div className="grid">
            {title && (
              <Heading id={id} className="text-base">
                {title}
              </Heading>
            )}
            {description && <p className="text-sm text-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? undefined : "p-4 print:px-0"}>{children}</div>
    </section>
  );
}
