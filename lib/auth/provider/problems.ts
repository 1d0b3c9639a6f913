import type { RefusalCode } from "@/lib/http/refusals";

/** Why a person came back from the identity provider without being signed in: shown on the sign-in page. */
export const PROVIDER_PROBLEMS = [
  "provider-unreachable",
  "provider-attempt-gone",
  "provider-refused",
  "provider-unverified",
  "provider-domain",
  "provider-no-account",
  "provider-another-person",
  "account-disabled",
] as const satisfies RefusalCode[];
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];
