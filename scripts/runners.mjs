// How the two test runners are called and read, for every command that runs tests.
import path from 'node:path'
import { ourEnvironment, root } from './ensure.mjs'
import { readBrowserReport, readUnitReport } from './reports.mjs'

export const results = path.join(root, 'test-results')

export const bin = (name) => path.join(root, 'node_modules', '.bin', name)
export const here = (extra) => ({ cwd: root, env: ourEnvironment(extra) })

/** Vitest over these files, or over all; `report` names the file of its report. */
export function unitSuite(tally, node, { label, report, files = [], env = {} }) {
  const file = path.join(results, `${report}.json`)
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  tally.suite(label, node, [vitest, 'run', ...files], {
    ...here({ UNIT_REPORT: file, ...env }),
    file,
    read: (read) => readUnitReport(read, root),
  })
}

/** Playwright over the specs and options in `args`, or over all. */
export function browserSuite(tally, node, { args = [], env }) {
  const playwright = path.join(root, 'node_modules/@playwright/test/cli.js')
  tally.suite('browser tests', node, [playwright, 'test', ...args], {
    ...here(env),
    file: path.join(results, 'browser.json'),
    read: (read) => readBrowserReport(read, root),
  })
}
