/** Fired on `window` with the new number of unread notices, when the reader has marked some. */
export const UNREAD_CHANGED = "countersign:unread-changed";
