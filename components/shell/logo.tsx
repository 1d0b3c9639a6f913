/**
 * The logo: a drafted line (dotted) and the tick of the person who countersigned it (solid), in the frame of
 * a form.
 */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={className}>
      <rect width="24" height="24" rx="6" fill="currentColor" />
      <path
        d="M6 8h.01M9.5 8h.01M13 8h.01M16.5 8h.01"
        stroke="var(--color-on-accent, #fff)"
        strokeWidth="2.1"
        strokeLinecap="round"
        opacity=".75"
      />
      <path
        d="m6.4 14.6 3.6 3.5 7.8-6.6"
        stroke="var(--color-on-accent, #fff)"
        strokeWidth="2.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
