import type { FastifyRequest } from 'fastify'

/**
 * Whether a page of ours sent this request. Browsers say so in `Sec-Fetch-Site`, which no page can
 * forge; where it is absent, `Origin` or `Referer` must name the host asked.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const from = request.headers.origin ?? request.headers.referer
  if (!from || !URL.canParse(from)) return false
  const { origin, host } = new URL(from)
  return origin === publicUrl || host === request.headers.host
}
