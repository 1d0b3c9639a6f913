import type { Metadata } from "next";
import { AcceptButton } from "@/app/(entry)/invitation/[token]/accept-button";
import { NewAccountForm } from "@/app/(entry)/invitation/[token]/new-account-form";
import { LinkExpired } from "@/app/(entry)/link-expired";
import { ProviderLinks } from "@/app/(entry)/sign-in/provider-links";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { findProviders, passwordsAreOff } from "@/lib/auth/provider/configuration";
import { findInvitation } from "@/lib/invitation/data";
import { currentUser } from "@/lib/project/page-access";
import { ON_ERASURE_WORDS, ROLE_NAMES, ROLE_RIGHTS } from "@/lib/project/rules";

export const metadata: Metadata = { title: "Invitation" };

/** Ways to an account for an invited person: providers that tell their address, and a password. */
function NewAccount({ token, offer }: { token: string; offer: { email: string; name: string } }) {
  const providers = findProviders().filter(({ hasAddresses }) => hasAddresses);
  const withPassword = !passwordsAreOff();
  return (
    <>
      {providers.length > 0 && (
        <div className="grid gap-3">
          <p className="text-sm">
            If <span className="font-medium wrap-anywhere">{offer.email}</span> is your address at{" "}
            {providers.map(({ label }) => label).join(" or ")}, sign in there; you come back to accept.
          </p>
          <ProviderLinks providers={providers} next={`/invitation/${token}`} withPassword={withPassword} />
        </div>
      )}
      {withPassword && <NewAccountForm token={token} email={offer.email} suggested={offer.name} />}
    </>
  );
}

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [offer, user] = await Promise.all([findInvitation(token), currentUser()]);
  if (!offer) return <LinkExpired what="Ask the person who invited you for a new one." />;
  return (
    <>
      <header className="grid gap-2">
        <p className="text-sm text-muted">You are invited to</p>
        <h1 className="text-2xl tracking-tight wrap-anywhere">{offer.project}</h1>
        <p className="text-muted">
          As <span className="font-medium text-ink">{ROLE_NAMES[offer.role].toLowerCase()}</span>.{" "}
          {ROLE_RIGHTS[offer.role]}
        </p>
        <p className="text-sm text-muted">
          Results name you by a pseudonym. {ON_ERASURE_WORDS[offer.onErasure].promise}
        </p>
      </header>
      {user?.email === offer.email ? (
        <AcceptButton token={token} name={user.name} />
      ) : user?.email ? (
        <Banner tone="warning" title={`The invitation is for ${offer.email}`}>
          You are signed in as {user.email}. Sign out, then open this link again. If that address is not
          yours, ask the person who invited you for a link to the one you use.
        </Banner>
      ) : offer.hasAccount ? (
        <div className="grid justify-items-start gap-3">
          <p className="text-sm">
            There is an account for <span className="font-medium">{offer.email}</span>. Sign in with it to
            accept.
          </p>
          <ButtonLink
            variant="primary"
            size="lg"
            href={`/sign-in?next=${encodeURIComponent(`/invitation/${token}`)}`}
          >
            Sign in
          </ButtonLink>
        </div>
      ) : (
        <NewAccount token={token} offer={offer} />
      )}
    </>
  );
}
