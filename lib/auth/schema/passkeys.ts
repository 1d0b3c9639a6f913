import { z } from "zod";

/** Bytes in base64url, as browsers send them. */
const Encoded = z
  .string()
  .regex(/^[\w-]+$/)
  .max(8000);

/** Fields of every authenticator response. */
const Credential = z.strictObject({
  id: Encoded,
  rawId: Encoded,
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["cross-platform", "platform"]).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
});

/** An authenticator's signature of a challenge. */
export const PasskeyAssertion = Credential.extend({
  response: z.strictObject({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    userHandle: Encoded.optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** A new passkey, as its authenticator describes it. */
export const NewPasskey = Credential.extend({
  response: z.strictObject({
    clientDataJSON: Encoded,
    attestationObject: z
      .string()
      .regex(/^[\w-]+$/)
      .max(100_000),
    authenticatorData: Encoded.optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: Encoded.optional(),
  }),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

const PasskeyName = z
  .string()
  .trim()
  .min(1, { error: "is missing" })
  .max(80, { error: "must have at most 80 characters" });

export const AddPasskey = z.strictObject({ name: PasskeyName, passkey: NewPasskey });
export const RenamePasskey = z.strictObject({ name: PasskeyName });
export const PasskeyParams = z.strictObject({ passkey: z.uuid() });

export const PasskeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
});
export type PasskeyView = z.infer<typeof PasskeyView>;

/** The argument of the browser's `navigator.credentials`, as JSON. */
export const PasskeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });

/** With an e-mail address, only a passkey of that account signs in; without one, a passkey of any account. */
export const BeginPasskeySignIn = z.strictObject({ email: z.string().max(320).optional() });
export const PasskeySignIn = z.strictObject({ passkey: PasskeyAssertion });
