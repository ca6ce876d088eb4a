// The whole server in a process of its own, as in production; asked by a message it tells what it cost.
import type pg from 'pg'
import { readConfig } from '../../../server/config.ts'
import { makeLog } from '../../../server/log.ts'
import { startServer } from '../../../server/server.ts'

export type ServerPlan = { connection: pg.ClientConfig; dataDir: string }
export type ServerNews = { url: string; cpuUs: number }

const plan: ServerPlan = JSON.parse(process.argv[2] ?? '')
const config = readConfig({
  PORT: '0',
  DATA_DIR: plan.dataDir,
  LOG_LEVEL: 'error',
  SCANS_PER_DAY: '1000000',
})
const server = await startServer(config, plan.connection, { log: makeLog(config) })

function tell(): void {
  const { user, system } = process.cpuUsage()
  const news: ServerNews = { url: server.url, cpuUs: user + system }
  process.send?.(news)
}

process.on('message', tell)
process.on('disconnect', () => {
  void server.stop().then(() => process.exit(0))
})
tell()
