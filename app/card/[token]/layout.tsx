import type { ReactNode } from "react";
import { Logo } from "@/components/shell/logo";

/** Layout of public cards, without navigation. */
export default function CardLayout({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh bg-canvas">
      <header className="border-b bg-surface">
        <p className="mx-auto flex max-w-6xl items-center gap-2 px-4 py-3 text-sm font-semibold tracking-tight sm:px-6">
          <Logo className="size-5 text-accent" />
          Countersign
        </p>
      </header>
      <main className="pb-16">{children}</main>
    </div>
  );
}
