import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { type ApiError, type ApiResult, callApi } from "@/lib/http/client";

const NOT_USED: ApiError = {
  code: "passkey-refused",
  message:
    "No passkey was used: the browser's request was closed, took too long, or found none of this site.",
};

const NOT_MADE: ApiError = {
  code: "passkey-refused",
  message:
    "No passkey was made: the browser's request was closed or took too long, this device has a passkey of yours already, or it cannot make any.",
};

/** The result of a browser's own dialog; browsers do not say why one failed. */
async function resultOf<Made>(browser: () => Promise<Made>, failure: ApiError): Promise<ApiResult<Made>> {
  try {
    return { ok: true, value: await browser() };
  } catch {
    return { ok: false, error: failure };
  }
}

/** Has the browser sign a challenge with a passkey of its user. */
export function promptForPasskey(options: unknown): Promise<ApiResult<AuthenticationResponseJSON>> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return resultOf(() => startAuthentication({ optionsJSON }), NOT_USED);
}

/** Has the browser make a passkey. */
export function createPasskey(options: unknown): Promise<ApiResult<RegistrationResponseJSON>> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return resultOf(() => startRegistration({ optionsJSON }), NOT_MADE);
}

/** A passkey's signature of a challenge from this address of the server. */
export async function assertWithPasskey(
  path: string,
  body?: object,
): Promise<ApiResult<AuthenticationResponseJSON>> {
  const begun = await callApi<{ options: unknown }>("POST", path, body);
  return begun.ok ? promptForPasskey(begun.value.options) : begun;
}

/** Signs this browser in with a passkey: of the account with this address, or of any account when it is empty. */
export async function signInWithPasskey(email: string): Promise<ApiResult<unknown>> {
  const body = email.trim() === "" ? {} : { email };
  const passkey = await assertWithPasskey("/api/auth/passkey/options", body);
  return passkey.ok ? callApi("POST", "/api/auth/passkey", { passkey: passkey.value }) : passkey;
}
