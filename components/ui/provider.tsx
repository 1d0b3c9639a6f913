"use client";

import type { ReactNode } from "react";
import { Announcer } from "./announcer";
// Shared by the error page and all others: imported here, it is in the common chunk.
import "./button";
import { nonceForInjectedStyles } from "./nonce";
import { Toaster } from "./toast";

nonceForInjectedStyles();

/** Providers for components: toasts and the live region. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <Announcer>
      <Toaster>{children}</Toaster>
    </Announcer>
  );
}
