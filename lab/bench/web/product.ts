import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.join(import.meta.dirname, '../../..')
const START_MS = 600_000
const POLL_MS = 20
const run = promisify(execFile)

/** Runs a line of ours that needs what scripts/ knows; gives what it prints last. */
async function ask(line: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', line], { cwd: ROOT })
  return stdout.trim().split('\n').at(-1) ?? ''
}

/** The Chromium that the browser tests drive; empty for Playwright's own. */
export const chromiumPath = (): Promise<string> =>
  ask(`import { findChromium } from './scripts/chromium.mjs'; console.log(findChromium())`)

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

export async function buildPages(): Promise<void> {
  await ask(`import { ensureWebBuilt } from './scripts/build-web.mjs'; ensureWebBuilt()`)
}

/** The product on its demo data, as npm start runs it, with the pages of these sources. */
export async function startProduct(): Promise<{ origin: string; stop: () => Promise<void> }> {
  await buildPages()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hil-bench-web-'))
  const product = await startIn(dataDir).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  })
  return {
    ...product,
    async stop() {
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The product over a data folder, which stays; resolves when it is ready. */
export async function startIn(
  dataDir: string,
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: origin,
      LOG_LEVEL: 'error',
    },
  })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  const until = performance.now() + START_MS
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop()
      throw new Error('The product did not start.')
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return { origin, stop }
}

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
