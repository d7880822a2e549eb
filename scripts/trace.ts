import { runTrace } from './trace/run.ts';

// `npm run trace -- verify …`, with an exit code that other programs can go by (scripts/trace/run.ts).
process.exitCode = await runTrace(process.argv.slice(2), (line) => console.log(line));
