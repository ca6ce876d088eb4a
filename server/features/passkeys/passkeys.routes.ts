import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/passkeys.ts'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { rememberBrowser } from '../session/browser-cookies.ts'
import { signInByPasskey } from '../session/passkey-sign-in.service.ts'
import { beginUse } from './assertion.service.ts'
import * as service from './passkeys.service.ts'

export function passkeyRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.beginPasskey, (act) => service.beginPasskey({ context, ...act }))
  mount(app, contract.addPasskey, ({ body, ...act }) =>
    service.addPasskey({ context, ...act }, body.passkey),
  )
  mount(app, contract.removePasskey, ({ params, ...act }) =>
    service.removePasskey({ context, ...act }, params.passkeyId),
  )
  mount(app, contract.beginPasskeySignIn, () => beginUse(context))
  mount(app, contract.signInByPasskey, async ({ body, origin, request, reply }) => {
    const browser = rememberBrowser(context, request, reply)
    const { known, held } = browser
    const signedIn = await signInByPasskey(context, body.passkey, { ...origin, known, held })
    browser.signIn(signedIn)
    return signedIn.session
  })
}
