import { type ApiResult, callApi } from "@/lib/http/client";

/** Signs this browser in. The response is the same for an unknown address and a wrong password. */
export function signIn({
  code,
  passkey,
  ...credentials
}: {
  email: string;
  password: string;
  /** The current code of the authenticator app. */
  code?: string;
  /** A passkey's answer, in JSON. */
  passkey?: string;
}): Promise<ApiResult<unknown>> {
  return askNextAuth("callback/credentials", {
    ...credentials,
    ...(code !== undefined && { code }),
    ...(passkey !== undefined && { passkey }),
  });
}

export function signOut(): Promise<ApiResult<unknown>> {
  return askNextAuth("signout", {});
}

async function askNextAuth(action: string, body: Record<string, string>): Promise<ApiResult<unknown>> {
  const csrf = await callApi<{ csrfToken: string }>("GET", "/api/auth/csrf");
  if (!csrf.ok) return csrf;
  return callApi("POST", `/api/auth/${action}`, { ...body, csrfToken: csrf.value.csrfToken });
}
