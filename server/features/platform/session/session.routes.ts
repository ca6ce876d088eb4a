import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { proveItIsMe } from '../../../../contract/platform/my-account.ts'
import * as passkeys from '../../../../contract/platform/passkeys.ts'
import * as contract from '../../../../contract/platform/session.ts'
import type { Context } from '../../../context.ts'
import { bearer } from '../../../http/authenticate.ts'
import { cookieName, cookieOptions } from '../../../http/cookies.ts'
import { mount } from '../../../http/mount.ts'
import { isSameOrigin } from '../../../http/same-origin.ts'
import { AppError } from '../../../lib/app-error.ts'
import { beginUse } from '../passkeys/index.ts'
import { rememberBrowser } from './browser-cookies.ts'
import { itWasNotMe } from './not-me.service.ts'
import { signInByPasskey } from './passkey-sign-in.service.ts'
import { prove } from './proof.service.ts'
import * as service from './session.service.ts'

const SIGNED_OUT = { message: 'You are signed out.' }

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const sessionCookie = cookieName(context, 'hil_session')
  const options = cookieOptions(context)

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
    const browser = rememberBrowser(context, request, reply)
    const { known, held } = browser
    const signedIn = await service.signIn(context, body, { ...origin, known, held })
    browser.signIn(signedIn)
    return signedIn.session
  })
  mount(app, passkeys.beginPasskeySignIn, () => beginUse(context))
  mount(app, passkeys.signInByPasskey, async ({ body, origin, request, reply }) => {
    const browser = rememberBrowser(context, request, reply)
    const { known, held } = browser
    const signedIn = await signInByPasskey(context, body.passkey, { ...origin, known, held })
    browser.signIn(signedIn)
    return signedIn.session
  })
  mount(app, contract.whoAmI, async ({ caller }) => service.describe(caller))
  mount(app, contract.updatePassword, async (input) => {
    const { caller, body, origin } = input
    const browser = rememberBrowser(context, input.request, input.reply)
    const from = { ...origin, known: browser.known }
    browser.remember(await service.changePassword(context, caller, body.password, from))
    return { message: 'Your password was changed. Your other sessions were ended.' }
  })
  mount(app, proveItIsMe, async ({ caller, body }) => {
    await prove(context, caller, body)
    return { message: 'Thank you: it is you.' }
  })
  for (const endpoint of [contract.logout, contract.logoutByPost]) {
    mount(app, endpoint, ({ request, reply }) => leave(request, reply))
  }
  mount(app, contract.forgotPassword, async ({ body, origin }) => {
    await service.sendResetLink(context, body.email, origin)
    return { message: 'If this e-mail has an account, a link is on its way to it.' }
  })
  mount(app, contract.itWasNotMe, ({ body, origin }) => itWasNotMe(context, body.token, origin))
  mount(app, contract.resetPassword, async ({ body, origin, request, reply }) => {
    const browser = rememberBrowser(context, request, reply)
    const from = { ...origin, known: browser.known }
    browser.remember(await service.resetPassword(context, body, from))
    return { message: 'Your password is set. Sign in with it.' }
  })
}
