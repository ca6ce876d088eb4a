import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../lib/app-error.ts'
import { Shares } from './shares.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts the request among those of its caller, who is known now; refuses one too many. */
    admitCaller(request: FastifyRequest, reply: FastifyReply): void
  }
  interface FastifyContextConfig {
    /** Anybody may call it without signing in. */
    isPublic?: boolean
  }
}

/** Of the places for waiting requests those that are kept for who is signed in. */
const KEPT_FOR_SIGNED_IN = 0.25

type Limits = Pick<
  Config,
  | 'MAX_WAITING_REQUESTS'
  | 'ADDRESS_SHARE_PERCENT'
  | 'ACCOUNT_SHARE_PERCENT'
  | 'MAX_CONNECTIONS'
  | 'TRUST_PROXY'
>

/**
 * More requests in flight than can be answered in time are refused at once, not made to wait; so are
 * those of an address or an account that has its share. A request counts from its head on, whether or
 * not its body ever comes.
 */
export function limitWaiting(app: FastifyInstance, limits: Limits): void {
  const most = limits.MAX_WAITING_REQUESTS
  const share = (percent: number) => Math.max(1, Math.floor((most * percent) / 100))
  const addresses = new Shares({ most, mostOfOne: share(limits.ADDRESS_SHARE_PERCENT) })
  const accounts = new Shares({ most, mostOfOne: share(limits.ACCOUNT_SHARE_PERCENT) })
  const mostPublic = Math.ceil(most * (1 - KEPT_FOR_SIGNED_IN))
  app.addHook('onRequest', (request, reply, done) => {
    if (isWatch(request)) return done()
    const isPublic = request.routeOptions.config.isPublic ?? true
    const refused = addresses.take(request.ip, 1, isPublic ? mostPublic : most)
    if (refused) return done(refused === 'all' ? busy() : tooMany('your network'))
    reply.raw.once('close', () => addresses.giveBack(request.ip))
    done()
  })
  app.decorate('admitCaller', (request: FastifyRequest, reply: FastifyReply) => {
    const account = accountOf(request)
    if (account === null) return
    if (accounts.take(account)) throw tooMany('your account')
    reply.raw.once('close', () => accounts.giveBack(account))
  })
  limitConnections(app, limits)
}

/** Behind proxies each connection is theirs: then they share them out (`deploy/nginx.conf`). */
function limitConnections(app: FastifyInstance, limits: Limits): void {
  const most = limits.MAX_CONNECTIONS
  const percent = limits.TRUST_PROXY > 0 ? 100 : limits.ADDRESS_SHARE_PERCENT
  const connections = new Shares({ most, mostOfOne: Math.floor((most * percent) / 100) })
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (connections.take(address)) return void socket.destroy()
    socket.once('close', () => connections.giveBack(address))
  })
}

/** Names the account that a request is of; null for a stranger. */
export function accountOf({ caller }: FastifyRequest): string | null {
  if (caller === null) return null
  return caller.kind === 'staff' ? `staff ${caller.staffId}` : `member ${caller.memberId}`
}

/** Whoever watches the process must see that it lives and can serve, above all when it is busy. */
export const isWatch = ({ url }: FastifyRequest) =>
  url === '/healthz' || url === '/metrics' || url === '/readyz'

export function busy(): AppError {
  return new AppError('unavailable', 'The server is busy. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  })
}

function tooMany(whose: string): AppError {
  return new AppError(
    'too_many',
    `Too many requests of ${whose} are waiting for their answer. Try again in a few seconds.`,
    { retryAfterSeconds: 5 },
  )
}
