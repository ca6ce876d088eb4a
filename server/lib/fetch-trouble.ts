/** Causes by which no byte of a request has left: no name, no connection, no trust. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** The same, where connecting is what failed; a connection that stands can lose its way too. */
const WHILE_CONNECTING = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/** What a `fetch` that threw stumbled over, and whether its request surely never left this machine. */
export function fetchTrouble(error: unknown): { code: string; unsent: boolean } {
  const { code, syscall } = causeOf(error)
  const isUnsent = BEFORE_SENDING.has(code) || (WHILE_CONNECTING.has(code) && syscall === 'connect')
  return { code, unsent: isUnsent }
}

/** Several addresses of one name count as one by their first. */
function causeOf(error: unknown): { code: string; syscall: unknown } {
  const cause = error instanceof Error ? error.cause : undefined
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  const named = first instanceof Error && 'code' in first && typeof first.code === 'string'
  if (!named) return { code: 'no reason given', syscall: undefined }
  return { code: String(first.code), syscall: 'syscall' in first ? first.syscall : undefined }
}

const LONGEST_WAIT_S = 3600

/** Retry-After in milliseconds, an hour at most; null where it is missing or a date. */
export function retryAfterMs({ headers }: Response): number | null {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(text) ? Math.min(Number(text), LONGEST_WAIT_S) * 1000 : null
}
