import { randomBytes } from 'node:crypto'
import cors from '@fastify/cors'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { BACKGROUND_HEADER } from '../../contract/background.ts'
import { FILE_PASSWORD } from '../../contract/endpoint.ts'
import type { Config } from '../config.ts'
import { cutOffReaders } from './slow-clients.ts'
import { busy, isWatch, limitWaiting } from './waiting.ts'

declare module 'fastify' {
  interface FastifyReply {
    nonce?: string
  }
}

/**
 * The page's policy: nothing inline but styles that carry the nonce of this very answer. WebAssembly
 * may be compiled: the reader of QR codes is some, and it comes from here.
 */
export function contentSecurityPolicy(reply: FastifyReply, apiHost: string): string {
  reply.nonce ??= randomBytes(16).toString('base64')
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${reply.nonce}'`,
    `img-src 'self' data: blob: ${apiHost}`.trim(),
    // From blob: a frame is drawn of a video before it is sent.
    `media-src 'self' blob: ${apiHost}`.trim(),
    "font-src 'self'",
    `connect-src 'self' ${apiHost}`.trim(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Headers of every answer. Helmet's set, written down: its plugin makes its middleware again for each
 * request, a tenth of what a scan costs. The page has a policy of its own, which carries a nonce, and
 * what may be kept says so. A worker of the page obeys the policy of its file, so nothing is said here
 * of what may be fetched.
 */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
const ONLY_TLS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** Headers, origins, and refusing early when there is more work than the machine can do. */
export async function protect(app: FastifyInstance, config: Config): Promise<void> {
  const headers = config.PUBLIC_URL?.startsWith('https:') ? { ...HEADERS, ...ONLY_TLS } : HEADERS
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
  await app.register(cors, {
    origin: config.ALLOWED_ORIGINS,
    allowedHeaders: ['authorization', 'content-type', 'last-event-id', BACKGROUND_HEADER],
    exposedHeaders: ['content-disposition', 'retry-after', FILE_PASSWORD],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: 600,
  })
  await app.register(underPressure, {
    maxEventLoopDelay: config.MAX_EVENT_LOOP_DELAY_MS,
    retryAfter: 5,
    pressureHandler: (request) => {
      if (!isWatch(request)) throw busy()
    },
  })
  limitWaiting(app, config)
  cutOffReaders(app, config.READER_SECONDS)
}
