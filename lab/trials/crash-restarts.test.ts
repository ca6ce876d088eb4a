import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRandom } from '../../server/demo/random.ts'
import { QUICK } from '../../server/features/money/payments/test-support.ts'
import { PAYS_UPI } from '../../server/features/money/redemptions/test-support.ts'
import { sixteenClients } from './crash/clients.ts'
import { Journal } from './crash/journal.ts'
import { judge } from './crash/judge.ts'
import { whereItStands } from './crash/standstill.ts'
import { startProxy, type Proxy } from './crash/proxy.ts'
import { makeWorld, NO_LIMITS, type World } from './crash/world.ts'
import { brokenInvariants } from '../../server/features/programme/plant/test-support.ts'
import { freePort, launch, type Launched } from '../../server/test/launch.ts'
import { testServer, through, type TestServer } from '../../server/test/server.ts'
import { FULL } from '../../server/test/trust.ts'

// Two web processes over one database, behind a proxy that looks at /readyz. One after the other is
// stopped by SIGTERM and started again while sixteen clients work: not one request may fail.

const SEED = Number(process.env.TRUST_SEED ?? 20_261_122)
const RESTARTS = FULL ? Number(process.env.TRUST_RESTARTS ?? 50) : 2
const THINK_MS = FULL ? 60 : 100
const LIMIT_MS = 120_000 + RESTARTS * 30_000

const SETTINGS = { ...QUICK, ...PAYS_UPI, ...NO_LIMITS }
let server: TestServer
let world: World
let proxy: Proxy
const ports: number[] = []
const processes: Launched[] = []
const journal = new Journal(() =>
  whereItStands({ db: server.db, url: proxy.url, logFile: logFile() }),
)

beforeAll(async () => {
  server = await testServer(SETTINGS)
  world = await makeWorld(server, FULL ? 20_000 : 2_000)
  ports.push(await freePort(), await freePort())
  processes.push(...(await Promise.all(ports.map(start))))
  proxy = await startProxy(ports)
  await proxy.untilAllReady()
}, 120_000)
afterAll(async () => {
  for (const one of processes) await one.kill()
  await proxy?.stop()
  await server?.stop()
})

const start = (port: number) =>
  launch(
    server,
    port,
    { ...SETTINGS, ROLE: 'web', STOP_NOTICE_SECONDS: '1', DATABASE_POOL: '8' },
    logFile(),
  )
const logFile = () => path.join(server.context.config.DATA_DIR, 'server.log')

test(
  `${RESTARTS} restarts of two processes under 16 clients, seed ${SEED}: no request fails`,
  { timeout: LIMIT_MS, retry: 0 },
  async () => {
    const { call } = through(server, proxy.url)
    const working = sixteenClients({ call, world, journal }, { seed: SEED, thinkMs: THINK_MS })
    working.catch(() => {})
    const random = makeRandom(SEED)
    const codes: (number | null)[] = []
    for (let restarts = 0; restarts < RESTARTS; restarts++) {
      const which = restarts % ports.length
      await pause(100 + 400 * random.next())
      const port = ports[which] ?? 0
      codes.push((await proxy.goes(port, async () => processes[which]?.stop())) ?? null)
      processes[which] = await start(port)
      await proxy.untilAllReady()
    }
    journal.stopping = true
    await working
    const { written, read, refused, later, lost, losses, wrong } = journal
    const told = `${written} writes, ${read} reads, ${refused} refused for a reason, ${later} later`
    if (FULL) process.stdout.write(`${told}, ${lost} failed, ${proxy.refused()} tried elsewhere\n`)
    expect(losses).toEqual([])
    expect([...wrong, ...(await judge(server.db, world, journal))]).toEqual([])
    expect(codes).toEqual(codes.map(() => 0))
    expect(await brokenInvariants(server)).toEqual([])
    expect(written).toBeGreaterThan(100)
  },
)
