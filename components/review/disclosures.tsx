import type { Translate } from "@/lib/i18n/rules";
import { disclosureInWords } from "@/lib/quality/rules/disclosure";
import type { Disclosure } from "@/lib/quality/schema";

/** Disclosures that annotators read beforehand about training, checks and what is counted, in their language. */
export function Disclosures({ disclosures, t }: { disclosures: readonly Disclosure[]; t: Translate }) {
  if (disclosures.length === 0) return null;
  return (
    <div className="mt-3 grid gap-3">
      {disclosures.map((disclosure) => (
        <p key={disclosure.about}>{disclosureInWords(disclosure, t)}</p>
      ))}
    </div>
  );
}
