import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions } from '../../../http/cookies.ts'
import { KNOWN_DAYS } from './known-device.ts'
import type { SignedIn } from './session.service.ts'

/** The cookies of a browser: by which it is known, and what is set when somebody signs in with it. */
export function rememberBrowser(
  site: { publicUrl: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const options = cookieOptions(site)
  const knownCookie = cookieName(site, 'hil_known')
  const sessionCookie = cookieName(site, 'hil_session')
  const remember = (known: string) =>
    reply.setCookie(knownCookie, known, { ...options, maxAge: KNOWN_DAYS * 86_400 })
  return {
    known: request.cookies[knownCookie],
    /** Of the session that the browser has now. */
    held: request.cookies[sessionCookie],
    remember,
    signIn({ session, cookie, known }: SignedIn) {
      request.signedIn = { staffId: session.data.staffId }
      reply.setCookie(sessionCookie, cookie, options)
      remember(known)
    },
  }
}
