// The server of the browser tests: the product as npm start runs it, on a data folder made for the run.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const dataDir = mkdtempSync(path.join(tmpdir(), 'hil-e2e-'))
// As `server/test/process.test.ts` has loaded it in the same run; else it is loaded now.
const { DEMO_FOLDER } = process.env
if (DEMO_FOLDER && existsSync(DEMO_FOLDER)) spawnSync('cp', ['-a', `${DEMO_FOLDER}/.`, dataDir])
const port = process.env.E2E_PORT ?? '4300'
const server = spawn(process.execPath, [path.join(import.meta.dirname, '../server/main.ts')], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  env: {
    ...process.env,
    PORT: port,
    DATA_DIR: dataDir,
    HEADS_DIR: `${dataDir}/heads`,
    PUBLIC_URL: `http://localhost:${port}`,
    OTP_PER_MOBILE: '1000',
    PROMOTION_HOURS: '0-24',
    LOG_LEVEL: 'error',
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
