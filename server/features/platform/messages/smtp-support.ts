import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Mail = { from: string; to: string[]; raw: string; secure: boolean; user: string | null }

/** A mail server that keeps what it takes. */
export async function openMailServer(options: SMTPServerOptions = {}) {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (username === 'hil' && password === 'p@ss:word') done(null, { user: username })
      else done(Object.assign(new Error('Wrong password'), { responseCode: 535 }))
    },
    onData(stream, { envelope, secure, user }, done) {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ from, to, raw, secure, user: typeof user === 'string' ? user : null })
        done()
      })
    },
    ...options,
  })
  // A client that breaks off is part of what is tried.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    mails,
    port,
    server,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type MailServer = Awaited<ReturnType<typeof openMailServer>>

type Talk = (line: string, say: (words: string) => void, cut: () => void) => void

/** A server that answers each line as it is told, and greets unless it is told otherwise. */
export async function openTalkingServer(
  answer: Talk,
  greet: (say: (words: string) => void) => void = (say) => say('220 localhost'),
) {
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    const say = (words: string) => void socket.write(`${words}\r\n`)
    greet(say)
    let rest = ''
    socket.on('data', (piece: Buffer) => {
      const lines = (rest + piece.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) answer(line, say, () => socket.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
