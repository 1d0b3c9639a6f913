import clsx from "clsx";

/**
 * The key that does the same, printed on a button; the button says it itself where it matters (title). It keeps
 * its place while its keys rest: what moved under the pointer when the focus came would swallow the click.
 */
export function KeyBadge({ children, resting = false }: { children: string; resting?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "rounded-sm border border-current/30 px-1 text-xs leading-4 font-normal max-sm:hidden",
        resting && "opacity-45",
      )}
    >
      {children}
    </span>
  );
}
