"use client";

import { useState } from "react";
import { OnDemand, onDemand } from "@/components/ui/on-demand";
import { UserButton } from "./user-button";
import type { UserMenuProps } from "./user-menu-props";

const userLines = onDemand(() => import("./user-lines").then((module) => module.UserLines));

/** Menu of the signed-in user, loaded when first opened. */
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
