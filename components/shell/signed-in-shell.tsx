"use client";

import { signOut } from "next-auth/react";
import type { ComponentProps } from "react";
import { forgetUnsent } from "@/components/review/outbox";
import { AppShell } from "./app-shell";

interface SignedInShellProps extends Omit<ComponentProps<typeof AppShell>, "user"> {
  user: { name: string; email: string };
}

/** The frame around every page of somebody signed in, with the way out of it. */
export function SignedInShell({ user, ...frame }: SignedInShellProps) {
  async function leave() {
    await forgetUnsent();
    await signOut({ callbackUrl: "/sign-in" });
  }
  return (
    <AppShell
      {...frame}
      user={{ name: user.name, detail: user.email, accountHref: "/account", onSignOut: () => void leave() }}
    />
  );
}
