import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import type pg from 'pg'
import { databaseUrl } from '../../../test/harness.ts'

const ROOT = path.join(import.meta.dirname, '../../../..')

type Ended = { code: number | null; output: string }

/** Runs `npm run keys -- …` as a process of its own on a test's database. */
export function keysCommand(
  connection: pg.ClientConfig,
  args: string[],
  env: Record<string, string>,
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [path.join(ROOT, 'server/cli/keys.ts'), ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl(connection), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()))
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, output }))
  })
  return { child, ended }
}
