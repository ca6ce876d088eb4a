import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as members from '../../contract/people/members.ts'
import * as session from '../../contract/platform/session.ts'
import * as setup from '../../contract/people/setup.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom this very request signed in. */
    signedIn: { staffId: number } | { memberId: number } | null
  }
}

/** Operations by which somebody proves who they are, or changes how. */
const PROOFS = new Set<string>(
  [
    session.login,
    session.logout,
    session.updatePassword,
    session.forgotPassword,
    session.resetPassword,
    members.openMemberSession,
    setup.setupAdmin,
    setup.finishSetup,
  ].map(({ path }) => path),
)
const REFUSED = new Set([401, 403, 429])

/**
 * Tells the log, whatever its level but `silent`, of every proof of identity with its outcome, and of
 * all else that was refused to somebody: by route, never by address or body.
 */
export function tellSecurityEvents(app: FastifyInstance): void {
  const level = app.log.level === 'silent' ? 'silent' : 'info'
  const log = app.log.child({ kind: 'security' }, { level })
  app.decorateRequest('signedIn', null)
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions
    const { statusCode: status } = reply
    if (REFUSED.has(status) || PROOFS.has(route)) {
      const { id: reqId, method, ip: address } = request
      log.info({ reqId, method, route, status, address, ...who(request) }, outcome(status))
    }
    done()
  })
}

function who({ signedIn, caller }: FastifyRequest): { staffId?: number; memberId?: number } {
  if (signedIn) return signedIn
  if (!caller) return {}
  return caller.kind === 'staff' ? { staffId: caller.staffId } : { memberId: caller.memberId }
}

const outcome = (status: number): string =>
  REFUSED.has(status) || status === 400 ? 'refused' : status < 400 ? 'done' : 'failed'
