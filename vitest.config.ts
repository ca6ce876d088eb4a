import { configDefaults, defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'

/** The JSON report takes an error's stack alone: the difference it found is written into it. */
const differences: Reporter = {
  onTestRunEnd(modules) {
    for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
      for (const error of test.result().errors ?? []) {
        if (error.diff) error.stack = error.stack?.replace(/(?=\n {4}at )/, `\n${error.diff}`)
      }
    }
  },
}
const report = process.env.UNIT_REPORT

/**
 * Files that start the whole server: a process that has read it once starts it many times faster. Those
 * that measure the memory of their process, or leave much in it, have one of their own. Tests of the web
 * share others: they make a browser's globals, and libraries of the server take those for a browser.
 */
const TOGETHER = [
  'server/features/**/!(hostile-files|serving|live-soak).test.ts',
  'server/{demo,http}/**/*.test.ts',
  // Their trials launch the product itself; what it holds is measured beside, in processes of its own.
  'server/test/!(process).test.ts',
  'lab/trials/!(overload-trial).test.ts',
]

const common = {
  pool: 'forks' as const,
  maxWorkers: 4,
  testTimeout: 90_000,
  hookTimeout: 180_000,
  retry: 0,
  // What is waited for comes later on a busy machine; the second that is usual flickers there.
  expect: { poll: { timeout: 20_000, interval: 50 } },
}

// A config file is the one place where a tool asks for a default export.
export default defineConfig({
  test: {
    reporters: report ? ['default', differences, ['json', { outputFile: report }]] : ['default'],
    globalSetup: ['server/test/global-setup.ts'],
    projects: [
      {
        test: {
          ...common,
          name: 'alone',
          include: [
            'server/**/*.test.ts',
            'simulator/**/*.test.ts',
            'lab/**/*.test.{ts,mjs}',
            'scripts/**/*.test.mjs',
          ],
          exclude: [...configDefaults.exclude, ...TOGETHER],
        },
      },
      {
        test: {
          ...common,
          name: 'pages',
          isolate: false,
          include: ['contract/**/*.test.ts', 'web/**/*.test.ts'],
        },
      },
      {
        test: { ...common, name: 'together', isolate: false, include: TOGETHER },
      },
    ],
  },
})
