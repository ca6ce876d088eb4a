// A load of scans in a process of its own: keep-alive connections, one request at a time on each.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

export type LoadPlan = {
  port: number
  connections: number
  seconds: number
  tokens: string[]
  /** Each is sent once; `member` is an index into tokens. */
  scans: { code: string; member: number }[]
}
export type LoadResult = {
  answered: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** What this process itself costs, microseconds of CPU an answer: it runs on the server's cores. */
  cpuUs: number
  statuses: Record<string, number>
}

const plan: LoadPlan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const requests = plan.scans.map(({ code, member }) => {
  const body = JSON.stringify({ code })
  return Buffer.from(
    `POST /api/member/scans HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${plan.tokens[member]}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
})
const times: number[] = []
const statuses: Record<string, number> = {}
let next = 0
let end = 0

/** What a whole answer says, or null when more of it is to come. */
function readAnswer(text: string): string | null {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return null
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
  if (text.length < head + 4 + length) return null
  const at = text.indexOf('"result":"', head)
  return at < 0 ? text.slice(9, 12) : text.slice(at + 10, text.indexOf('"', at + 10))
}

/** One connection: sends the next request when the last one was answered. */
class Driver {
  readonly #socket: Socket
  #heard = ''
  #sent = 0

  /** All connections read into one buffer, which is looked at before the next one does. */
  constructor(port: number, buffer: Buffer) {
    const callback = (bytes: number) => this.#hear(buffer.toString('latin1', 0, bytes))
    this.#socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback } })
    this.#socket.setNoDelay(true)
  }

  async connected(): Promise<this> {
    await once(this.#socket, 'connect')
    this.#socket.on('error', () => count('broken'))
    return this
  }

  async run(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()))
    this.#send()
    await closed
  }

  #send(): void {
    const request = requests[next++]
    if (!request || performance.now() >= end) {
      this.#socket.destroy()
      return
    }
    this.#sent = performance.now()
    this.#socket.write(request)
  }

  #hear(text: string): true {
    this.#heard = this.#heard === '' ? text : this.#heard + text
    const what = readAnswer(this.#heard)
    if (what === null) return true
    this.#heard = ''
    count(what)
    times.push(performance.now() - this.#sent)
    this.#send()
    return true
  }
}

function count(what: string): void {
  statuses[what] = (statuses[what] ?? 0) + 1
}

const buffer = Buffer.allocUnsafe(64 * 1024)
const drivers = await Promise.all(
  Array.from({ length: plan.connections }, () => new Driver(plan.port, buffer).connected()),
)
const begin = performance.now()
const before = process.cpuUsage()
end = begin + plan.seconds * 1000
await Promise.all(drivers.map((driver) => driver.run()))
const { user, system } = process.cpuUsage(before)
const sorted = times.toSorted((a, b) => a - b)
const result: LoadResult = {
  answered: times.length,
  perSecond: (times.length * 1000) / (performance.now() - begin),
  p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? Number.NaN,
  p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  cpuUs: (user + system) / times.length,
  statuses,
}
console.log(JSON.stringify(result))
