import { z } from 'zod'
import { anyone, defineEndpoint, signedIn } from '../endpoint.ts'
import { session } from './session.ts'
import { instant } from '../time.ts'

const tag = 'My account'

const base64url = z.string().regex(/^[\w-]+$/, 'This is no passkey.')
const some = base64url.max(10_000)

/** What a browser says of a passkey, whether it made or used it. */
const answered = {
  id: some,
  rawId: some,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.object({}),
}

/** What a browser answers to `create()`, as its `toJSON()` gives it. Source: WebAuthn level 3, 5.1. */
export const newPasskey = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: some,
    attestationObject: some,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
export type NewPasskey = z.infer<typeof newPasskey>

/** What it answers to `get()`. */
export const usedPasskey = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: some,
    authenticatorData: some,
    signature: some,
    userHandle: some.nullish(),
  }),
})
export type UsedPasskey = z.infer<typeof usedPasskey>

export const myPasskey = z.object({
  passkeyId: z.string(),
  /** Of the browser in which it was made. */
  userAgent: z.string().nullable(),
  createdAt: instant,
  usedAt: instant.nullable(),
})
export type MyPasskey = z.infer<typeof myPasskey>

/** Options for the browser, in the JSON form of WebAuthn level 3; it reads more than is named here. */
const options = z.looseObject({ challenge: z.string() })

export const beginPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/admin/my/passkeys/begin',
  access: signedIn,
  fresh: true,
  tag,
  summary: 'What the browser needs to make a passkey; nothing changes yet',
  response: options,
})

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/admin/my/passkeys',
  access: signedIn,
  fresh: true,
  tag,
  summary: 'Keep a passkey that the browser made; it opens my account from now on',
  body: z.object({ passkey: newPasskey }),
  response: z.object({ message: z.string() }),
})

export const removePasskey = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/my/passkeys/:passkeyId',
  access: signedIn,
  fresh: true,
  tag,
  summary: 'Remove one of my passkeys',
  params: z.object({ passkeyId: z.string().regex(/^[0-9a-f]{32}$/, 'There is no such passkey.') }),
  response: z.object({ message: z.string() }),
})

export const beginPasskeySignIn = defineEndpoint({
  method: 'POST',
  path: '/api/admin/passkey/begin',
  access: anyone,
  tag: 'Sessions',
  summary: 'What the browser needs to use a passkey; the same for everybody',
  response: options,
})

export const signInByPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/admin/passkey/login',
  access: anyone,
  tag: 'Sessions',
  summary: 'Sign in with a passkey, which is both factors',
  body: z.object({ passkey: usedPasskey }),
  response: session,
})
