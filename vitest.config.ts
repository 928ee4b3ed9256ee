import { configDefaults, defineConfig } from 'vitest/config';
import { everything } from './tests/everything.ts';
import { alias } from './vite.config.ts';

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/*.test.ts', 'tests/{wasm,site,repro}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'bundlers',
          include: ['tests/bundlers/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            ...(everything ? [] : ['tests/web/**/*.long.test.ts']),
          ],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          execArgv: ['--experimental-websocket'], // which drives Firefox; of use in Node 20 only
          maxWorkers: 2, // Chromium renders in software, on all cores
        },
      },
    ],
  },
});
