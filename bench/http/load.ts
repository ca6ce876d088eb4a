// A load of scans in a process of its own: keep-alive connections, one request at a time on each.
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

/** The length of a whole answer at the beginning of `data`, or 0 when more of it is to come. */
function lengthOfAnswer(data: Buffer): number {
  const head = data.indexOf('\r\n\r\n')
  if (head < 0) return 0
  const length = /content-length: (\d+)/i.exec(data.toString('latin1', 0, head))?.[1]
  const whole = head + 4 + Number(length)
  return data.length >= whole ? whole : 0
}

function drive(socket: Socket, done: () => void): void {
  let data = Buffer.alloc(0)
  let sent = 0
  const send = () => {
    const request = requests[next++]
    if (!request || performance.now() >= end) {
      socket.end()
      done()
      return
    }
    sent = performance.now()
    socket.write(request)
  }
  socket.on('data', (piece) => {
    data = data.length > 0 ? Buffer.concat([data, piece]) : piece
    const whole = lengthOfAnswer(data)
    if (whole === 0) return
    const result = /"result":"(\w+)"/.exec(data.toString('latin1', 0, whole))?.[1]
    const what = result ?? data.toString('latin1', 9, 12)
    statuses[what] = (statuses[what] ?? 0) + 1
    data = data.subarray(whole)
    times.push(performance.now() - sent)
    send()
  })
  socket.on('error', () => {
    statuses.broken = (statuses.broken ?? 0) + 1
    done()
  })
  send()
}

const sockets = await Promise.all(
  Array.from(
    { length: plan.connections },
    () =>
      new Promise<Socket>((resolve, reject) => {
        const socket = connect(plan.port, '127.0.0.1', () => resolve(socket))
        socket.setNoDelay(true)
        socket.once('error', reject)
      }),
  ),
)
const begin = performance.now()
end = begin + plan.seconds * 1000
await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => drive(socket, resolve))))
const sorted = times.toSorted((a, b) => a - b)
const result: LoadResult = {
  answered: times.length,
  perSecond: (times.length * 1000) / (performance.now() - begin),
  p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? Number.NaN,
  p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  statuses,
}
console.log(JSON.stringify(result))
