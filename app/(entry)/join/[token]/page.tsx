import type { Metadata } from "next";
import { NoOffer, OfferHeader, OfferTexts } from "@/app/(entry)/join/[token]/offer-texts";
import { StartButton } from "@/app/(entry)/join/[token]/start-button";
import { getTranslations } from "@/app/request-language";
import { Trans } from "@/components/i18n/translations";
import { Banner } from "@/components/ui/banner";
import type { SignedIn } from "@/lib/auth/actor";
import type { Translate } from "@/lib/i18n/rules";
import { findParticipationOffer } from "@/lib/participation/data/join";
import { ExternalId } from "@/lib/participation/schema";
import { currentUser } from "@/lib/project/page-access";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations()).t("join.title") };
}

interface JoinPageProps {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

type Offer = NonNullable<Awaited<ReturnType<typeof findParticipationOffer>>>;

/** The information that a participant from a crowd platform reads before starting. */
export default async function JoinPage({ params, searchParams }: JoinPageProps) {
  const { token } = await params;
  const { t } = await getTranslations();
  const given: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(await searchParams))
    given[name] = ExternalId.safeParse(value).data;
  const [offer, user] = await Promise.all([findParticipationOffer(token, given), currentUser()]);
  if (!offer) return <NoOffer t={t} />;
  const person = given[offer.personParameter];
  const id = (name: string | null) => (name === null ? null : (given[name] ?? null));
  return (
    <>
      <OfferHeader offer={offer} />
      <OfferTexts offer={offer} t={t} />
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
