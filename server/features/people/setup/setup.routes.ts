import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '../../../../contract/people/setup.ts'
import type { Context } from '../../../context.ts'
import type { Origin } from '../../../http/caller.ts'
import { cookieName, cookieOptions } from '../../../http/cookies.ts'
import { mount } from '../../../http/mount.ts'
import { rememberBrowser } from '../../platform/session/index.ts'
import * as checklist from './checklist.service.ts'
import * as guide from './guide.service.ts'
import { claimLink } from './link.service.ts'
import * as trials from './trials.service.ts'

export function setupRoutes(app: FastifyInstance, context: Context): void {
  const cookie = cookieName(context, 'hil_setup')
  const options = cookieOptions(context)
  const visit = (request: FastifyRequest, origin: Origin, token: string) => ({
    token,
    origin,
    browser: request.cookies[cookie],
  })

  mount(app, contract.openSetup, async ({ body, origin, request, reply }) => {
    reply.setCookie(cookie, await claimLink(context, visit(request, origin, body.token)), options)
    return guide.guideOf(context, context.db)
  })
  mount(app, contract.setupProgramme, ({ body: { token, ...programme }, origin, request }) =>
    guide.setProgramme(context, visit(request, origin, token), programme),
  )
  mount(app, contract.setupLogo, ({ query, file, origin, request }) =>
    guide.setLogo(context, visit(request, origin, query.token), file),
  )
  mount(app, contract.setupAdmin, ({ body: { token, name, email, password }, origin, request }) =>
    guide.setAdmin(context, visit(request, origin, token), { name, email, password }),
  )
  mount(app, contract.finishSetup, async ({ body, origin, request, reply }) => {
    const browser = rememberBrowser(context, request, reply)
    const from = { ...visit(request, origin, body.token), known: browser.known }
    const { recoveryCodes, ...signedIn } = await guide.finish(context, from, body.code)
    browser.signIn(signedIn)
    reply.clearCookie(cookie, options)
    return { session: signedIn.session, recoveryCodes }
  })

  mount(app, contract.getSetup, () => checklist.getChecklist(context))
  mount(app, contract.getChannels, () => trials.getChannels(context))
  mount(app, contract.tryMessage, ({ body, ...act }) =>
    trials.tryMessage({ context, ...act }, body),
  )
  mount(app, contract.tryPayouts, ({ body, ...act }) =>
    trials.tryPayouts({ context, ...act }, body.way),
  )
}
