import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/people/members.ts'
import { memberBalance } from '../../../../contract/ledger/points.ts'
import type { Context } from '../../../context.ts'
import { bearer } from '../../../http/authenticate.ts'
import { mount } from '../../../http/mount.ts'
import * as consents from './consents.service.ts'
import * as service from './members.service.ts'
import * as profile from './profile.service.ts'

export function memberRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.requestOtp, ({ body, origin }) => service.requestOtp(context, body, origin))
  mount(app, contract.openMemberSession, async ({ body, origin, request }) => {
    const opened = await service.signIn(context, body, origin)
    request.signedIn = { memberId: opened.member.memberId }
    return opened
  })
  mount(app, contract.closeMemberSession, async ({ request }) => {
    await service.signOut(context, bearer(request))
    return { message: 'You are signed out.' }
  })
  mount(app, memberBalance, ({ caller }) => service.balance(context, caller))
  mount(app, contract.myProfile, ({ caller }) => profile.myProfile(context, caller))
  mount(app, contract.updateMyProfile, ({ caller, body }) =>
    profile.updateMyProfile(context, caller, body),
  )
  mount(app, contract.myConsents, ({ caller }) => consents.myConsents(context, caller))
  mount(app, contract.giveConsent, ({ caller, params, body }) =>
    consents.giveConsent(context, caller, { ...params, ...body }),
  )
  mount(app, contract.withdrawConsent, ({ caller, params }) =>
    consents.withdrawConsent(context, caller, params.purpose),
  )
  mount(app, contract.demoOutbox, ({ query }) => service.outbox(context, query.to))
}
