import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Counts what passed and what failed, step by step. A step never throws: whatever goes wrong in it is
 * printed and counted as failed, so that the sum at the end is always there.
 */
export class Tally {
  passed = 0
  failed = 0
  #failures = []
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

  /** A check that is right or wrong as a whole counts as one. */
  check(label, command, args, options) {
    if (this.#run(label, command, args, options)) this.passed++
    else this.failed++
  }

  /**
   * A runner counts its tests in a file. What it could not count (a file that does not load, a server
   * that does not start, no test at all) counts as one failure: green means that tests ran.
   */
  suite(label, command, args, { file, count, ...options }) {
    const ended = this.#run(label, command, args, options)
    const counted = this.#counted(label, file, count)
    this.passed += counted.passed
    this.failed += counted.failed
    if (counted.passed + counted.failed === 0 || (!ended && counted.failed === 0)) this.failed++
    if (ended && counted.failed > 0) this.#failures.push(label)
  }

  /** The names of what failed and the sum, which is the last line. Gives the exit code. */
  sum() {
    if (this.#failures.length > 0) this.#print(`\nFailed: ${this.#failures.join(', ')}\n`)
    this.#print(`\n${this.passed} passed, ${this.failed} failed\n`)
    return this.failed === 0 && this.#failures.length === 0 ? 0 : 1
  }

  #fail(label, error) {
    this.failed++
    this.#failures.push(label)
    this.#print(`── ${label}: failed (${error instanceof Error ? error.message : String(error)})\n`)
  }

  #run(label, command, args, options = {}) {
    const started = Date.now()
    this.#print(`\n── ${label}\n`)
    const { status, error } = spawnSync(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      ...options,
    })
    const seconds = ((Date.now() - started) / 1000).toFixed(0)
    const how = status === 0 ? 'ok' : `failed${error ? ` (${error.message})` : ''}`
    this.#print(`── ${label}: ${how} (${seconds} s)\n`)
    if (status !== 0) this.#failures.push(label)
    return status === 0
  }

  /** A report that is not there or was cut off has counted nothing. */
  #counted(label, file, count) {
    try {
      if (existsSync(file)) return count(JSON.parse(readFileSync(file, 'utf8')))
    } catch (error) {
      this.#print(`── ${label}: its report cannot be read (${String(error)})\n`)
    }
    return { passed: 0, failed: 0 }
  }
}
