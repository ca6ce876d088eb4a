import { afterEach, describe, expect, test } from 'vitest'
import type { OutgoingMessage } from './channel.ts'
import { smtpChannel, type SmtpSettings } from './smtp.ts'
import { STRANGE, TRUSTED } from './smtp-certificates.ts'
import { openMailServer, openTalkingServer, type MailServer } from './smtp-support.ts'

const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

async function mailServer(options: Parameters<typeof openMailServer>[0] = {}): Promise<MailServer> {
  const server = await openMailServer({ ...TRUSTED, ...options })
  opened.push(server)
  return server
}

async function talkingServer(...told: Parameters<typeof openTalkingServer>) {
  const server = await openTalkingServer(...told)
  opened.push(server)
  return server
}

const message = (changed: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  text: 'Set a new password: https://hil.example/reset/abc',
  language: 'en',
  sender: 'Shakti Rewards',
  subject: 'A new password',
  dlt: null,
  ...changed,
})

function channel(port: number, changed: Partial<SmtpSettings> = {}, timeoutMs = 2_000) {
  const settings: SmtpSettings = {
    host: 'localhost',
    port,
    tls: 'start',
    login: null,
    from: 'no-reply@hil.example',
    ...changed,
  }
  const tls = { ca: TRUSTED.cert, rejectUnauthorized: true }
  return smtpChannel(settings, { tls, timeoutMs, pausesMs: [10, 10] })
}

const headersOf = (raw: string): string[] => (raw.split('\r\n\r\n')[0] ?? '').split(/\r\n(?![ \t])/)

describe('a mail', () => {
  test('arrives with its sender, subject and text, over STARTTLS and signed in', async () => {
    const server = await mailServer()
    const login = { user: 'hil', pass: 'p@ss:word' }
    const words = await channel(server.port, { login }).send('asha@hil.example', message())
    expect(words).toMatch(/^The mail server took the message: 250/)
    expect(server.mails).toHaveLength(1)
    const [mail] = server.mails
    expect(mail).toMatchObject({
      from: 'no-reply@hil.example',
      to: ['asha@hil.example'],
      secure: true,
      user: 'hil',
    })
    const headers = headersOf(mail?.raw ?? '')
    expect(headers).toContain('From: Shakti Rewards <no-reply@hil.example>')
    expect(headers).toContain('To: asha@hil.example')
    expect(headers).toContain('Subject: A new password')
    expect(headers).toContain('Auto-Submitted: auto-generated')
    expect(mail?.raw).toContain('https://hil.example/reset/abc')
  })

  test('goes by TLS from the first byte where the server wants that', async () => {
    const server = await mailServer({ secure: true })
    await channel(server.port, { tls: 'always' }).send('asha@hil.example', message())
    expect(server.mails).toMatchObject([{ secure: true }])
  })

  test('in Hindi arrives as it was written', async () => {
    const server = await mailServer()
    const hindi = message({ subject: 'नया पासवर्ड', text: 'नया पासवर्ड यहाँ बनाएँ', sender: 'शक्ति' })
    await channel(server.port).send('asha@hil.example', hindi)
    const raw = server.mails[0]?.raw ?? ''
    const body = raw.split('\r\n\r\n')[1] ?? ''
    const encoding = /content-transfer-encoding: (\S+)/i.exec(raw)?.[1]
    expect(encoding).toBe('base64')
    expect(Buffer.from(body, 'base64').toString()).toBe('नया पासवर्ड यहाँ बनाएँ')
  })

  test('never leaves in plain text unless the setting says so', async () => {
    const server = await mailServer({ disabledCommands: ['STARTTLS'] })
    await expect(channel(server.port).send('asha@hil.example', message())).rejects.toThrow(
      /^The mail server/,
    )
    expect(server.mails).toEqual([])
    await channel(server.port, { tls: 'never' }).send('asha@hil.example', message())
    expect(server.mails).toMatchObject([{ secure: false }])
  })

  test('does not go to a server whose certificate is not trusted', async () => {
    const server = await mailServer(STRANGE)
    await expect(channel(server.port).send('asha@hil.example', message())).rejects.toThrow(
      /^The mail server cannot be reached/,
    )
    expect(server.mails).toEqual([])
  })
})

// Each would have put a header or a recipient of its own into the mail.
describe('headers cannot be put in', () => {
  test.each([
    { subject: 'Hello\r\nBcc: eve@evil.example' },
    { subject: 'Hello\nBcc: eve@evil.example\n\nAnother text' },
    { sender: 'Shakti\r\nBcc: eve@evil.example' },
    { sender: 'Shakti" <eve@evil.example>, "' },
    { sender: 'eve@evil.example, Shakti' },
    { subject: 'Hello\u2028Bcc: eve@evil.example' },
    { subject: '=?utf-8?Q?Hello=0D=0ABcc:_eve@evil.example?=' },
  ])('by %j', async (changed) => {
    const server = await mailServer()
    await channel(server.port).send('asha@hil.example', message(changed))
    const [mail] = server.mails
    expect(mail?.to).toEqual(['asha@hil.example'])
    const names = headersOf(mail?.raw ?? '').map((line) => line.split(':')[0]?.toLowerCase())
    expect(names).not.toContain('bcc')
    expect(names.filter((name) => name === 'from' || name === 'subject')).toHaveLength(2)
    expect(mail?.from).toBe('no-reply@hil.example')
  })

  test.each([
    'asha@hil.example, eve@evil.example',
    'asha@hil.example\r\nRCPT TO:<eve@evil.example>',
    'asha@hil.example>',
    '<eve@evil.example>',
    'asha',
    '"Asha" <asha@hil.example>',
    '',
  ])('nor other recipients by the address %j', async (to) => {
    const server = await mailServer()
    await expect(channel(server.port).send(to, message())).rejects.toThrow(
      'This is not one e-mail address.',
    )
    expect(server.mails).toEqual([])
  })

  test('and a text that ends a mail ends none', async () => {
    const server = await mailServer()
    const text = 'First\r\n.\r\nMAIL FROM:<eve@evil.example>\r\nRCPT TO:<x@y.example>\r\nDATA\r\nx'
    await channel(server.port).send('asha@hil.example', message({ text }))
    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]?.raw).toContain('MAIL FROM:<eve@evil.example>')
  })
})

describe('a refusal', () => {
  const refusing = (responseCode: number, times = Infinity) => {
    let asked = 0
    return mailServer({
      onRcptTo(_address, _session, done) {
        asked++
        if (asked > times) done()
        else done(Object.assign(new Error('No such mailbox'), { responseCode }))
      },
    }).then((server) => ({ ...server, asked: () => asked }))
  }

  test('for good is told in its words, and not asked again', async () => {
    const server = await refusing(550)
    await expect(channel(server.port).send('asha@hil.example', message())).rejects.toThrow(
      'The mail server answered 550 No such mailbox',
    )
    expect(server.asked()).toBe(1)
  })

  test('for now is asked again, and the mail arrives once', async () => {
    const server = await refusing(450, 2)
    await channel(server.port).send('asha@hil.example', message())
    expect(server.asked()).toBe(3)
    expect(server.mails).toHaveLength(1)
  })

  test('for now ends after the last try', async () => {
    const server = await refusing(450)
    await expect(channel(server.port).send('asha@hil.example', message())).rejects.toThrow(
      'The mail server answered 450',
    )
    expect(server.asked()).toBe(3)
  })

  test('of the password is told, and the password is not', async () => {
    const server = await mailServer()
    const login = { user: 'hil', pass: 'wrong-secret' }
    const sending = channel(server.port, { login }).send('asha@hil.example', message())
    const error: Error = await sending.then(
      () => new Error('It was sent.'),
      (thrown: Error) => thrown,
    )
    expect(error.message).toMatch(/^The mail server answered 535/)
    expect(error.message).not.toContain('wrong-secret')
  })

  test('where nobody listens says so', async () => {
    const { port } = await talkingServer(() => {})
    await opened.pop()?.close()
    await expect(channel(port).send('asha@hil.example', message())).rejects.toThrow(
      'The mail server cannot be reached (ECONNREFUSED).',
    )
  })
})

describe('a server that', () => {
  type Ends = { atMail?: (say: Say, cut: Cut) => void; atEnd?: (say: Say, cut: Cut) => void }
  type Say = (words: string) => void
  type Cut = () => void
  /** Takes a mail in plain text; says what it is told at its beginning and at its end. */
  const mailTo = ({ atMail, atEnd }: Ends) =>
    talkingServer((line, say, cut) => {
      if (line.startsWith('EHLO')) say('250 localhost')
      else if (line.startsWith('MAIL')) (atMail ?? (() => say('250 OK')))(say, cut)
      else if (line.startsWith('RCPT')) say('250 OK')
      else if (line === 'DATA') say('354 Go on')
      else if (line === '.') (atEnd ?? (() => say('250 Taken')))(say, cut)
    })
  const plainly = (port: number) => channel(port, { tls: 'never' }, 300)

  test('never greets is given up on in time, each time', async () => {
    const server = await talkingServer(
      () => {},
      () => {},
    )
    const from = performance.now()
    await expect(plainly(server.port).send('asha@hil.example', message())).rejects.toThrow(
      'The mail server did not answer within 0.3 seconds.',
    )
    expect(performance.now() - from).toBeLessThan(3_000)
    expect(server.connections()).toBe(3)
  })

  test('drips its words without an end is given up on in time', async () => {
    const timers: NodeJS.Timeout[] = []
    const server = await talkingServer(
      () => {},
      (say) => void timers.push(setInterval(() => say('220-wait'), 50)),
    )
    await expect(plainly(server.port).send('asha@hil.example', message())).rejects.toThrow(
      'The mail server did not answer within 0.3 seconds.',
    )
    for (const timer of timers) clearInterval(timer)
  })

  test('takes the text and says nothing may have it: nothing is sent again', async () => {
    const server = await mailTo({ atEnd: () => {} })
    await expect(plainly(server.port).send('asha@hil.example', message())).rejects.toThrow(
      'The mail server did not answer within 0.3 seconds. Whether the message got through is not known.',
    )
    expect(server.connections()).toBe(1)
  })

  test('takes the text and closes the connection may have it: nothing is sent again', async () => {
    const server = await mailTo({ atEnd: (_say, cut) => cut() })
    await expect(plainly(server.port).send('asha@hil.example', message())).rejects.toThrow(
      'The connection to the mail server broke. Whether the message got through is not known.',
    )
    expect(server.connections()).toBe(1)
  })

  test('says after the text that it does not take it now is asked again', async () => {
    let times = 0
    const server = await mailTo({ atEnd: (say) => say(++times < 3 ? '451 Later' : '250 Taken') })
    await plainly(server.port).send('asha@hil.example', message())
    expect(server.connections()).toBe(3)
  })

  test('closes the connection before the text is asked again', async () => {
    let times = 0
    const atMail = (say: Say, cut: Cut) => (++times < 3 ? cut() : say('250 OK'))
    const server = await mailTo({ atMail })
    await plainly(server.port).send('asha@hil.example', message())
    expect(server.connections()).toBe(3)
  })
})
