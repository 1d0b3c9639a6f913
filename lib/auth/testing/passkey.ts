import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { env } from "@/lib/env";

/** Options that the server sends to an authenticator. */
type Options = Record<string, unknown>;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();

/** Bytes and texts of fewer than 256 in CBOR (RFC 8949), in its shortest form. */
const head = (major: number, length: number) =>
  Buffer.from(length < 24 ? [(major << 5) | length] : [(major << 5) | 24, length]);
const bytes = (data: Uint8Array) => Buffer.concat([head(2, data.length), data]);
const text = (data: string) => Buffer.concat([head(3, data.length), Buffer.from(data)]);

const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

/** An authenticator with one passkey (ES256, no attestation), as a browser at this address would use it. */
export function makeAuthenticator(origin = env().APP_URL) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const { hostname } = new URL(env().APP_URL);
  let handle = "";
  let counter = 0;

  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(hostname), Buffer.from([flags]), count]);
  };
  const envelope = {
    id: base64(id),
    rawId: base64(id),
    type: "public-key",
    clientExtensionResults: {},
  } as const;

  return {
    /** Sets the count of signatures: a copy's is behind. */
    countFrom(next: number) {
      counter = next;
    },

    register(options: Options) {
      handle = (options.user as { id: string }).id;
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        bytes(Buffer.from(x, "base64url")),
        Buffer.from([0x22]),
        bytes(Buffer.from(y, "base64url")),
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = Buffer.concat([authenticatorData(PRESENT_AND_VERIFIED | HAS_CREDENTIAL), credential]);
      const attestation = [
        head(5, 3),
        text("fmt"),
        text("none"),
        text("attStmt"),
        head(5, 0),
        text("authData"),
        bytes(data),
      ];
      return {
        ...envelope,
        response: {
          clientDataJSON: base64(clientData("webauthn.create", options)),
          attestationObject: base64(Buffer.concat(attestation)),
          transports: ["internal"],
        },
      };
    },

    answer(options: Options) {
      counter += 1;
      const client = clientData("webauthn.get", options);
      const data = authenticatorData(PRESENT_AND_VERIFIED);
      return {
        ...envelope,
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle: handle,
        },
      };
    },
  };
}
