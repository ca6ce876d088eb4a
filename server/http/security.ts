import { randomBytes } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../lib/app-error.ts'

declare module 'fastify' {
  interface FastifyReply {
    nonce?: string
  }
}

/** The page's policy: nothing inline but styles that carry the nonce of this very answer. */
export function contentSecurityPolicy(reply: FastifyReply, apiHost: string): string {
  reply.nonce ??= randomBytes(16).toString('base64')
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${reply.nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${apiHost}`.trim(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers, origins, and refusing early when there is more work than the machine can do. */
export async function protect(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false, // set with the page, which carries the nonce
    strictTransportSecurity: config.PUBLIC_URL?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  await app.register(cors, {
    origin: config.ALLOWED_ORIGINS,
    allowedHeaders: ['authorization', 'content-type'],
    exposedHeaders: ['content-disposition', 'retry-after'],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: 600,
  })
  await app.register(underPressure, {
    maxEventLoopDelay: 2000,
    retryAfter: 5,
    pressureHandler: (request) => {
      if (!isWatch(request)) throw busy()
    },
  })
  limitWaiting(app, config.MAX_WAITING_REQUESTS)
}

/** More requests in flight than can be answered in time are refused at once, not made to wait. */
function limitWaiting(app: FastifyInstance, limit: number): void {
  let waiting = 0
  app.addHook('onRequest', async (request, reply) => {
    if (waiting >= limit && !isWatch(request)) throw busy()
    waiting++
    reply.raw.once('close', () => waiting--)
  })
}

/** Whoever watches the process must see that it lives, above all when it is busy. */
const isWatch = ({ url }: FastifyRequest) => url === '/healthz' || url === '/metrics'

function busy(): AppError {
  return new AppError('unavailable', 'The server is busy. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  })
}
