import { expect } from "vitest";
import { GET as comeBack } from "@/app/api/auth/[provider]/callback/route";
import { GET as begin } from "@/app/api/auth/[provider]/start/route";
import { GET as whoAmI } from "@/app/api/v1/account/route";
import type { ProviderId } from "@/lib/auth/schema/identities";
import { env } from "@/lib/env";

/** The cookies of one site in one browser. */
class Jar {
  readonly cookies = new Map<string, string>();
  get header() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  take(response: Response) {
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === "" || /max-age=0/i.test(set)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

/** A browser that walks from the sign-in page to an identity provider and back. */
export class ProviderBrowser {
  readonly own = new Jar();
  readonly there = new Jar();

  /** `cookies`: of this site, from another browser. */
  constructor(
    private readonly provider: ProviderId = "oidc",
    cookies: Iterable<[string, string]> = [],
  ) {
    for (const [name, value] of cookies) this.own.cookies.set(name, value);
  }

  private get params() {
    return { params: Promise.resolve({ provider: this.provider }) };
  }

  /** Clicks the button of the sign-in page; the address at the provider. */
  async begin(next?: string): Promise<URL> {
    const url = new URL(`/api/auth/${this.provider}/start`, env().APP_URL);
    if (next) url.searchParams.set("next", next);
    const request = new Request(url, { headers: { cookie: this.own.header } });
    const response = this.own.take(await begin(request, this.params));
    expect(response.status).toBe(303);
    return new URL(response.headers.get("location") ?? "");
  }

  /** Signs in at the provider; the address that it sends the browser back to. */
  async signInThere(address: URL, login: string): Promise<URL> {
    let at = address;
    let form: URLSearchParams | undefined;
    for (let hops = 0; hops < 10; hops += 1) {
      const response = this.there.take(
        await fetch(at, {
          redirect: "manual",
          method: form ? "POST" : "GET",
          headers: { cookie: this.there.header },
          ...(form && { body: form }),
        }),
      );
      form = undefined;
      const location = response.headers.get("location");
      if (location) at = new URL(location, at);
      else if (/^\/(interaction\/|login\/oauth\/authorize)/.test(at.pathname))
        form = new URLSearchParams({ login });
      else throw new Error(`the provider answers ${response.status}: ${await response.text()}`);
      if (at.origin === env().APP_URL) return at;
    }
    throw new Error("the provider goes round in circles");
  }

  /** Comes back; the path that is opened then. */
  async comeBack(address: URL): Promise<string> {
    const request = new Request(address, { headers: { cookie: this.own.header } });
    const response = this.own.take(await comeBack(request, this.params));
    expect(response.status, await response.clone().text()).toBe(303);
    const location = new URL(response.headers.get("location") ?? "");
    expect(location.origin).toBe(env().APP_URL);
    return location.pathname + location.search;
  }

  async signIn(login: string, next?: string): Promise<string> {
    return this.comeBack(await this.signInThere(await this.begin(next), login));
  }

  async whoAmI(): Promise<string | number> {
    const request = new Request(`${env().APP_URL}/api/v1/account`, { headers: { cookie: this.own.header } });
    const response = await whoAmI(request, { params: Promise.resolve({}) });
    return response.ok ? ((await response.json()) as { id: string }).id : response.status;
  }
}
