// What the runners say in their JSON reports: how much passed, and what failed with its reason.
// A test that passed only when it was tried again has failed.
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const ERROR_LINES = 12
const LINE_LENGTH = 200
const NO_REASON = 'The report gives no error.'

/** Vitest: a file that does not load has no tests to count, and a skipped test has shown nothing. */
export function readUnitReport(report, root) {
  const found = { passed: 0, failures: [] }
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = path.relative(root, name)
    const before = found.failures.length
    for (const test of assertionResults) {
      const title = [...test.ancestorTitles, test.title].filter(Boolean).join(' › ')
      sort(found, { file, title, error: test.failureMessages.at(-1), status: test.status }, root)
    }
    if (status === 'failed' && found.failures.length === before)
      found.failures.push({ file, title: 'the file', lines: firstLines(message, root) })
  }
  return { ...found, failed: found.failures.length }
}

/** Playwright; what failed beside the tests, as a spec that does not load, stands in `errors`. */
export function readBrowserReport({ suites = [], errors = [] }, root) {
  const found = { passed: 0, failures: [] }
  for (const error of errors)
    found.failures.push({ ...placeOf(error, root), lines: firstLines(error.message, root) })
  for (const { file, title, test } of suites.flatMap((suite) => testsOf(suite, []))) {
    const error = test.results.flatMap((result) => result.errors ?? []).at(-1)
    sort(found, { file: `e2e/${file}`, title, error: error?.message, status: test.status }, root)
  }
  return { ...found, failed: found.failures.length }
}

function testsOf({ specs = [], suites = [] }, above) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests.map((test) => ({ file: `${file}:${line}`, title: [...above, title].join(' › '), test })),
  )
  const inner = suites.flatMap((suite) => testsOf(suite, [...above, suite.title]))
  return [...own, ...inner]
}

function sort(found, { file, title, error, status }, root) {
  if (['passed', 'expected'].includes(status) && !error) {
    found.passed++
    return
  }
  const lines = ['skipped', 'pending', 'todo', 'disabled'].includes(status)
    ? ['It was skipped.']
    : firstLines(error, root)
  found.failures.push({ file, title, lines })
}

const placeOf = ({ location }, root) =>
  location
    ? { file: `${path.relative(root, location.file)}:${location.line}`, title: 'the file' }
    : { file: 'browser tests', title: 'the run' }

/** The start of an error, and where in our own code it was raised. */
function firstLines(error, root) {
  const lines = stripVTControlCharacters(error || NO_REASON)
    .replaceAll('file://', '')
    .replaceAll(`${root}/`, '')
    .split('\n')
    .map((line) => line.trimEnd().slice(0, LINE_LENGTH))
    .filter((line) => line !== '')
  const isFrame = (line) => /^\s+at /.test(line)
  const frame = lines.find((line) => isFrame(line) && !/node_modules|node:/.test(line))
  const said = lines.filter((line) => !isFrame(line)).slice(0, ERROR_LINES - (frame ? 1 : 0))
  return frame ? [...said, frame] : said
}
