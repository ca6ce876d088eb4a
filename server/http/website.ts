import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { PAGES } from '../../contract/menu.ts'
import { AppError } from '../lib/app-error.ts'
import { sendError } from './errors.ts'
import { contentSecurityPolicy } from './security.ts'

/** Whether the web has a page for it; for any other address the same file shows that there is none. */
function isPage(url: string): boolean {
  const [pathname = ''] = url.split('?')
  if (/^\/(index\.html)?$|^\/(c|reset|not-me|setup|01\/[^/]+\/21)\/[^/]+$/.test(pathname))
    return true
  return PAGES.includes(pathname.replace(/\/$/, ''))
}

/** Serves web/dist: assets for ever, the page itself never from a cache, with its nonce and host. */
export async function serveWebsite(
  app: FastifyInstance,
  { folder, apiHost }: { folder: string; apiHost: string },
): Promise<void> {
  const index = path.join(folder, 'index.html')
  const page = existsSync(index) ? readFileSync(index, 'utf8') : null
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['index.html*'], // only ever served below, with its policy
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const forever = file.startsWith(path.join(folder, 'assets'))
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD'
    const noPage = /^\/(api|assets)(\/|$|\?)/.test(request.url)
    if (page === null || !wantsPage || noPage) {
      const message =
        noPage || page !== null
          ? 'There is nothing at this address.'
          : 'The web pages are not built. Run npm start, or npm run dev for work on the code.'
      return sendError(request, reply, new AppError('not_found', message))
    }
    const policy = contentSecurityPolicy(reply, apiHost)
    return reply
      .code(isPage(request.url) ? 200 : 404)
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(
        page
          .replaceAll('__CSP_NONCE__', reply.nonce ?? '')
          .replaceAll('__API_HOST__', apiHost.replaceAll('"', '')),
      )
  })
}
