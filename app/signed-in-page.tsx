import type { ReactNode } from "react";
import { InboxBell } from "@/app/inbox-bell";
import { SignedInFrame } from "@/app/signed-in-frame";
import type { NavItem } from "@/components/shell/primary-nav";
import type { SignedIn } from "@/lib/auth/actor";
import { countUnread } from "@/lib/notice/data/inbox";

interface SignedInPageProps {
  user: SignedIn;
  nav?: readonly NavItem[];
  project?: ReactNode;
  status?: ReactNode;
  banner?: ReactNode;
  children: ReactNode;
}

/** The frame of a page that scrolls, with the reader's inbox; pages that fill the screen have `SignedInFrame`. */
export async function SignedInPage({ user, children, ...frame }: SignedInPageProps) {
  const { name, email, isSiteAdmin } = user;
  return (
    <SignedInFrame
      {...frame}
      user={{ name, email, isSiteAdmin }}
      inbox={<InboxBell unread={await countUnread(user)} />}
    >
      {children}
    </SignedInFrame>
  );
}
