"use client";

import { useState } from "react";
import type { MenuItem } from "@/components/ui/dropdown-menu";
import { OnDemand, onDemand } from "@/components/ui/on-demand";
import type { Language } from "@/lib/i18n/schema";
import { UserButton } from "./user-button";

export interface UserMenuProps {
  name: string;
  /** A second line: the e-mail address, or the role in this project. */
  detail?: string;
  accountHref?: string;
  signOutHref?: string;
  /** Instead of an address, for whoever signs out by a request. */
  onSignOut?: () => void;
  /** Chooses the language of the annotator's pages; absent where pages are English whatever it is. */
  onLanguage?: (language: Language) => void;
  /** More lines, above the sign-out. */
  items?: readonly MenuItem[];
}

export interface UserMenuState extends UserMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const userLines = onDemand(() => import("./user-lines").then((module) => module.UserLines));

/** Who is signed in, and what concerns only them, behind a button: the menu comes when it is first opened. */
export function UserMenu(props: UserMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <OnDemand
      part={userLines}
      modal
      open={open}
      before={<UserButton name={props.name} aria-expanded={open} onClick={() => setOpen(true)} />}
    >
      {(UserLines) => <UserLines {...props} open={open} onOpenChange={setOpen} />}
    </OnDemand>
  );
}
