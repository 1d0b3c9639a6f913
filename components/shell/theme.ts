/** Cookie with the theme, so that the server can render it. */
export const THEME_COOKIE = "theme";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Parses the cookie; unknown values mean "system". */
export function parseTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}

/** The root element's attribute; undefined for "system". */
export function themeAttribute(value: string | undefined): "light" | "dark" | undefined {
  const theme = parseTheme(value);
  return theme === "system" ? undefined : theme;
}
