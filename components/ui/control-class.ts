/** Classes shared by text fields and selects: a visible outline, red when invalid. */
export const controlClass =
  "w-full min-w-0 rounded-md border border-control bg-surface text-ink transition-colors " +
  "hover:border-ink/60 focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 " +
  "aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:opacity-60 " +
  "[&[readonly]]:bg-sunken";
