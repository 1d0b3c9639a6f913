import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { AwsV4Signer } from "aws4fetch";
import { type Dispatcher, request } from "undici";

/** Address of a bucket and the credentials for it, in the variables that Amazon's own tools read. */
interface BucketSettings {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** A bucket that cannot be used, and why. */
export class BucketProblem extends Error {
  override name = "BucketProblem";
}

/** The largest object that S3 takes in one request. */
const MOST_BYTES = 5 * 1024 ** 3;

/** Time without progress after which a transfer is given up, in milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * The settings of an S3-compatible store. Throws `BucketProblem` naming what is missing.
 * @param env AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY; AWS_REGION (us-east-1), AWS_ENDPOINT_URL_S3 (Amazon's)
 */
export function bucketSettings(env: Record<string, string | undefined>): BucketSettings {
  const [accessKeyId, secretAccessKey] = [env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY];
  if (!accessKeyId || !secretAccessKey)
    throw new BucketProblem("a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  const region = env.AWS_REGION || "us-east-1";
  const endpoint = env.AWS_ENDPOINT_URL_S3 || `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint)) throw new BucketProblem(`AWS_ENDPOINT_URL_S3 is no address: ${endpoint}`);
  return { endpoint, region, accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN || undefined };
}

/** Objects under a prefix of a bucket of an S3-compatible store, addressed by path. */
export class Bucket {
  constructor(
    readonly settings: BucketSettings,
    readonly name: string,
  ) {}

  /** Stores a file under a key, whole or not at all. */
  async put(key: string, file: string): Promise<void> {
    const { size } = await stat(file);
    if (size > MOST_BYTES)
      throw new BucketProblem(
        `${file} has more than 5 GB, which a bucket takes in parts only: copy it yourself`,
      );
    const { body } = await this.#send("PUT", this.#urlOf(key), {
      body: createReadStream(file),
      headers: { "content-length": `${size}`, "content-type": "application/gzip" },
    });
    await body.dump();
  }

  /** Fetches an object into a new file that only its owner may read. */
  async get(key: string, file: string): Promise<void> {
    const { body } = await this.#send("GET", this.#urlOf(key));
    await pipeline(body, createWriteStream(file, { flags: "wx", mode: 0o600 }));
  }

  /** All keys that begin with a prefix, sorted. */
  async list(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for (let next: string | undefined = ""; next !== undefined; ) {
      const url = this.#urlOf("");
      url.search = new URLSearchParams({
        "list-type": "2",
        prefix,
        ...(next && { "continuation-token": next }),
      }).toString();
      const text = await (await this.#send("GET", url)).body.text();
      keys.push(...[...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => unescaped(key)));
      const token = /<NextContinuationToken>([^<]*)</.exec(text)?.[1];
      next = token === undefined ? undefined : unescaped(token);
    }
    return keys.sort();
  }

  async remove(key: string): Promise<void> {
    await (await this.#send("DELETE", this.#urlOf(key))).body.dump();
  }

  #urlOf(key: string): URL {
    const path = [this.name, ...key.split("/")].map(encodeURIComponent).join("/");
    return new URL(`${this.settings.endpoint.replace(/\/$/, "")}/${path}`);
  }

  async #send(
    method: "GET" | "PUT" | "DELETE",
    url: URL,
    {
      body,
      headers = {},
    }: { body?: Dispatcher.DispatchOptions["body"]; headers?: Record<string, string> } = {},
  ): Promise<Dispatcher.ResponseData> {
    const { endpoint: _, sessionToken, ...credentials } = this.settings;
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      service: "s3",
      ...credentials,
      ...(sessionToken && { sessionToken }),
    }).sign();
    const response = await request(signed.url, {
      method,
      headers: { ...Object.fromEntries(signed.headers), ...headers },
      body: body ?? null,
      headersTimeout: PATIENCE_MS,
      bodyTimeout: PATIENCE_MS,
    }).catch((error) => {
      throw new BucketProblem(`${url.host} does not answer (${codeOf(error)})`);
    });
    if (response.statusCode < 300) return response;
    const text = await response.body.text();
    const code = /<Code>([^<]*)</.exec(text)?.[1];
    throw new BucketProblem(
      `${url.host} refuses to ${VERBS[method]} ${url.pathname}: ${response.statusCode}${code ? ` ${code}` : ""}`,
    );
  }
}

const VERBS = { GET: "give", PUT: "take", DELETE: "delete" };

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function unescaped(xml: string): string {
  const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return xml.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? "");
}
