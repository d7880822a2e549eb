import { defineConfig } from 'vitest/config';

const outside = ['**/node_modules/**', 'build/**', 'e2e/**', '.cache/**', '.data/**'];

// Three grounds: pure code, code on a real database (each worker has its own, cloned from a migrated template), and
// components. Two workers: the machine that counts has two cores, and the third is the database.
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: process.env['CI'] ? ['dot'] : ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'illustrations/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: outside,
          pool: 'threads',
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: outside,
          pool: 'forks',
          // Half of the time went into loading the same modules for every file again. What a file changes it puts back;
          // its database, its portal and its folder are its own.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          globalSetup: ['./server/testing/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: outside,
          pool: 'threads',
          environment: 'happy-dom',
        },
      },
    ],
  },
});
