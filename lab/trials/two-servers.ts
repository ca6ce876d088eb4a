import { freePort, launch, type Launched } from '../../server/test/launch.ts'
import { testServer, through, type TestServer } from '../../server/test/server.ts'

export type TwoServers = {
  /** The database and who makes things in it. */
  home: TestServer
  /** By way of one process or of the other, in turn. */
  by: (turn: number) => TestServer
  stop(): Promise<void>
}

/** Three starts on a busy machine. */
export const START_MS = 240_000

/** Two processes that serve one database and know nothing of each other, as behind a proxy. */
export async function twoServers(settings: Record<string, string> = {}): Promise<TwoServers> {
  const home = await testServer({ ...settings, ROLE: 'web' })
  const processes: Launched[] = []
  const stop = async () => {
    await Promise.all(processes.map((one) => one.kill()))
    await home.stop()
  }
  try {
    const start = async () => {
      const shared = { ...settings, ROLE: 'web', DATABASE_POOL: '8' }
      processes.push(await launch(home, await freePort(), shared))
    }
    await start()
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  const [one, other] = processes.map(({ url }) => through(home, url))
  return { home, by: (turn) => (turn % 2 === 0 ? one : other) ?? home, stop }
}
