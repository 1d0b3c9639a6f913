import type { ReactNode } from "react";
import { prepare } from "@/components/prose/prepare";
import { Prose } from "@/components/prose/prose";
import { Disclosures } from "@/components/review/disclosures";
import type { Translate } from "@/lib/i18n/rules";
import type { Disclosure } from "@/lib/quality/schema";

interface OfferTextsProps {
  offer: {
    project: string;
    batch: string;
    guidelines: string;
    consent: string;
    disclosures: readonly Disclosure[];
  };
  t: Translate;
}

/** Project and batch that a visitor is invited to. */
export function OfferHeader({ offer }: Pick<OfferTextsProps, "offer">) {
  return (
    <header className="grid gap-1">
      <p className="text-sm text-muted" dir="auto">
        {offer.project}
      </p>
      <h1 className="text-2xl tracking-tight wrap-anywhere" dir="auto">
        {offer.batch}
      </h1>
    </header>
  );
}

/** The guidelines of the batch, and what participants agree to. */
export function OfferTexts({ offer, t }: OfferTextsProps) {
  return (
    <>
      <Section id="guidelines" title={t("guidelines.title")} text={offer.guidelines} />
      <Section id="consent" title={t("join.agree")} text={offer.consent}>
        {offer.disclosures.length > 0 && <Disclosures disclosures={offer.disclosures} t={t} />}
      </Section>
    </>
  );
}

interface SectionProps {
  id: string;
  title: string;
  text: string;
  children?: ReactNode;
}

function Section({ id, title, text, children }: SectionProps) {
  if (text.trim() === "" && !children) return null;
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {text.trim() !== "" && <Prose label={title} text={text} prepared={prepare(text)} toolbar={false} />}
      {children}
    </section>
  );
}

/** Shown where there is no link of this address. */
export function NoOffer({ t }: { t: Translate }) {
  return (
    <header className="grid gap-1">
      <h1 className="text-2xl tracking-tight">{t("join.nowhere")}</h1>
      <p className="text-muted">{t("join.nowhere.advice")}</p>
    </header>
  );
}
