"use client";

import { createContext, useContext } from "react";
import { type Keys, USUAL_KEYS } from "@/lib/shortcuts/rules";
import type { KeyAction } from "@/lib/shortcuts/schema";

interface OwnKeysValue {
  keys: Keys;
  /** Gives an action another key, or (null) all actions their usual ones; absent where keys cannot be changed. */
  change?: (chosen: { action: KeyAction; key: string } | null) => Promise<boolean>;
}

const OwnKeysContext = createContext<OwnKeysValue>({ keys: USUAL_KEYS });

export const OwnKeysProvider = OwnKeysContext.Provider;

/** The keys of whoever works here, and the way to others. */
export function useOwnKeys(): OwnKeysValue {
  return useContext(OwnKeysContext);
}
