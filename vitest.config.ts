import { defineConfig } from 'vitest/config'

// A config file is the one place where a tool asks for a default export.
export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'web/**/*.test.ts',
      'simulator/**/*.test.ts',
      'scripts/**/*.test.mjs',
    ],
    globalSetup: ['server/test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As in playwright.config.ts: once more on a shared machine, where a race's clock may be starved.
    retry: process.env.CI ? 1 : 0,
  },
})
