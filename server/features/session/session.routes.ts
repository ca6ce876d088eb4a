import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '../../../contract/session.ts'
import type { Context } from '../../context.ts'
import { bearer, SESSION_COOKIE } from '../../http/authenticate.ts'
import { mount } from '../../http/mount.ts'
import { isSameOrigin } from '../../http/same-origin.ts'
import { AppError } from '../../lib/app-error.ts'
import * as service from './session.service.ts'

const SIGNED_OUT = { message: 'You are signed out.' }

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const cookieOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: context.publicUrl.startsWith('https:'),
  } as const

  /** Ends the session for whoever holds its token, and for a cookie only on requests of our own pages. */
  async function leave(request: FastifyRequest, reply: FastifyReply) {
    if (!bearer(request) && !isSameOrigin(request, context.publicUrl)) {
      throw new AppError('forbidden', 'Sign out from the dashboard itself.')
    }
    const cookie = request.cookies[SESSION_COOKIE]
    await service.endSession(context, { token: bearer(request), cookie })
    reply.clearCookie(SESSION_COOKIE, cookieOptions)
    return SIGNED_OUT
  }

  mount(app, contract.login, async ({ body, origin, reply }) => {
    const { session, cookie } = await service.signIn(context, body, origin)
    reply.setCookie(SESSION_COOKIE, cookie, cookieOptions)
    return session
  })
  mount(app, contract.whoAmI, async ({ caller }) => service.describe(caller))
  mount(app, contract.updatePassword, async ({ body, caller, origin }) => {
    await service.changePassword(context, caller, body.password, origin)
    return { message: 'Your password was changed. Your other sessions were ended.' }
  })
  for (const endpoint of [contract.logout, contract.logoutByPost]) {
    mount(app, endpoint, ({ request, reply }) => leave(request, reply))
  }
  mount(app, contract.forgotPassword, async ({ body, origin }) => {
    await service.sendResetLink(context, body.email, origin)
    return { message: 'If this e-mail has an account, a link is on its way to it.' }
  })
  mount(app, contract.resetPassword, async ({ body, origin }) => {
    await service.resetPassword(context, body, origin)
    return { message: 'Your password is set. Sign in with it.' }
  })
}
