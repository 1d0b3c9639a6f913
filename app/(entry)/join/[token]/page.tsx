import type { Metadata } from "next";
import { StartButton } from "@/app/(entry)/join/[token]/start-button";
import { getTranslations } from "@/app/request-language";
import { Trans } from "@/components/i18n/translations";
import { prepare } from "@/components/prose/prepare";
import { Prose } from "@/components/prose/prose";
import { Banner } from "@/components/ui/banner";
import type { SignedIn } from "@/lib/auth/actor";
import type { Translate } from "@/lib/i18n/rules";
import { findParticipationOffer } from "@/lib/participation/data/join";
import { ExternalId } from "@/lib/participation/schema";
import { currentUser } from "@/lib/project/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations()).t("join.title") };
}

interface JoinPageProps {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

type Offer = NonNullable<Awaited<ReturnType<typeof findParticipationOffer>>>;

/** What a participant from a crowd platform reads before starting. */
export default async function JoinPage({ params, searchParams }: JoinPageProps) {
  const { token } = await params;
  const { t } = await getTranslations();
  const given: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(await searchParams))
    given[name] = ExternalId.safeParse(value).data;
  const [offer, user] = await Promise.all([findParticipationOffer(token, given), currentUser()]);
  if (!offer) {
    return (
      <header className="grid gap-1">
        <h1 className="text-2xl tracking-tight">{t("join.nowhere")}</h1>
        <p className="text-muted">{t("join.nowhere.advice")}</p>
      </header>
    );
  }
  const person = given[offer.personParameter];
  const id = (name: string | null) => (name === null ? null : (given[name] ?? null));
  return (
    <>
      <header className="grid gap-1">
        <p className="text-sm text-muted" dir="auto">
          {offer.project}
        </p>
        <h1 className="text-2xl tracking-tight wrap-anywhere" dir="auto">
          {offer.batch}
        </h1>
      </header>
      <GuidelinesSection offer={offer} t={t} />
      <ConsentSection offer={offer} t={t} />
      <p className="text-sm text-muted">
        {t("join.promise")} {t(`join.erasure.${offer.onErasure}`)}
      </p>
      {person === undefined ? (
        <Banner tone="warning" title={t("join.from-platform")}>
          <Trans
            id="join.from-platform.why"
            values={{ parameter: <code dir="ltr">{offer.personParameter}</code> }}
          />
        </Banner>
      ) : offer.refused ? (
        <Banner tone="warning" title={t(`refusal.${offer.refused.refused}`)} />
      ) : (
        <StartParticipation user={user} t={t} token={token} person={person} id={id} offer={offer} />
      )}
    </>
  );
}

/** The guidelines of the batch. */
function GuidelinesSection({ offer, t }: { offer: Offer; t: Translate }) {
  return (
    offer.guidelines.trim() !== "" && (
      <section aria-labelledby="guidelines" className="grid gap-2">
        <h2 id="guidelines" className="text-lg">
          {t("guidelines.title")}
        </h2>
        <Prose
          label={t("guidelines.title")}
          text={offer.guidelines}
          prepared={prepare(offer.guidelines)}
          toolbar={false}
        />
      </section>
    )
  );
}

/** What participants agree to. */
function ConsentSection({ offer, t }: { offer: Offer; t: Translate }) {
  return (
    offer.consent.trim() !== "" && (
      <section aria-labelledby="consent" className="grid gap-2">
        <h2 id="consent" className="text-lg">
          {t("join.agree")}
        </h2>
        <Prose
          label={t("join.agree")}
          text={offer.consent}
          prepared={prepare(offer.consent)}
          toolbar={false}
        />
      </section>
    )
  );
}

interface StartParticipationProps {
  user: SignedIn | null;
  t: Translate;
  token: string;
  person: string;
  id: (name: string | null) => string | null;
  offer: Offer;
}

/** Starts the participation of the person whom the platform names. */
function StartParticipation({ user, t, token, person, id, offer }: StartParticipationProps) {
  return (
    <>
      {user?.email && (
        <Banner tone="warning" title={t("join.signed-in-as", { email: user.email })}>
          {t("join.signed-in-as.why")}
        </Banner>
      )}
      <StartButton
        join={{
          token,
          person,
          study: id(offer.studyParameter),
          session: id(offer.sessionParameter),
        }}
      />
    </>
  );
}
