// After the unit and integration tests: every operation of the contract succeeded at least once in them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ENDPOINTS } from '../contract/api.ts'

const folder = process.env.OPERATIONS_REACHED ?? ''
const texts = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'))
const reached = new Set(texts.flatMap((text): string[] => JSON.parse(text)))
const missed = ENDPOINTS.map(({ method, path: at }) => `${method} ${at}`).filter(
  (operation) => !reached.has(operation),
)
for (const operation of missed) process.stdout.write(`No test has it succeed: ${operation}\n`)
process.stdout.write(`${ENDPOINTS.length - missed.length} of ${ENDPOINTS.length} operations\n`)
process.exitCode = missed.length === 0 ? 0 : 1
