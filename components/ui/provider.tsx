"use client";

import { Tooltip } from "radix-ui";
import type { ReactNode } from "react";
import { Announcer } from "./announcer";
import { nonceForInjectedStyles } from "./nonce";
import { Toaster } from "./toast";

nonceForInjectedStyles();

/** What the components share: one tooltip delay, one stack of toasts, one voice for screen readers. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={400} skipDelayDuration={200}>
      <Announcer>
        <Toaster>{children}</Toaster>
      </Announcer>
    </Tooltip.Provider>
  );
}
