/** Backdrop over the page; it scrolls, so that a long dialog is readable on a small screen. */
export const overlayClass =
  "fixed inset-0 z-40 grid animate-appear place-items-center overflow-y-auto bg-scrim p-4 max-sm:items-end max-sm:p-2";

/** The dialog's box. */
export const dialogClass = "relative w-full rounded-md border bg-raised shadow-float focus:outline-none";
