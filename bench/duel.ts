import type { Side } from './figures.ts';
import type { LoadSpec } from './load.ts';
import { sendLoad, type Server } from './processes.ts';

export const formType = 'application/x-www-form-urlencoded';

export type Request = Pick<LoadSpec, 'method' | 'headers' | 'requests' | 'once'>;

/** One side: where the load goes and what is sent in which round. */
export interface Runner {
  name: string;
  server: Server;
  request: (round: number) => Request;
}

export type Duel = (one: Runner, other: Runner) => Promise<[Side, Side]>;

/** Sends both sides their load in turn; who goes first changes with the round. */
export function duels({
  rounds,
  seconds,
  connections,
  say,
}: {
  rounds: number;
  seconds: number;
  connections: number;
  say: (line: string) => void;
}): Duel {
  return async (one, other) => {
    const sides: [Side, Side] = [
      { name: one.name, rounds: [] },
      { name: other.name, rounds: [] },
    ];
    for (let round = 0; round < rounds; round += 1) {
      for (const turn of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { server, request, name } = turn === 0 ? one : other;
        const before = server.cpu();
        const load = await sendLoad({ url: server.url, connections, warmUpSeconds: 1, seconds, ...request(round) });
        // The warm-up's requests are in the processor's time as well.
        const cpu = ((server.cpu() - before) * 1000) / load.sent;
        say(
          `  ${name}, round ${round + 1}: ${load.perSecond.toFixed(0)}/s, p50 ${load.p50.toFixed(1)}, p99 ${load.p99.toFixed(1)} ms, ${cpu.toFixed(2)} ms of processor each`,
        );
        sides[turn].rounds.push(load);
      }
    }
    return sides;
  };
}

export const post = (path: string, body: string): Request => ({
  method: 'POST',
  headers: { 'content-type': formType },
  requests: [{ path, body }],
});
