import type { SmtpSettings } from '../features/platform/messages/smtp.ts'

/** The settings of the environment that are about mail, as they are read. */
export type SmtpEnvironment = {
  SMTP_URL?: string | undefined
  SMTP_HOST?: string | undefined
  SMTP_PORT?: number | undefined
  SMTP_USER?: string | undefined
  SMTP_PASSWORD?: string | undefined
  SMTP_TLS?: 'yes' | 'no' | undefined
  MAIL_FROM?: string | undefined
  EMAIL_WEBHOOK_URL?: string | undefined
}

const [SUBMISSION, SMTPS] = [587, 465]

/** The mail server, null where none is set up, or the sentence that says what does not fit together. */
export function smtpSettings(env: SmtpEnvironment): SmtpSettings | string | null {
  const { SMTP_URL, SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD, MAIL_FROM } = env
  const apart = { SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD }
  const given = Object.entries(apart).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (SMTP_URL === undefined && given.length === 0) {
    return MAIL_FROM === undefined && env.SMTP_TLS === undefined
      ? null
      : 'MAIL_FROM and SMTP_TLS need a mail server: set SMTP_URL or SMTP_HOST.'
  }
  if (SMTP_URL !== undefined && given.length > 0) {
    return `Set SMTP_URL or ${given.join(', ')}, not both.`
  }
  if (env.EMAIL_WEBHOOK_URL !== undefined) {
    return 'E-mail goes by SMTP or by EMAIL_WEBHOOK_URL: set one of them.'
  }
  if (MAIL_FROM === undefined) return 'MAIL_FROM is missing: the address that mail comes from.'
  const about = SMTP_URL === undefined ? fromParts(env) : fromUrl(SMTP_URL)
  if (typeof about === 'string') return about
  const { secure, ...server } = about
  const tls = secure ? 'always' : env.SMTP_TLS === 'no' ? 'never' : 'start'
  return { ...server, tls, from: MAIL_FROM }
}

type Server = Pick<SmtpSettings, 'host' | 'port' | 'login'> & { secure: boolean }

function fromParts({ SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD }: SmtpEnvironment) {
  if (SMTP_HOST === undefined) return 'SMTP_HOST is missing.'
  if ((SMTP_USER === undefined) !== (SMTP_PASSWORD === undefined)) {
    return 'SMTP_USER and SMTP_PASSWORD belong together: set both or neither.'
  }
  const port = SMTP_PORT ?? SUBMISSION
  const login = SMTP_USER && SMTP_PASSWORD ? { user: SMTP_USER, pass: SMTP_PASSWORD } : null
  return { host: SMTP_HOST, port, login, secure: port === SMTPS } satisfies Server
}

function fromUrl(text: string): Server | string {
  const { protocol, hostname, port, username, password } = new URL(text)
  if (hostname === '') return 'SMTP_URL names no host.'
  if ((username === '') !== (password === '')) {
    return 'SMTP_URL has a user without a password, or a password without a user.'
  }
  const secure = protocol === 'smtps:'
  const login = username
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : null
  // An IPv6 address stands in brackets in a URL only.
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return { host, port: Number(port) || (secure ? SMTPS : SUBMISSION), login, secure }
}
