import { lazy, type ReactNode, Suspense } from "react";
import { SkipLink } from "@/components/ui/skip-link";
import { Brand } from "./brand";
import { type NavItem, PrimaryNav } from "./primary-nav";
import { UserMenu } from "./user-menu";
import type { UserMenuProps } from "./user-menu-props";

// Only for pages with a menu; annotators' pages have none.
const MobileMenu = lazy(() => import("./mobile-menu").then(({ MobileMenu }) => ({ default: MobileMenu })));

interface AppShellProps {
  user: UserMenuProps;
  /** Pages this user may open here; none outside a project. */
  nav?: readonly NavItem[];
  /** Current project, with a way to switch. */
  project?: ReactNode;
  /** Small elements at the right end: progress, save state, "sample data". */
  status?: ReactNode;
  /** The way to the inbox, beside the account. */
  inbox?: ReactNode;
  /** Page-wide notice above everything: "You are offline". */
  banner?: ReactNode;
  /** A page that fills the screen and scrolls inside, such as the workbench. */
  fill?: boolean;
  children: ReactNode;
}

/** Frame of every page for signed-in users: location, navigation, account. */
export function AppShell({
  user,
  nav = [],
  project,
  status,
  inbox,
  banner,
  fill = false,
  children,
}: AppShellProps) {
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
            {inbox}
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
