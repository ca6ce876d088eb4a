import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = path.join(import.meta.dirname, '../../simulator/payouts/main.ts')
const STOP_MS = 3000
const SAID_MOST = 2000

export type SimulatorProcess = {
  /** The port it listens on; rejects with what it said when it ends before it does. */
  port: Promise<number>
  /** What it said at its end, if anything. */
  ended: Promise<string>
  /** Its input closes, and it ends by itself; a process that does not is killed. */
  stop(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
}

/** Starts the payout simulator as a process that gets these settings, and none of ours. */
export function launchSimulator(env: Record<string, string>): SimulatorProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-SAID_MOST)
  })
  child.stdin.on('error', () => {})
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', () => resolve(said.trim()))
  })
  const port = new Promise<number>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout })
    lines.once('line', (line) => resolve(JSON.parse(line).port))
    void ended.then((why) => reject(new Error(`The payout simulator did not start. ${why}`)))
  })
  // Whoever waits for the port learns of it; nobody has to.
  port.catch(() => {})
  return {
    port,
    ended,
    async stop() {
      child.stdin.end()
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(force)
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
