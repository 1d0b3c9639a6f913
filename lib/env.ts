import { z } from "zod";
import { incompleteMail, mailSettings } from "@/lib/env/mail";
import { incompleteSettings, LOOPBACK, signInSettings } from "@/lib/env/sign-in";
import { parseAllowedOrigins } from "@/lib/llm/endpoint";

/** Values from documentation and examples, which are publicly known. */
const EXAMPLES = /change.?me|example|placeholder|your.?secret|replace.?me|^(secret|password|test)/i;

/**
 * Secrets that seal the keys of language models in the database. Several, separated by spaces: the first
 * seals, all open. Without one no key can be stored.
 */
export const KeySecrets = z
  .string()
  .default("")
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .refine((secrets) => secrets.every((one) => one.length >= 32 && new Set(one).size >= 10), {
    error: "is too weak: at least 32 random characters, for example from: openssl rand -base64 32",
  });

/** The address of Prolific's API. */
export const PROLIFIC_ORIGIN = "https://api.prolific.com";

/** A list of origins permitted by the operator. */
const Origins = z
  .string()
  .default("")
  .transform((text, context) => {
    try {
      return parseAllowedOrigins(text);
    } catch {
      context.addIssue("lists origins such as http://127.0.0.1:11434, without paths, separated by spaces");
      return z.NEVER;
    }
  });

const Environment = z
  .object({
    DATABASE_URL: z
      .string({ error: "is missing: the address of the PostgreSQL database" })
      .refine((text) => hasProtocol(text, ["postgres:", "postgresql:"]), {
        error: "is no PostgreSQL address: postgresql://user:password@host:5432/database",
      }),
    NEXTAUTH_SECRET: z
      .string({
        error: "is missing: at least 32 random characters, for example from: openssl rand -base64 32",
      })
      .refine((text) => !EXAMPLES.test(text), { error: "is an example, which everybody knows", abort: true })
      .refine((text) => text.length >= 32 && new Set(text).size >= 10, {
        error: "is too weak: at least 32 random characters, for example from: openssl rand -base64 32",
      }),
    APP_URL: z
      .string({ error: "is missing: the address people open, for example https://countersign.example.org" })
      .refine((text) => hasProtocol(text, ["http:", "https:"]), {
        error: "is no web address: https://countersign.example.org",
        abort: true,
      })
      .refine((text) => new URL(text).protocol === "https:" || LOOPBACK.has(new URL(text).hostname), {
        error: "must start with https:// unless it is on this machine, or sessions could be read on the way",
      })
      .refine((text) => new URL(text).href === `${new URL(text).origin}/`, {
        error: "must be an origin, without a path",
      })
      .transform((text) => new URL(text).origin),
    /**
     * Number of trusted proxies in front of the server that append to X-Forwarded-For; 0: ignore the header.
     */
    TRUST_PROXY: z
      .string()
      .regex(/^\d$/, { error: "is the number of your own proxies in front of the server: 0 to 9" })
      .default("0")
      .transform(Number),
    /** Number of web servers on this machine: they share the database connections that one would have. */
    WEB_PROCESSES: z
      .string()
      .regex(/^([1-9]|[1-5]\d|6[0-4])$/, { error: "is how many web servers run on this machine: 1 to 64" })
      .default("1")
      .transform(Number),
    /** Origins of language models permitted by the operator although they are private or not https. */
    LLM_ALLOWED_ORIGINS: Origins,
    /** Origins of webhooks permitted although they are private or not https. */
    WEBHOOK_ALLOWED_ORIGINS: Origins,
    /** Prolific's API, or a stand-in on this machine for tests. */
    PROLIFIC_ORIGIN: z
      .string()
      .default(PROLIFIC_ORIGIN)
      .refine((text) => text === PROLIFIC_ORIGIN || isLoopbackOrigin(text), {
        error: `is ${PROLIFIC_ORIGIN}, or for tests an origin of this machine`,
      }),
    LLM_KEY_SECRET: KeySecrets,
    /** The build of the program, which its start says (`scripts/start/program-build.mjs`); not a setting. */
    COUNTERSIGN_BUILD: z
      .string()
      .regex(/^(git|sources):[0-9a-f]{40,64}$/, { error: "is set by the start of the program" })
      .optional(),
    /** The token with which a monitor reads `/metrics`; without it there is no such page. */
    METRICS_TOKEN: z
      .string()
      .refine((text) => text.length >= 32 && new Set(text).size >= 10, {
        error: "is too weak: at least 32 random characters, for example from: openssl rand -base64 32",
      })
      .optional(),
    ...signInSettings,
    ...mailSettings,
  })
  .superRefine((given, context) => {
    for (const { name, problem } of [...incompleteSettings(given), ...incompleteMail(given)])
      context.addIssue({ code: "custom", path: [name], message: problem });
  });

export type Environment = z.infer<typeof Environment>;

/** The environment does not configure a working and secure installation; one line per problem. */
export class BadEnvironment extends Error {
  override name = "BadEnvironment";
  constructor(readonly problems: string[]) {
    super(problems.join("\n"));
  }
}

export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, text]) => text !== ""));
  const parsed = Environment.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new BadEnvironment(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`));
}

let parsed: Environment | undefined;

/** The environment, parsed on first use. Throws `BadEnvironment`. */
export function env(): Environment {
  parsed ??= parseEnvironment(process.env);
  return parsed;
}

function isLoopbackOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, hostname } = new URL(text);
  return origin === text && LOOPBACK.has(hostname);
}

function hasProtocol(text: string, protocols: string[]) {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== "";
}
