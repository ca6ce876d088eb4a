import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { AppError } from '../lib/app-error.ts'
import { bearer } from './authenticate.ts'

export type Health = {
  /** False while starting or draining: a load balancer takes the process out. */
  isReady(): boolean
  /** Fails when the database does not answer. */
  ping(): Promise<void>
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** `/healthz` (the process lives), `/readyz` (it can serve), `/metrics` (Prometheus; `more` adds to them). */
export function observe(
  app: FastifyInstance,
  health: Health,
  metricsToken: string | undefined,
  more: (registry: Registry) => void,
): void {
  const registry = new Registry()
  more(registry)
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  const hidden = { schema: { hide: true } }
  app.get('/healthz', hidden, () => ({ status: 'ok' }))
  app.get('/readyz', hidden, async () => {
    if (!health.isReady()) throw new AppError('unavailable', 'The server is not ready.')
    await health.ping()
    return { status: 'ready' }
  })
  app.get('/metrics', hidden, async (request, reply) => {
    const local =
      LOOPBACK.test(request.socket.remoteAddress ?? '') && !request.headers['x-forwarded-for']
    const allowed = metricsToken ? bearer(request) === metricsToken : local
    if (!allowed) throw new AppError('forbidden', 'Metrics are not for everybody.')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
