import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const TESTS_TOLD = 20
const OUTPUT_LINES = 12

/**
 * Counts what passed and what failed, step by step. A step never throws: whatever goes wrong in it is
 * printed and counted as failed, so that the sum at the end is always there. What failed is told once
 * more before the sum, because often only the end of so long an output is to be seen.
 */
export class Tally {
  passed = 0
  failed = 0
  #failures = []
  #failedTests = []
  #outputs = []
  #print

  constructor(print = (text) => process.stdout.write(text)) {
    this.#print = print
  }

  /** Something that a later step needs: counts only when it fails. Gives what `work` gives, or null. */
  prepare(label, work) {
    try {
      return work() ?? true
    } catch (error) {
      this.#fail(label, error)
      return null
    }
  }

  /** A check that is right or wrong as a whole counts as one; its output comes when it has ended. */
  check(label, command, args, options) {
    const stdio = ['ignore', 'pipe', 'pipe']
    if (this.#run(label, command, args, { stdio, maxBuffer: 1 << 28, ...options })) this.passed++
    else this.failed++
  }

  /**
   * A runner counts its tests in a file, which `read` understands: see reports.mjs. What it could not
   * count (a file that does not load, a server that does not start, no test at all) counts as one
   * failure: green means that tests ran.
   */
  suite(label, command, args, { file, read, ...options }) {
    const ended = this.#run(label, command, args, options)
    const counted = this.#counted(label, file, read)
    this.#failedTests.push(...counted.failures)
    this.passed += counted.passed
    this.failed += counted.failed
    if (counted.passed + counted.failed === 0 || (!ended && counted.failed === 0)) this.failed++
    if (ended && counted.failed > 0) this.#failures.push(label)
  }

  /** What failed, why, and the sum, which is the last line. Gives the exit code. */
  sum() {
    this.#tellAgain()
    if (this.#failures.length > 0) this.#print(`\nFailed: ${this.#failures.join(', ')}\n`)
    this.#print(`\n${this.passed} passed, ${this.failed} failed\n`)
    return this.failed === 0 && this.#failures.length === 0 ? 0 : 1
  }

  #fail(label, error) {
    this.failed++
    this.#failures.push(label)
    this.#print(`── ${label}: failed (${error instanceof Error ? error.message : String(error)})\n`)
  }

  #tellAgain() {
    for (const { label, lines } of this.#outputs) this.#tell(label, lines)
    const told = this.#failedTests.slice(0, TESTS_TOLD)
    for (const { file, title, lines } of told) this.#tell(`${file} › ${title}`, lines)
    const rest = this.#failedTests.length - told.length
    if (rest > 0) this.#print(`\n… and ${rest} more tests failed\n`)
  }

  #tell(title, lines) {
    this.#print(`\n✗ ${title}\n${lines.map((line) => `    ${line}\n`).join('')}`)
  }

  #run(label, command, args, options = {}) {
    const started = Date.now()
    this.#print(`\n── ${label}\n`)
    const { status, error, stdout, stderr } = spawnSync(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      ...options,
    })
    const output = `${stdout ?? ''}${stderr ?? ''}`
    this.#print(output)
    const seconds = ((Date.now() - started) / 1000).toFixed(0)
    const how = status === 0 ? 'ok' : `failed${error ? ` (${error.message})` : ''}`
    this.#print(`── ${label}: ${how} (${seconds} s)\n`)
    if (status !== 0) this.#failures.push(label)
    const lines = output.split('\n').filter((line) => line.trim() !== '')
    if (status !== 0 && lines.length > 0)
      this.#outputs.push({ label, lines: lines.slice(-OUTPUT_LINES) })
    return status === 0
  }

  /** A report that is not there or was cut off has counted nothing. */
  #counted(label, file, read) {
    try {
      if (existsSync(file)) return read(JSON.parse(readFileSync(file, 'utf8')))
    } catch (error) {
      this.#print(`── ${label}: its report cannot be read (${String(error)})\n`)
    }
    return { passed: 0, failed: 0, failures: [] }
  }
}
