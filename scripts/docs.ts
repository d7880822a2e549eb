import { mkdir, writeFile } from 'node:fs/promises';
import { processPage } from '../contract/process/diagram.ts';

// The pages under docs/ that are generated from the code; a test refuses one that is out of date.
const docs = new URL('../docs/', import.meta.url);
await mkdir(docs, { recursive: true });
await writeFile(new URL('order-process.md', docs), processPage());
