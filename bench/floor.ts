import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

// What the portal is measured against: the bare parts it stands on, doing the least that could pass for the same job. Runs
// as a process of its own; the FloorSpec comes on stdin, PORT from the environment.

/** A statement as our own call ran it. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

export type FloorSpec =
  /** Fastify with a response schema over the same SQL */
  | { kind: 'list'; connection: pg.PoolConfig; path: string; statements: Statement[] }
  /** node:http that sends the same bytes */
  | { kind: 'bytes'; head: [string, string][]; body: string }
  /** Fastify, the same SQL, renderToString of as many elements with as much text */
  | { kind: 'render'; connection: pg.PoolConfig; statements: Statement[]; elements: number; characters: number }
  /** Fastify that reads the form, and one INSERT with its commit */
  | { kind: 'insert'; connection: pg.PoolConfig; path: string; sql: string; fields: string[] }
  /** Fastify that reads the form, and so many INSERTs of a row in one transaction */
  | { kind: 'transaction'; connection: pg.PoolConfig; path: string; sql: string; inserts: number };

const spec = (await json(process.stdin)) as FloorSpec;
const port = Number(process.env['PORT']);

if (spec.kind === 'bytes') {
  const body = Buffer.from(spec.body, 'base64');
  const head = spec.head.flat();
  createServer((_request, response) => {
    response.writeHead(200, head);
    response.end(body);
  }).listen(port, '127.0.0.1');
} else {
  const pool = new pg.Pool(spec.connection);
  const fastify = Fastify({ logger: false });
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)));
  });
  fastify.get('/ready', async () => 'ready');
  if (spec.kind === 'list') await serveList(fastify, pool, spec);
  else if (spec.kind === 'render') serveRendered(fastify, pool, spec);
  else if (spec.kind === 'transaction') serveTransaction(fastify, pool, spec);
  else serveInsert(fastify, pool, spec);
  await fastify.listen({ port, host: '127.0.0.1' });
}

async function serveList(fastify: FastifyInstance, pool: pg.Pool, { path, statements }: FloorSpec & { kind: 'list' }) {
  const sample = await rowsOf(pool, statements);
  const row = { type: 'object', properties: Object.fromEntries(Object.entries(sample[0] ?? {}).map(typeOfColumn)) };
  const whole = { type: 'integer' };
  const response = {
    type: 'object',
    properties: {
      error_code: whole,
      error_msg: { type: 'string' },
      data: { type: 'array', items: row },
      count: whole,
      page: whole,
      pages: whole,
      page_info: { type: 'object', properties: { page: whole, page_size: whole, pages: whole, count: whole } },
    },
  };
  fastify.post(path, { schema: { response: { 200: response } } }, async () => {
    const data = await rowsOf(pool, statements);
    const count = data.length;
    const page_info = { page: 1, page_size: count, pages: 1, count };
    return { error_code: 0, error_msg: '', data, count, page: 1, pages: 1, page_info };
  });
}

function typeOfColumn([name, value]: [string, unknown]): [string, object] {
  if (typeof value === 'string' || value instanceof Date) return [name, { type: 'string' }];
  if (typeof value === 'boolean') return [name, { type: 'boolean' }];
  if (typeof value === 'number') return [name, { type: 'number' }];
  if (Array.isArray(value)) return [name, { type: 'array', items: {} }];
  if (value !== null && typeof value === 'object') return [name, { type: 'object', additionalProperties: true }];
  return [name, {}];
}

/** Runs what the call ran, all at once, and gives the rows of the longest answer: the list itself. */
async function rowsOf(pool: pg.Pool, statements: readonly Statement[]): Promise<Record<string, unknown>[]> {
  const answers = await Promise.all(statements.map(({ sql, parameters }) => pool.query(sql, [...parameters])));
  let longest: Record<string, unknown>[] = [];
  for (const { rows } of answers) if (rows.length > longest.length) longest = rows;
  return longest;
}

function serveRendered(fastify: FastifyInstance, pool: pg.Pool, floor: FloorSpec & { kind: 'render' }) {
  const { statements, elements, characters } = floor;
  const share = '木'.repeat(Math.max(1, Math.round(characters / elements)));
  fastify.get('/*', async (_request, reply) => {
    const rows = await rowsOf(pool, statements);
    const html = renderToString(tree(elements, share, rows.length));
    return reply.type('text/html; charset=utf-8').send(`<!doctype html>${html}`);
  });
}

/** As many elements as the page has, ten to a section, as pages are cut. */
function tree(elements: number, text: string, seed: number): ReactElement {
  const sections: ReactElement[] = [];
  for (let made = 1; made < elements; made += 10) {
    const leaves = Array.from({ length: Math.min(9, elements - made - 1) }, (_, index) =>
      createElement('span', { key: index, className: `c${index}`, title: String(seed) }, text),
    );
    sections.push(createElement('section', { key: made, className: 'section' }, leaves));
  }
  return createElement('main', { className: 'page' }, sections);
}

function serveInsert(fastify: FastifyInstance, pool: pg.Pool, { path, sql, fields }: FloorSpec & { kind: 'insert' }) {
  fastify.post(path, async (request) => {
    const form = request.body as Record<string, string>;
    await pool.query(
      sql,
      fields.map((field) => form[field]),
    );
    return { error_code: 0, error_msg: '', data: {} };
  });
}

function serveTransaction(fastify: FastifyInstance, pool: pg.Pool, floor: FloorSpec & { kind: 'transaction' }) {
  const { path, sql, inserts } = floor;
  fastify.post(path, async (request) => {
    const { about } = request.body as { about: string };
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (let i = 0; i < inserts; i += 1)
        await client.query({ name: 'insert', text: sql, values: [randomUUID(), about, i] });
      await client.query('commit');
    } finally {
      client.release();
    }
    return { error_code: 0, error_msg: '', data: {} };
  });
}
