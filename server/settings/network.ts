import { z } from 'zod'
import { listOf, origin, setting, text, whole } from './kinds.ts'

export const NETWORK = {
  PORT: setting(whole(0, 65_535).default(3000), 'The port to listen on.'),
  HOST: setting(
    text.default('127.0.0.1'),
    'The address to listen on; `0.0.0.0` for every address of the machine. The password of the demo is public: keep the demo on `127.0.0.1`.',
  ),
  PUBLIC_URL: setting(
    origin.optional(),
    'The origin that people see. QR codes and one-time links contain it. With `https:` cookies are `Secure` and called `__Host-…`, and HSTS is sent.',
    '`http://localhost:PORT`',
  ),
  API_HOST: setting(
    z.union([origin, z.literal('')]).default(''),
    'The `host` that the pages call (`{host}/api`) when the API is elsewhere. `GET /api/logout` stays on the origin of the pages, and `POST {host}/api/logout` ends the session there.',
    'same origin',
  ),
  ALLOWED_ORIGINS: setting(
    listOf(origin),
    'Other origins, separated by commas, whose pages may call this API.',
    'none',
  ),
  TRUST_PROXY: setting(
    whole(0, 10).default(0),
    'The number of your proxies in front of the server that add to `X-Forwarded-For`: 1 behind one load balancer. Without it, everybody behind a proxy has one address and shares its limits. `deploy/nginx.conf` configures nginx on one machine, with TLS and limits of its own.',
  ),
  ROLE: setting(
    z.enum(['web', 'worker', 'all'], { error: 'must be web, worker or all' }).default('all'),
    '`web` serves requests, `worker` does jobs, `all` does both.',
  ),
  LOG_LEVEL: setting(
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
        error: 'must be fatal, error, warn, info, debug or silent',
      })
      .default('warn'),
    'The least level of what is logged; `info` includes requests.',
  ),
  METRICS_TOKEN: setting(
    z.string().min(16, 'must have at least 16 characters').optional(),
    'At least 16 characters. When it is set, `/metrics` wants it as `Authorization`. When it is not, `/metrics` answers only requests from this machine that no proxy passed on.',
    'none',
  ),
}
