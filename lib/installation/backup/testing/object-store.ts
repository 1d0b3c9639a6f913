import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** Credentials that the store in `startObjectStore` accepts. */
export const CREDENTIALS = {
  accessKeyId: "AKIAEXAMPLE",
  secretAccessKey: "secret/of+the+store",
  region: "eu-west-9",
};

/** Number of keys in one page of a list. */
const PAGE = 2;

const sha256 = (data: string) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();

/**
 * The signature that a request must carry, worked out from the rules that Amazon publishes ("Authenticating
 * Requests: Using the Authorization Header"), for requests whose body is not signed.
 */
function signatureOf(request: IncomingMessage, signedHeaders: string): string {
  const url = new URL(request.url ?? "", "http://store");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join("&");
  const headers = signedHeaders.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const payload = String(request.headers["x-amz-content-sha256"]);
  const canonical = [request.method, url.pathname, query, headers.join(""), signedHeaders, payload].join(
    "\n",
  );
  const at = String(request.headers["x-amz-date"]);
  const scope = `${at.slice(0, 8)}/${CREDENTIALS.region}/s3/aws4_request`;
  const key = [at.slice(0, 8), CREDENTIALS.region, "s3", "aws4_request"].reduce<string | Buffer>(
    hmac,
    `AWS4${CREDENTIALS.secretAccessKey}`,
  );
  return hmac(key, ["AWS4-HMAC-SHA256", at, scope, sha256(canonical)].join("\n")).toString("hex");
}

function isSigned(request: IncomingMessage): boolean {
  const parts = /Credential=([^/]+)\/[^,]*, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)/.exec(
    request.headers.authorization ?? "",
  );
  return (
    parts !== null &&
    parts[1] === CREDENTIALS.accessKeyId &&
    signatureOf(request, parts[2] ?? "") === parts[3]
  );
}

/** A store with the interface of S3, as far as backups use it, on loopback. Bucket `safe` exists. */
export async function startObjectStore() {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? "", "http://store");
    const [, bucket, ...rest] = url.pathname.split("/").map(decodeURIComponent);
    const key = rest.join("/");
    const fail = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    if (!isSigned(request)) return fail(403, "SignatureDoesNotMatch");
    if (bucket !== "safe") return fail(404, "NoSuchBucket");
    if (request.method === "PUT") {
      if (request.headers["content-length"] === undefined) return fail(411, "MissingContentLength");
      objects.set(key, Buffer.concat(chunks));
      return response.writeHead(200).end();
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (key !== "") {
      const found = objects.get(key);
      return found ? response.writeHead(200).end(found) : fail(404, "NoSuchKey");
    }
    const prefix = url.searchParams.get("prefix") ?? "";
    const after = url.searchParams.get("continuation-token") ?? "";
    const keys = [...objects.keys()].sort().filter((one) => one.startsWith(prefix) && one > after);
    const page = keys.slice(0, PAGE);
    const more = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    response.end(
      `<ListBucketResult>${page.map((one) => `<Contents><Key>${one}</Key></Contents>`).join("")}${more}</ListBucketResult>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    endpoint: `http://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
