/** Classes of a panel floating beside its trigger. */
export const floatClass =
  "z-50 max-h-(--radix-popper-available-height) animate-appear overflow-y-auto rounded-md border bg-raised shadow-float";

/** Classes of a menu line. */
export const menuItemClass =
  "flex min-h-8 w-full cursor-default items-center gap-2 rounded-sm px-2 text-sm outline-none select-none " +
  "data-highlighted:bg-hover data-disabled:text-muted data-disabled:opacity-60 max-sm:min-h-10 " +
  "[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.75] [&_svg]:text-muted";
