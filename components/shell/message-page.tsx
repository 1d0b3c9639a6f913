import type { ReactNode } from "react";
import { Logo } from "./logo";

interface MessageProps {
  title: ReactNode;
  /** A short technical line, such as a reference to quote. */
  detail?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A page with a single message: not found, failed, signed out. */
export function MessagePage({ title, detail, action, children }: MessageProps) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-4 px-6 py-16">
      <Logo className="size-8 text-accent" />
      <h1 className="text-xl">{title}</h1>
      <p className="text-muted">{children}</p>
      {action && <div className="flex flex-wrap gap-2 pt-2">{action}</div>}
      {detail && <p className="font-mono text-xs text-muted">{detail}</p>}
    </main>
  );
}
