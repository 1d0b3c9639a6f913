"use client";

import type { ReactNode } from "react";
import { Announcer } from "./announcer";
// What the page for failures has in common with every other one: named here, it is fetched once for all.
import "./button";
import { nonceForInjectedStyles } from "./nonce";
import { Toaster } from "./toast";

nonceForInjectedStyles();

/** What the components share: one stack of toasts, one voice for screen readers. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <Announcer>
      <Toaster>{children}</Toaster>
    </Announcer>
  );
}
