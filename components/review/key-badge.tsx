/** The key that does the same, printed on a button. The button says it itself where it matters (title). */
export function KeyBadge({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="rounded-sm border border-current/30 px-1 text-xs leading-4 font-normal max-sm:hidden"
    >
      {children}
    </span>
  );
}
