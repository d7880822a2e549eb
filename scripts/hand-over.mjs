// Runs on whatever Node is on the machine (20 or newer): built-in modules only, plain JavaScript.
import { spawn } from 'node:child_process';
import { nodePath, root, toolsEnv } from './install.mjs';

/** Demo data unless told otherwise, and never by itself in production (rulings §8). */
export function seedSetting() {
  return process.env.OMO_SEED ?? (process.env.NODE_ENV === 'production' ? 'none' : 'demo');
}

/** Goes on as another script under the Node of the packages. */
export function handOver(args, settings) {
  const command = nodePath();
  const env = toolsEnv(settings);
  process.chdir(root);
  // Becomes the server: the same process, its signals, its exit code.
  if (typeof process.execve === 'function') {
    process.execve(command, [command, ...args], env);
    return;
  }
  // Node 20 cannot. The channel tells the server when this process is gone, so that it never stays behind alone.
  const child = spawn(command, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
