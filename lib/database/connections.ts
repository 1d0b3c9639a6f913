import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { log } from "@/lib/log";

/** Limits for a process's use of the database. Missing ones are not limited. */
interface Use {
  /** Number of connections. */
  most: number;
  /** Additional connections for saves. */
  reserved?: number;
  /** The longest time a statement waits for locks, and the longest time it runs, in milliseconds. */
  lockMs?: number;
  statementMs?: number;
  /** The longest time a caller waits for a connection, in milliseconds. */
  connectMs?: number;
}

/** Uses a connection as it is, whomever it is bound to. */
const ANY = Symbol.for("countersign.any");

interface Contexts {
  /** Set for work that may use the reserved connections. */
  saving: AsyncLocalStorage<true>;
  /**
   * The annotator that a connection is bound to: row-level security then shows and accepts only their rows,
   * whatever a statement requests. Empty for work that is not on an annotator's behalf.
   */
  annotator: AsyncLocalStorage<string | typeof ANY>;
}

// Stored outside the module: a build has one copy of it for pages and one for routes, and both use the same connections.
const shared = globalThis as typeof globalThis & { countersignContexts?: Contexts };
shared.countersignContexts ??= { saving: new AsyncLocalStorage(), annotator: new AsyncLocalStorage() };
const { saving, annotator } = shared.countersignContexts;

/** Runs work that saves annotators' operations: it may use reserved connections when all others are taken. */
export function withReserved<T>(work: () => T): T {
  return saving.run(true, work);
}

/**
 * Runs work for an annotator, on connections bound to them. Lazy promises are awaited inside, so that they
 * start bound.
 */
export function forAnnotator<T>(userId: string, work: () => T | PromiseLike<T>): Promise<T> {
  return annotator.run(userId, async () => await work());
}

/** Runs work for several people at once, whose statements check ownership themselves. */
export function forSeveral<T>(work: () => T): T {
  return annotator.run("", work);
}

/** The tables with row-level security. */
const SECURED = /"(?:Operation|Judgement|Decision|Labelling|AskAnswer|PlantedAnswer)"/;

/**
 * Runs a statement on tables without row-level security: binding its connection would take as long as the statement
 * itself, and change nothing.
 */
export function forAnyone<T>(statement: string, work: () => T): T {
  const secured = SECURED.exec(statement);
  if (secured) throw new Error(`a statement on ${secured[0]} needs a bound connection`);
  return annotator.run(ANY, work);
}

const BIND = "SELECT set_config('countersign.annotator', $1, false)";

/** The annotator each connection is bound to, if any. */
const boundTo = new WeakMap<pg.PoolClient, string>();

/** Binds a connection to an annotator, or with an empty id to none, replacing its previous binding. */
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

/**
 * Makes the queries of a connection wait for each other. Prisma sends those for nested relations of a transaction at
 * once, on its one connection; pg queues them, and will refuse to.
 */
function oneAtATime(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...query: unknown[]) => unknown;
  let last: Promise<unknown> | null = null;
  client.query = ((...query: unknown[]) => {
    const [what] = query;
    // Streams, and queries with a callback, have no promise to wait for.
    const isPromised = typeof what === "string" || (typeof what === "object" && what && !("submit" in what));
    if (!isPromised || typeof query.at(-1) === "function") return send(...query);
    const result = last ? last.then(() => send(...query)) : Promise.resolve(send(...query));
    const end = () => {
      if (last === ended) last = null;
    };
    const ended: Promise<unknown> = result.then(end, end);
    last = ended;
    return result;
  }) as typeof client.query;
}

const isTimeout = (error: unknown) =>
  error instanceof Error &&
  /timeout exceeded when trying to connect|terminated due to connection timeout/i.test(error.message);

/** A timeout that fires this much later than set, in milliseconds, means that the process was busy. */
const BUSY = 100;

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/** The connections of a process, with some reserved for saves when the others are all taken. */
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
      one?.on("connect", oneAtATime);
      // A restarting server closes idle connections. The pool replaces them; without a listener Node would
      // exit.
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
    const who = annotator.getStore() ?? "";
    const client = who === ANY ? taken : bound(taken, who);
    if (!callback) return client;
    client.then(
      (one) => callback(undefined, one, one.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  /**
   * After a process was busy for seconds, timeouts fire before it sees the connections made or released
   * meanwhile. It then waits once more.
   */
  async #connectPatiently(): Promise<pg.PoolClient> {
    const requestedAt = performance.now();
    try {
      return await super.connect();
    } catch (error) {
      const overdue = performance.now() - requestedAt - this.#connectMs;
      if (!isTimeout(error) || overdue < BUSY) throw error;
      return super.connect();
    }
  }

  override async end(): Promise<void> {
    await Promise.all([super.end(), this.#reserved?.end()]);
  }

  /** True if the next caller would have to wait. */
  #isTaken(): boolean {
    return this.totalCount >= this.#most && this.idleCount <= this.waitingCount;
  }
}
