import type { RefusalCode } from "@/lib/http/refusals";

/** Why a person came back from an identity provider without being signed in: shown on the sign-in page. */
export const PROVIDER_PROBLEMS = [
  "provider-unreachable",
  "provider-attempt-gone",
  "provider-refused",
  "provider-unverified",
  "provider-domain",
  "provider-no-account",
  "provider-another-person",
  "provider-not-linked",
  "account-disabled",
] as const satisfies RefusalCode[];
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];

/** Why a provider was not linked to a person's account: shown on their account page. */
export const LINK_PROBLEMS = [
  "provider-unreachable",
  "provider-attempt-gone",
  "provider-refused",
  "provider-domain",
  "identity-elsewhere",
  "identity-known",
] as const satisfies RefusalCode[];
export type LinkProblem = (typeof LINK_PROBLEMS)[number];
