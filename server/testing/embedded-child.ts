import { Client } from 'pg';
import { startEmbedded } from '../db/embedded.ts';

/**
 * A process that runs the embedded database of the folder in its first argument until it is ended: tests kill it.
 * With `insert` it acknowledges rows on stdout as fast as they are committed.
 */
const [dataDir = '', insert] = process.argv.slice(2);
try {
  const embedded = await startEmbedded({ dataDir });
  process.on('SIGTERM', () => void embedded.stop().then(() => process.exit(0)));
  console.log(JSON.stringify(embedded.connection));
  if (insert) {
    const client = new Client(embedded.connection);
    await client.connect();
    await client.query('create table if not exists acknowledged (n int8 primary key)');
    for (let n = 1; ; n += 1) {
      await client.query('insert into acknowledged values ($1)', [n]);
      process.stdout.write(`${n}\n`);
    }
  }
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
