import { z } from 'zod'
import { defineEndpoint, having, signedIn } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { language } from '../people/members.ts'
import { myPasskey, usedPasskey } from './passkeys.ts'
import { wholeNumber } from '../paging.ts'
import { staffChangeDone } from '../people/staff-changes.ts'
import { instant } from '../time.ts'

const tag = 'My account'

/** Six digits of the authenticator app, or one of the recovery codes. */
export const twoFactorCode = z
  .string({ error: 'Enter the code.' })
  .trim()
  .min(1, 'Enter the code.')
  .max(30, 'The code has six digits; a recovery code has ten letters and digits.')

const twoFactorStatus = z.object({
  on: z.boolean(),
  since: instant.nullable(),
  recoveryCodesLeft: z.number().int(),
  /** Whether my role must have it (TOTP_REQUIRED_ROLES). */
  required: z.boolean(),
})
export type TwoFactorStatus = z.infer<typeof twoFactorStatus>

export const myAccount = defineEndpoint({
  method: 'GET',
  path: '/api/admin/my/account',
  access: signedIn,
  tag,
  summary: 'My two-factor sign-in, my passkeys and where I am signed in',
  response: z.object({
    /** Of the worker section, and of the messages that the programme sends me. */
    language,
    twoFactor: twoFactorStatus,
    passkeys: z.array(myPasskey),
    sessions: z.array(
      z.object({
        sessionId: z.string(),
        current: z.boolean(),
        createdAt: instant,
        seenAt: instant,
        address: z.string().nullable(),
        userAgent: z.string().nullable(),
      }),
    ),
  }),
})

export const setMyLanguage = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/my/language',
  access: signedIn,
  tag,
  summary: 'My language: of the worker section, and of the messages that the programme sends me',
  body: z.object({ language }),
  response: z.object({ language }),
})

const password = z
  .string({ error: 'Enter your password.' })
  .min(1, 'Enter your password.')
  .max(1024)

export const proveItIsMe = defineEndpoint({
  method: 'POST',
  path: '/api/admin/my/proof',
  access: signedIn,
  tag,
  summary: 'Confirm by password, second factor or passkey that it is me, for endpoints that ask',
  body: z
    .object({
      password: password.optional(),
      code: twoFactorCode.optional(),
      passkey: usedPasskey.optional(),
    })
    .refine((given) => Object.values(given).filter((one) => one !== undefined).length === 1, {
      message: 'Enter your password or a code.',
      path: ['password'],
    }),
  response: z.object({ message: z.string() }),
})

export const beginTwoFactor = defineEndpoint({
  method: 'POST',
  path: '/api/admin/my/two-factor/begin',
  access: signedIn,
  fresh: true,
  tag,
  summary: 'A new secret for an authenticator app; nothing changes until a code of it is entered',
  response: z.object({
    secret: z.string(),
    /** What the app scans: `otpauth://totp/…`. */
    address: z.string(),
  }),
})

/** Shown once: each opens the account once instead of a code. */
const recovery = z.object({ recoveryCodes: z.array(z.string()) })

export const confirmTwoFactor = defineEndpoint({
  method: 'POST',
  path: '/api/admin/my/two-factor/confirm',
  access: signedIn,
  fresh: true,
  tag,
  summary: 'Turn two-factor sign-in on by a first code; my other sessions end',
  body: z.object({ code: twoFactorCode }),
  response: recovery,
})

export const endTwoFactor = defineEndpoint({
  method: 'POST',
  path: '/api/admin/my/two-factor/end',
  access: signedIn,
  fresh: true,
  tag,
  summary: 'Turn two-factor sign-in off; refused where the role must have it',
  body: z.object({ code: twoFactorCode }),
  response: z.object({ message: z.string() }),
})

export const renewRecovery = defineEndpoint({
  method: 'POST',
  path: '/api/admin/my/two-factor/recovery',
  access: signedIn,
  fresh: true,
  tag,
  summary: 'Ten new recovery codes; the old ones end',
  body: z.object({ code: twoFactorCode }),
  response: recovery,
})

export const endMySession = defineEndpoint({
  method: 'POST',
  path: '/api/admin/my/sessions/:sessionId/end',
  access: signedIn,
  tag,
  summary: 'End one of my sessions',
  params: z.object({ sessionId: z.string().regex(/^[0-9a-f]{32}$/, 'This names no session.') }),
  response: z.object({ message: z.string() }),
})

export const resetTwoFactor = defineEndpoint({
  method: 'POST',
  path: '/api/admin/staff/:staffId/reset-two-factor',
  access: having('staff.manage'),
  fresh: true,
  tag: 'Staff',
  summary: 'Propose to turn off the two-factor sign-in of somebody who lost the phone',
  params: z.object({ staffId: wholeNumber('Account') }),
  body: z.object({ reason: plainText('The reason', 300, 3) }),
  response: staffChangeDone,
})
