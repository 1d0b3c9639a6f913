import { LogIn } from "lucide-react";
import { buttonClass } from "@/components/ui/button-class";

interface ProviderLinkProps {
  /** The identity provider's name. */
  label: string;
  /** The path to open after signing in. */
  next: string;
  /** True where it is the only way to sign in. */
  primary: boolean;
}

/** Leads to the identity provider. A plain link, because it leaves this installation. */
export function ProviderLink({ label, next, primary }: ProviderLinkProps) {
  const query = next === "/" ? "" : `?${new URLSearchParams({ next })}`;
  return (
    <a
      href={`/api/auth/oidc/start${query}`}
      className={`${buttonClass({ variant: primary ? "primary" : "secondary", size: "lg" })} min-w-0`}
    >
      <LogIn aria-hidden="true" />
      <span className="truncate">Sign in with {label}</span>
    </a>
  );
}
