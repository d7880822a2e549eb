import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Gateway, Notification, PaymentFace, RawAnswer, RawRequest } from '../adapters/gateway/gateway.ts';
import type { MovableClock } from '../clock.ts';

/**
 * A gateway to be tested and the other side of it, which the test moves: the payer, the bank, the gateway's own faults. What
 * is behind it is a small server of the gateway's own kind, with keys of its own, that refuses what the gateway refuses.
 */
export interface GatewayStand {
  readonly gateway: Gateway;
  /** the time of both sides */
  readonly clock: MovableClock;
  /** what it tells by notifications; of the rest only queries tell */
  readonly tells: readonly Notification['kind'][];
  /** The payer opens the page or scans the code; rejects when the gateway shows an error instead. */
  open(face: PaymentFace): Promise<void>;
  /** The payer pays what was opened, and the gateway tells `notifyUrl` until it is answered; rejects when it cannot be paid. */
  pay(ourPaymentId: string): Promise<void>;
  /** What is under way at the gateway (refunds, pay-outs) comes to its end. */
  settle(): Promise<void>;
  /** Decides how pay-outs asked for from now on will end, and gives a bank account for them. */
  payOutsEnd(as: 'done' | 'failed' | 'returned'): string;
  /** The next request is carried out, and its answer never arrives. */
  loseNextAnswer(): void;
  /** The next request is carried out, and what arrives is signed by somebody else. */
  forgeNextAnswer(): void;
  /** The genuine notification, each time altered in one way, after which it must be refused. */
  forgeries(genuine: RawRequest): Readonly<Record<string, RawRequest>>;
  /** From now on the gateway signs with its next key, which the portal knows already; absent where it has but one. */
  readonly switchKey?: () => void;
  /** It is the next noon in China: the statement of the day before lies ready. */
  nextNoon(): void;
  stop(): Promise<void>;
}

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly raw: RawRequest;
}

export interface Answered {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** A server on a free port of this machine; an answer of null cuts the connection. */
export async function listen(answer: (asked: Asked) => Promise<Answered | null> | Answered | null) {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const raw = { headers: request.headers, body: await buffer(request) };
    const given = await answer({ method: request.method ?? 'GET', url, raw });
    if (!given) return request.socket.destroy();
    return response.writeHead(given.status, given.headers).end(given.body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Stands for the portal's own address of notifications: keeps what comes, and answers as told. */
export async function startReceiver() {
  const received: RawRequest[] = [];
  const waiting = new Set<() => void>();
  let answers: RawAnswer[] = [];
  const { origin, stop } = await listen(({ raw }) => {
    received.push(raw);
    for (const wake of waiting) wake();
    waiting.clear();
    const { status, type, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? {
      status: 500,
      type: '',
      body: '',
    };
    return { status, headers: { 'content-type': type }, body };
  });
  return {
    url: `${origin}/notify`,
    received,
    /** Answers in this order, and then for good as the last. */
    answer: (...given: RawAnswer[]) => {
      answers = given;
    },
    /** Resolves at once when there are more than `known`, else when the next one came. */
    moreThan: async (known: number) => {
      while (received.length <= known)
        await new Promise<void>((wake) => {
          waiting.add(wake);
        });
    },
    stop,
  };
}

/** Posts until it is acknowledged, at most five times: the vendors go on for a day. */
export async function deliver(
  url: string,
  make: () => RawRequest,
  acknowledged: (status: number, body: string) => boolean,
): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { headers, body } = make();
    const response = await fetch(url, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    });
    if (acknowledged(response.status, await response.text())) return;
  }
}
