import { type Agent, request } from "node:http";

/** Headers of an annotator's browser that asks the API. */
export const browserHeaders = (cookie: string) => ({
  cookie,
  "content-type": "application/json",
  "x-countersign": "1",
  "sec-fetch-site": "same-origin",
});

/** Requests an address, by POST where there is a body, and reads the JSON. Fails on any state but 200. */
export function send<T>(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: Buffer | string,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const outgoing = request(url, { agent, method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () =>
        answer.statusCode === 200
          ? resolve(JSON.parse(text))
          : reject(new Error(`${url}: ${answer.statusCode} ${text}`)),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
