import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

const KILOBYTE = 1024
const PIECE = Buffer.alloc(64 * KILOBYTE, 'a')
/** What is sent to a server that never says a word. */
const MOST_SENT = 512 * KILOBYTE * KILOBYTE

export type RawAnswer = { status: number; head: string; body: string }

/** A connection that says exactly what a test wants, and keeps what it is told. */
export class RawClient {
  readonly socket: Socket
  readonly closed: Promise<void>
  #said = ''

  /** One that is `deaf` takes nothing of what it is told. */
  constructor(url: string, { deaf = false } = {}) {
    const { port, hostname } = new URL(url)
    this.socket = connect(Number(port), hostname)
    if (deaf) this.socket.pause()
    this.socket.setEncoding('latin1').on('data', (text: string) => (this.#said += text))
    // How it ends is not the question: what was said before is.
    this.socket.on('error', () => {})
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()))
  }

  get isOpen(): boolean {
    return !this.socket.destroyed
  }

  /** What it was told, once all of it is here; null before. */
  get answer(): RawAnswer | null {
    const end = this.#said.indexOf('\r\n\r\n')
    if (end === -1) return null
    const head = this.#said.slice(0, end)
    const body = this.#said.slice(end + 4)
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
    return body.length < length ? null : { status: Number(head.split(' ')[1]), head, body }
  }

  /** Sends `text`, and resolves when there is room for more. */
  async send(text: string | Buffer): Promise<void> {
    if (this.socket.write(text)) return turn()
    await Promise.race([
      new Promise<void>((resolve) => this.socket.once('drain', resolve)),
      this.closed,
    ])
  }

  /** Resolves with the answer, or null when the connection ended without one. */
  async untilAnswered(): Promise<RawAnswer | null> {
    while (this.answer === null && this.isOpen) {
      await Promise.race([
        new Promise<void>((resolve) => this.socket.once('data', () => resolve())),
        this.closed,
      ])
    }
    return this.answer
  }
}

/** The head of a request; `fields` are its headers but `Host`. */
export function headOf(
  { method, path }: { method: string; path: string },
  fields: Record<string, string | number>,
): string {
  const lines = Object.entries({ host: 'test', ...fields }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

/** Sends a beginning and then one byte after another, until the server has closed the connection. */
export async function drip(url: string, beginning: string, everyMs: number) {
  const client = new RawClient(url)
  client.socket.write(beginning)
  const timer = setInterval(() => client.socket.write('a'), everyMs)
  await client.closed
  clearInterval(timer)
  return client.answer
}

/** Sends a body that has no end until it is answered; `sent` are the bytes of it that went out. */
export async function flood(
  url: string,
  head: string,
): Promise<{ answer: RawAnswer | null; sent: number }> {
  const client = new RawClient(url)
  const isChunked = /^transfer-encoding: chunked$/im.test(head)
  const size = `${PIECE.length.toString(16)}\r\n`
  const piece = isChunked ? Buffer.concat([Buffer.from(size), PIECE, Buffer.from('\r\n')]) : PIECE
  await client.send(head)
  let sent = 0
  while (client.answer === null && client.isOpen && sent < MOST_SENT) {
    sent += PIECE.length
    await client.send(piece)
  }
  const answer = await client.untilAnswered()
  client.socket.destroy()
  return { answer, sent }
}
