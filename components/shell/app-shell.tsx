import { lazy, type ReactNode, Suspense } from "react";
import { SkipLink } from "@/components/ui/skip-link";
import { Brand } from "./brand";
import { type NavItem, PrimaryNav } from "./primary-nav";
import { UserMenu } from "./user-menu";
import type { UserMenuProps } from "./user-menu-props";

// Of pages with a menu alone: those of annotators have none.
const MobileMenu = lazy(() => import("./mobile-menu").then(({ MobileMenu }) => ({ default: MobileMenu })));

interface AppShellProps {
  user: UserMenuProps;
  /** The pages that this person may open here; none on pages outside a project. */
  nav?: readonly NavItem[];
  /** Which project this is, and the way to another. */
  project?: ReactNode;
  /** Small things at the right end: progress, a save state, "sample data". */
  status?: ReactNode;
  /** About the whole page, above everything: "You are offline". */
  banner?: ReactNode;
  /** A page that fills the screen and scrolls inside, such as the workbench. */
  fill?: boolean;
  children: ReactNode;
}

/** The frame around every page of someone signed in: where one is, where one can go, who one is. */
export function AppShell({ user, nav = [], project, status, banner, fill = false, children }: AppShellProps) {
  return (
    <div
      data-fill={fill ? "" : undefined}
      className={fill ? "flex min-h-dvh flex-col lg:h-dvh" : "flex min-h-dvh flex-col"}
    >
      <SkipLink />
      <header data-bar="top" className="sticky top-0 z-30 border-b bg-surface short:static print:hidden">
        <div className="flex h-12 items-center gap-2 px-3 sm:px-4">
          {nav.length > 0 && (
            <Suspense>
              <MobileMenu nav={nav} />
            </Suspense>
          )}
          <Brand compact={project !== undefined} />
          {project && (
            <>
              <span aria-hidden="true" className="text-lg font-light text-control max-sm:hidden">
                /
              </span>
              <div className="min-w-0">{project}</div>
            </>
          )}
          <div className="ms-auto flex shrink-0 items-center gap-2">
            {status}
            <UserMenu {...user} />
          </div>
        </div>
        {nav.length > 0 && <PrimaryNav items={nav} />}
      </header>
      {banner}
      <main
        id="main"
        tabIndex={-1}
        className={
          fill ? "min-h-0 flex-1 focus:outline-none lg:overflow-clip" : "flex-1 pb-16 focus:outline-none"
        }
      >
        {children}
      </main>
    </div>
  );
}
