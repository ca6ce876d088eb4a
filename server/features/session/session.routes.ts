import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '../../../contract/session.ts'
import type { Context } from '../../context.ts'
import { bearer } from '../../http/authenticate.ts'
import type { Origin } from '../../http/caller.ts'
import { cookieName, cookieOptions } from '../../http/cookies.ts'
import { mount } from '../../http/mount.ts'
import { isSameOrigin } from '../../http/same-origin.ts'
import { AppError } from '../../lib/app-error.ts'
import { KNOWN_DAYS } from './known-device.ts'
import * as service from './session.service.ts'

const SIGNED_OUT = { message: 'You are signed out.' }

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const sessionCookie = cookieName(context, 'hil_session')
  /** Marks a browser that somebody has signed in with; it opens nothing. */
  const knownCookie = cookieName(context, 'hil_known')
  const options = cookieOptions(context)
  const knownOptions = { ...options, maxAge: KNOWN_DAYS * 86_400 }

  const browser = (request: FastifyRequest, origin: Origin) => ({
    ...origin,
    known: request.cookies[knownCookie],
  })
  const remember = (reply: FastifyReply, known: string) =>
    reply.setCookie(knownCookie, known, knownOptions)

  /** Ends the session for whoever holds its token, and for a cookie only on requests of our own pages. */
  async function leave(request: FastifyRequest, reply: FastifyReply) {
    if (!bearer(request) && !isSameOrigin(request, context.publicUrl)) {
      throw new AppError('forbidden', 'Sign out from the dashboard itself.')
    }
    const cookie = request.cookies[sessionCookie]
    await service.endSession(context, { token: bearer(request), cookie })
    reply.clearCookie(sessionCookie, options)
    return SIGNED_OUT
  }

  mount(app, contract.login, async ({ body, origin, request, reply }) => {
    const from = browser(request, origin)
    const { session, cookie, known } = await service.signIn(context, body, from)
    request.signedIn = { staffId: session.data.staffId }
    reply.setCookie(sessionCookie, cookie, options)
    remember(reply, known)
    return session
  })
  mount(app, contract.whoAmI, async ({ caller }) => service.describe(caller))
  mount(app, contract.updatePassword, async (input) => {
    const from = browser(input.request, input.origin)
    const { caller, body, reply } = input
    remember(reply, await service.changePassword(context, caller, body.password, from))
    return { message: 'Your password was changed. Your other sessions were ended.' }
  })
  for (const endpoint of [contract.logout, contract.logoutByPost]) {
    mount(app, endpoint, ({ request, reply }) => leave(request, reply))
  }
  mount(app, contract.forgotPassword, async ({ body, origin }) => {
    await service.sendResetLink(context, body.email, origin)
    return { message: 'If this e-mail has an account, a link is on its way to it.' }
  })
  mount(app, contract.resetPassword, async ({ body, origin, request, reply }) => {
    remember(reply, await service.resetPassword(context, body, browser(request, origin)))
    return { message: 'Your password is set. Sign in with it.' }
  })
}
