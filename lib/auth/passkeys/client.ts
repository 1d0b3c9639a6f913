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

async function ask<Answer>(browser: () => Promise<Answer>, failure: ApiError): Promise<ApiResult<Answer>> {
  try {
    return { ok: true, value: await browser() };
  } catch {
    return { ok: false, error: failure };
  }
}

/** Asks the person's browser to use a passkey. */
export function askPasskey(options: unknown): Promise<ApiResult<AuthenticationResponseJSON>> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return ask(() => startAuthentication({ optionsJSON }), NOT_USED);
}

/** Asks the person's browser to make a passkey. */
export function makePasskey(options: unknown): Promise<ApiResult<RegistrationResponseJSON>> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return ask(() => startRegistration({ optionsJSON }), NOT_MADE);
}

/** A passkey's answer to a challenge that this address gives. */
export async function answerWithPasskey(
  path: string,
  body?: object,
): Promise<ApiResult<AuthenticationResponseJSON>> {
  const asked = await callApi<{ options: unknown }>("POST", path, body);
  return asked.ok ? askPasskey(asked.value.options) : asked;
}

/** Signs this browser in with a passkey; of one account, where its address is typed already. */
export async function signInWithPasskey(email: string): Promise<ApiResult<unknown>> {
  const body = email.trim() === "" ? {} : { email };
  const passkey = await answerWithPasskey("/api/auth/passkey/options", body);
  return passkey.ok ? callApi("POST", "/api/auth/passkey", { passkey: passkey.value }) : passkey;
}
