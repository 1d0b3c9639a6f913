import { prepare } from "@/components/prose/prepare";
import { Prose } from "@/components/prose/prose";
import type { Translate } from "@/lib/i18n/rules";

interface OfferTextsProps {
  offer: { project: string; batch: string; guidelines: string; consent: string };
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
      <Section id="consent" title={t("join.agree")} text={offer.consent} />
    </>
  );
}

function Section({ id, title, text }: { id: string; title: string; text: string }) {
  if (text.trim() === "") return null;
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <Prose label={title} text={text} prepared={prepare(text)} toolbar={false} />
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
