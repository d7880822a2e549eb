import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { keysOf } from '../../contract/trace/verify.ts';
import { type Held, readKeys, type Say, Unusable } from './held.ts';
import { readPacked, verifyPacked } from './packed.ts';
import { dumpLog, verifyLog } from './log.ts';
import { verifyPortal } from './portal.ts';

const usage = `usage:
  npm run trace -- verify bundle.zip | trace.json | log.jsonl  [--since checkpoint.txt] [--keys keys.json] [--node https://node]
  npm run trace -- verify https://portal [--code OT-…]         [--since checkpoint.txt] [--keys keys.json] [--node https://node]
  npm run trace -- dump log.jsonl    from DATABASE_URL, or from the data folder OMO_DATA_DIR of a portal that is stopped

--since is a checkpoint that you kept, --keys what the portal published under /trace/keys when you last trusted it,
--node the JSON-RPC of a node that you trust: it is asked whether the chain has what the portal anchored.
Ends with 0 when nothing is wrong, 1 when something is, 2 when nothing could be checked.`;

/** Runs the command and gives its exit code. */
export async function runTrace(args: string[], say: Say): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        since: { type: 'string', multiple: true },
        keys: { type: 'string' },
        code: { type: 'string' },
        node: { type: 'string' },
      },
    });
    const [command, target] = positionals;
    if (target === undefined || positionals.length > 2) throw new Unusable(usage);
    if (command === 'dump') return await dumpLog(target, say);
    if (command !== 'verify') throw new Unusable(usage);
    const held = await heldOf(values);
    const good = await verifyAny(target, values.code, held, say);
    say(good ? '结论：全部对得上' : '结论：有地方对不上');
    return good ? 0 : 1;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

async function verifyAny(target: string, code: string | undefined, held: Held, say: Say): Promise<boolean> {
  if (/^https?:\/\//.test(target)) return verifyPortal(new URL(target), code, held, say);
  if (target.endsWith('.jsonl')) return verifyLog(target, held, say);
  return verifyPacked(await readPacked(target), held, say);
}

async function heldOf({
  since = [],
  keys,
  node,
}: {
  since?: string[] | undefined;
  keys?: string | undefined;
  node?: string | undefined;
}): Promise<Held> {
  if (node !== undefined && !/^https?:$/.test(URL.parse(node)?.protocol ?? ''))
    throw new Unusable('--node 应该是节点的地址，以 http:// 或 https:// 开头');
  const own = keys === undefined ? undefined : readKeys(await readFile(keys, 'utf8'));
  return {
    since: await Promise.all(since.map((file) => readFile(file, 'utf8'))),
    node: node === undefined ? undefined : new URL(node),
    trusted: own && ((origin) => keysOf({ origin, keys: own })),
  };
}
