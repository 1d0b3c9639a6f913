/** The cookie that remembers the theme, so that the server can paint it without asking the browser. */
export const THEME_COOKIE = "theme";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The theme a cookie names; anything else means the system's. */
export function parseTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}

/** What the root element carries: nothing when the system decides. */
export function themeAttribute(value: string | undefined): "light" | "dark" | undefined {
  const theme = parseTheme(value);
  return theme === "system" ? undefined : theme;
}
