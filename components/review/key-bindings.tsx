"use client";

import { createContext, useContext } from "react";
import { type Keys, USUAL_KEYS } from "@/lib/shortcuts/rules";
import type { KeyAction } from "@/lib/shortcuts/schema";

interface OwnKeysValue {
  keys: Keys;
  /** Assigns a key to an action, or (null) resets all actions; absent where keys cannot be changed. */
  change?: (chosen: { action: KeyAction; key: string } | null) => Promise<boolean>;
}

const OwnKeysContext = createContext<OwnKeysValue>({ keys: USUAL_KEYS });

export const OwnKeysProvider = OwnKeysContext.Provider;

/** The annotator's own key bindings, and how to change them. */
export function useOwnKeys(): OwnKeysValue {
  return useContext(OwnKeysContext);
}
