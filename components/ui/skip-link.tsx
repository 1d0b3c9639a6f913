/** The first thing the keyboard reaches: past everything that is the same on each page. */
export function SkipLink({ target = "main" }: { target?: string }) {
  return (
    <a
      href={`#${target}`}
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 text-sm font-medium text-on-accent focus:translate-y-0"
    >
      Skip to the content
    </a>
  );
}
