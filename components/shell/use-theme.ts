"use client";

import { useSyncExternalStore } from "react";
import { parseTheme, THEME_COOKIE, type Theme } from "./theme";

const ONE_YEAR = 31_536_000;

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/** The chosen theme and a setter, which applies at once and on the server from then on. */
export function useTheme(): [theme: Theme, setTheme: (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    subscribe,
    () => parseTheme(document.documentElement.dataset.theme),
    () => "system" as const,
  );
  return [theme, setTheme];
}

function setTheme(theme: Theme) {
  // biome-ignore lint/suspicious/noDocumentCookie: the alternative, CookieStore, is missing in some browsers
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${ONE_YEAR}; samesite=lax`;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
