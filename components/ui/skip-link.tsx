import { Trans } from "@/components/i18n/translations";

/** First tab stop: skips what is the same on each page. */
export function SkipLink({ target = "main" }: { target?: string }) {
  return (
    <a
      href={`#${target}`}
      className="print:hidden fixed top-2 start-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 text-sm font-medium text-on-accent focus:translate-y-0"
    >
      <Trans id="ui.skip-link" />
    </a>
  );
}
