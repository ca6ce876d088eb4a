import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionOptions } from 'node:tls'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { ChannelError, type MessageChannel, type OutgoingMessage } from './channel.ts'

export type SmtpSettings = {
  host: string
  port: number
  /** `always`: TLS from the first byte; `start`: STARTTLS or nothing; `never`: in plain text. */
  tls: 'always' | 'start' | 'never'
  login: { user: string; pass: string } | null
  from: string
}
/** Of tests: other authorities, and less patience. */
type Options = { tls?: ConnectionOptions; timeoutMs?: number; pausesMs?: readonly number[] }

/** For one try, from the name's lookup to the answer to the whole message. */
const TIMEOUT_MS = 15_000
const PAUSES_MS = [1_000, 4_000]
const ADDRESS = /^[^\s@<>,;:"\\]+@[^\s@<>,;:"\\]+$/

/** Why a try came to nothing; `unsent`: the message surely never arrived, and may be sent again. */
class SmtpTrouble extends ChannelError {
  readonly unsent: boolean
  constructor(words: string, unsent: boolean, cause?: unknown) {
    super(words, { cause })
    this.unsent = unsent
  }
}

/**
 * Mail over SMTP. Tried again is only what surely was not taken: no connection, or an answer that says
 * "not now" (4xx). What broke off after the text had begun to leave may have arrived.
 */
export function smtpChannel(
  settings: SmtpSettings,
  { tls, timeoutMs = TIMEOUT_MS, pausesMs = PAUSES_MS }: Options = {},
): MessageChannel {
  return {
    async send(to, message) {
      if (!ADDRESS.test(to)) throw new ChannelError('This is not one e-mail address.')
      const raw = await compose(settings, to, message)
      for (const waitMs of [...pausesMs, null]) {
        try {
          return await sendOnce(settings, { to, raw, tls, timeoutMs })
        } catch (error) {
          if (waitMs === null || !(error instanceof SmtpTrouble) || !error.unsent) throw error
          await pause(waitMs)
        }
      }
      throw new Error('There is always a last try.')
    },
  }
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

async function compose(
  { from }: SmtpSettings,
  to: string,
  { text, subject, sender }: OutgoingMessage,
): Promise<Buffer> {
  const mail = new MailComposer({
    from: { name: oneLine(sender), address: from },
    to: { name: '', address: to },
    subject: oneLine(subject ?? sender),
    text,
    // So that no absence is answered to the programme.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return mail.compile().build()
}

type Mail = { to: string; raw: Buffer; tls: ConnectionOptions | undefined; timeoutMs: number }

async function sendOnce(
  settings: SmtpSettings,
  { to, raw, tls, timeoutMs }: Mail,
): Promise<string> {
  const { host, port, login, from } = settings
  const connection = new SMTPConnection({
    host,
    port,
    secure: settings.tls === 'always',
    requireTLS: settings.tls === 'start',
    ignoreTLS: settings.tls === 'never',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: 0,
    ...(tls && { tls }),
  })
  let begun = false
  const text = new Readable({
    read() {
      begun = true
      this.push(raw)
      this.push(null)
    },
  })
  const failed = Promise.withResolvers<never>()
  connection.on('error', failed.reject)
  const late = setTimeout(
    () => failed.reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })),
    timeoutMs,
  )
  try {
    await Promise.race([failed.promise, connected(connection)])
    if (login) await Promise.race([failed.promise, signedIn(connection, login)])
    const sending = sent(connection, { from, to: [to], size: raw.length }, text)
    return `The mail server took the message: ${await Promise.race([failed.promise, sending])}`
  } catch (error) {
    throw troubleOf(error, begun, timeoutMs)
  } finally {
    clearTimeout(late)
    text.destroy()
    connection.close()
  }
}

const connected = (connection: SMTPConnection) =>
  new Promise<void>((resolve, reject) =>
    connection.connect((error) => (error ? reject(error) : resolve())),
  )
const signedIn = (connection: SMTPConnection, login: { user: string; pass: string }) =>
  new Promise<void>((resolve, reject) =>
    connection.login(login, (error) => (error ? reject(error) : resolve())),
  )
const sent = (
  connection: SMTPConnection,
  envelope: { from: string; to: string[]; size: number },
  text: Readable,
) =>
  new Promise<string>((resolve, reject) =>
    connection.send(envelope, text, (error, info) =>
      error ? reject(error) : resolve(info?.response ?? 'no answer was kept.'),
    ),
  )

type SmtpFailure = {
  code?: unknown
  originalCode?: unknown
  response?: unknown
  responseCode?: unknown
}

function troubleOf(error: unknown, begun: boolean, timeoutMs: number): SmtpTrouble {
  const { code, originalCode, response, responseCode }: SmtpFailure = Object(error)
  if (typeof responseCode === 'number' && typeof response === 'string') {
    const words = `The mail server answered ${oneLine(response).slice(0, 200)}`
    return new SmtpTrouble(words, responseCode < 500, error)
  }
  const doubt = begun ? ' Whether the message got through is not known.' : ''
  if (code === 'ETIMEDOUT') {
    const words = `The mail server did not answer within ${timeoutMs / 1000} seconds.${doubt}`
    return new SmtpTrouble(words, !begun, error)
  }
  if (begun)
    return new SmtpTrouble(`The connection to the mail server broke.${doubt}`, false, error)
  const known = [originalCode, code].find((one) => typeof one === 'string')
  const why = known ?? 'no reason given'
  return new SmtpTrouble(`The mail server cannot be reached (${why}).`, true, error)
}
