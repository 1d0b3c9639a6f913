import { Worker } from "node:worker_threads";

/** The longest time between two responses, in milliseconds, and what else happened in it. */
export interface Silence {
  ms: number;
  /**
   * The longest time that this probe itself was kept from running: so much of the silence may not be the server's.
   */
  probeMs: number;
  /** The longest time that a web server that could have answered waited for a processor. Linux only; 0 elsewhere. */
  starvedMs: number;
}

/** The longest silence that a campaign lets pass, in milliseconds, whatever the reason. */
const MOST_MS = 2_000;

/**
 * Polls an address of a web process or of several under one parent, each time on a new connection, and records the
 * longest silence.
 */
export function watchAnswers(address: string, pid: number): { stop: () => Promise<Silence> } {
  const thread = new Worker(new URL("watch-thread.mjs", import.meta.url), { workerData: { address, pid } });
  const longest = new Promise<Silence>((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
  });
  return {
    stop: () => {
      thread.postMessage("stop");
      return longest;
    },
  };
}

/** A silence in words, with what shares of it are the machine's. */
export function silenceInWords({ ms, probeMs, starvedMs }: Silence): string {
  const [all, probe, starved] = [ms, probeMs, starvedMs].map(Math.round);
  return `longest silence ${all} ms (in it the probe was late by ${probe} ms, and a web server waited ${starved} ms for a processor)`;
}

/** Throws if nobody was answered for longer than two seconds. The machine's share is no excuse. */
export function mustHaveAnswered(silence: Silence): void {
  if (silence.ms > MOST_MS) throw new Error(`nobody was answered for too long: ${silenceInWords(silence)}`);
}
