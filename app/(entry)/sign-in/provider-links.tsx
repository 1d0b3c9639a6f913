import { ProviderIcon } from "@/components/people/provider-icon";
import { buttonClass } from "@/components/ui/button-class";
import type { ProviderId } from "@/lib/auth/schema/identities";

interface ProviderLinkProps {
  provider: { id: ProviderId; label: string };
  /** The path to open after signing in. */
  next: string;
  /** True for the first way to sign in. */
  primary: boolean;
}

/** Leads to an identity provider. A plain link, because it leaves this installation. */
function ProviderLink({ provider: { id, label }, next, primary }: ProviderLinkProps) {
  const query = next === "/" ? "" : `?${new URLSearchParams({ next })}`;
  return (
    <a
      href={`/api/auth/${id}/start${query}`}
      className={`${buttonClass({ variant: primary ? "primary" : "secondary", size: "lg" })} min-w-0`}
    >
      <ProviderIcon provider={id} />
      <span className="truncate">Sign in with {label}</span>
    </a>
  );
}

interface ProviderLinksProps {
  providers: readonly ProviderLinkProps["provider"][];
  next: string;
  withPassword: boolean;
}

/** A button for each identity provider; the first is the primary one where there are no passwords. */
export function ProviderLinks({ providers, next, withPassword }: ProviderLinksProps) {
  if (providers.length === 0) return null;
  return (
    <div className="grid gap-3">
      {providers.map((provider, at) => (
        <ProviderLink key={provider.id} provider={provider} next={next} primary={!withPassword && at === 0} />
      ))}
    </div>
  );
}
