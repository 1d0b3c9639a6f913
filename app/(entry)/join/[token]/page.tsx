import type { Metadata } from "next";
import { StartButton } from "@/app/(entry)/join/[token]/start-button";
import { Prose } from "@/components/prose/prose";
import { Banner } from "@/components/ui/banner";
import { explain } from "@/lib/api/refusals";
import { currentUser } from "@/lib/auth/page";
import { findParticipationOffer } from "@/lib/participation/data/arrivals";
import { ExternalId } from "@/lib/participation/schema";
import { ON_ERASURE_WORDS } from "@/lib/project/rules";

export const metadata: Metadata = { title: "Take part" };

interface JoinPageProps {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What somebody from a platform reads before they begin. */
export default async function JoinPage({ params, searchParams }: JoinPageProps) {
  const { token } = await params;
  const given: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(await searchParams))
    given[name] = ExternalId.safeParse(value).data;
  const [offer, user] = await Promise.all([findParticipationOffer(token, given), currentUser()]);
  if (!offer) {
    return (
      <header className="grid gap-1">
        <h1 className="text-2xl tracking-tight">This link leads nowhere</h1>
        <p className="text-muted">Copy it from the platform once more, whole.</p>
      </header>
    );
  }
  const person = given[offer.personParameter];
  const id = (name: string | null) => (name === null ? null : (given[name] ?? null));
  return (
    <>
      <header className="grid gap-1">
        <p className="text-sm text-muted">{offer.project}</p>
        <h1 className="text-2xl tracking-tight wrap-anywhere">{offer.batch}</h1>
      </header>
      {offer.guidelines.trim() !== "" && (
        <section aria-labelledby="guidelines" className="grid gap-2">
          <h2 id="guidelines" className="text-lg">
            Guidelines
          </h2>
          <Prose label="Guidelines" text={offer.guidelines} toolbar={false} />
        </section>
      )}
      {offer.consent.trim() !== "" && (
        <section aria-labelledby="consent" className="grid gap-2">
          <h2 id="consent" className="text-lg">
            What you agree to
          </h2>
          <Prose label="What you agree to" text={offer.consent} toolbar={false} />
        </section>
      )}
      <p className="text-sm text-muted">
        No account is needed. Your id on the platform is kept apart from your answers and serves to pay you.{" "}
        {ON_ERASURE_WORDS[offer.onErasure].promise}
      </p>
      {person === undefined ? (
        <Banner tone="warning" title="Open this link from the platform">
          The parameter {offer.personParameter} is missing from its address, so your work could not be told
          apart from somebody else's.
        </Banner>
      ) : offer.refused ? (
        <Banner tone="warning" title={explain(offer.refused.refused).message} />
      ) : (
        <>
          {user?.email && (
            <Banner tone="warning" title={`You are signed in as ${user.email}`}>
              Starting ends that session in this browser.
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
      )}
    </>
  );
}
