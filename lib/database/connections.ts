import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { log } from "@/lib/log";

/** How a process uses the database. Nothing is limited unless it is said. */
export interface Use {
  /** Connections at a time. */
  most: number;
  /** More of them, for saves only. */
  reserved?: number;
  /** How long a statement waits for somebody else's lock, and runs in all, in milliseconds. */
  lockMs?: number;
  statementMs?: number;
  /** How long anybody waits for a connection. */
  connectMs?: number;
}

const saving = new AsyncLocalStorage<true>();

/** Work that saves what somebody did: when all other connections are taken, there are some left for it. */
export function withReserved<T>(work: () => T): T {
  return saving.run(true, work);
}

/**
 * For which annotator a connection works: row-level security then shows and takes what that annotator said, and nothing of
 * anybody else's, whatever a statement asks for. Empty for what works for nobody in particular.
 */
const annotator = new AsyncLocalStorage<string>();

/** Does something for an annotator, on connections that are bound to them. What begins only when awaited is awaited here. */
export function forAnnotator<T>(userId: string, work: () => T | PromiseLike<T>): Promise<T> {
  return annotator.run(userId, async () => await work());
}

/** Does something for several people at once, which asks in its own statement what is whose. */
export function forSeveral<T>(work: () => T): T {
  return annotator.run("", work);
}

const BIND = "SELECT set_config('countersign.annotator', $1, false)";

/** Whom connections were bound to that are not as they were made. */
const boundTo = new WeakMap<pg.PoolClient, string>();

/** A connection that works for an annotator, or for nobody in particular, whomever it worked for before. */
async function bound(taken: Promise<pg.PoolClient>, who: string): Promise<pg.PoolClient> {
  const client = await taken;
  if ((boundTo.get(client) ?? "") === who) return client;
  try {
    await client.query(BIND, [who]);
    boundTo.set(client, who);
    return client;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

const isTimeout = (error: unknown) =>
  error instanceof Error &&
  /timeout exceeded when trying to connect|terminated due to connection timeout/i.test(error.message);

/** Who is told so much later than they were to wait, in milliseconds, was told by a process that was busy. */
const BUSY = 100;

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/** The connections of a process, with some that only saves get once the others are all taken. */
export class Connections extends pg.Pool {
  readonly #reserved: pg.Pool | undefined;
  readonly #most: number;
  readonly #connectMs: number;

  constructor(config: pg.PoolConfig, { most, reserved, lockMs, statementMs, connectMs }: Use) {
    const limited: pg.PoolConfig = {
      ...config,
      ...(lockMs && { lock_timeout: lockMs }),
      ...(statementMs && { statement_timeout: statementMs }),
      ...(connectMs && { connectionTimeoutMillis: connectMs }),
    };
    super({ ...limited, max: most });
    this.#most = most;
    this.#connectMs = connectMs ?? Number.POSITIVE_INFINITY;
    this.#reserved = reserved ? new pg.Pool({ ...limited, max: reserved }) : undefined;
    for (const one of [this, this.#reserved]) {
      // A server that restarts takes idle connections along. The pool replaces them; without a listener Node would end.
      one?.on("error", (error) => {
        const code = "code" in error ? String(error.code) : error.name;
        if (!this.ending) log("error", "database-connection-lost", { code });
      });
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const isReserved = this.#reserved && saving.getStore() && this.#isTaken();
    const taken = (isReserved && this.#reserved?.connect()) || this.#connectPatiently();
    const client = bound(taken, annotator.getStore() ?? "");
    if (!callback) return client;
    client.then(
      (one) => callback(undefined, one, one.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  /**
   * A process that is busy for seconds finds, once it looks up again, that everybody has waited too long, before it sees the
   * connections that were made or given back meanwhile. Then they are waited for anew, once.
   */
  async #connectPatiently(): Promise<pg.PoolClient> {
    const asked = performance.now();
    try {
      return await super.connect();
    } catch (error) {
      const overdue = performance.now() - asked - this.#connectMs;
      if (!isTimeout(error) || overdue < BUSY) throw error;
      return super.connect();
    }
  }

  override async end(): Promise<void> {
    await Promise.all([super.end(), this.#reserved?.end()]);
  }

  /** Whether whoever comes now would have to wait. */
  #isTaken(): boolean {
    return this.totalCount >= this.#most && this.idleCount <= this.waitingCount;
  }
}
