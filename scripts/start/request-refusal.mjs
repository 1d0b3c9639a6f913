/** HTTP methods that any route supports. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * The status to refuse a request with before reading it, because the framework would fail on it; or null.
 * @param {{ method?: string | undefined, url?: string | undefined }} request
 * @returns {400 | 405 | null}
 */
export function refusalFor({ method = "", url = "" }) {
  if (!METHODS.includes(method)) return 405;
  const end = url.indexOf("?");
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.startsWith("/") || path.includes("\\")) return 400;
  try {
    return decodeURIComponent(path).includes("\0") ? 400 : null;
  } catch {
    return 400;
  }
}
