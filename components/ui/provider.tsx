"use client";

import type { ReactNode } from "react";
import { Announcer } from "./announcer";
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
