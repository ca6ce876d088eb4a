import { z } from 'zod'
import { anyone, defineEndpoint, having } from '../endpoint.ts'
import { language } from './members.ts'
import { twoFactorCode } from '../platform/my-account.ts'
import { LOGO_UPLOAD, programmeBody, testAddress } from '../platform/programme.ts'
import { newPassword, PASSWORD_MESSAGES, PASSWORD_MAX, session } from '../platform/session.ts'
import { instant } from '../time.ts'
import { emailAddress, personName } from './workers.ts'

const tag = 'Set-up'

// ── the first-run guide, opened with the one-time set-up link ──
const token = z
  .string({ error: 'The link is not complete.' })
  .min(20, 'The link is not complete.')
  .max(100, 'The link is not complete.')

export const SETUP_STEPS = ['programme', 'admin', 'code'] as const

const guide = z.object({
  /** The step to go on with; the steps before it are done and may be done again. */
  step: z.enum(SETUP_STEPS),
  programme: z.object({
    /** Empty until it is given. */
    name: z.string(),
    colour: z.string(),
    supportPhone: z.string().nullable(),
    supportEmail: z.string().nullable(),
    languages: z.array(language),
  }),
  logoUrl: z.string().nullable(),
  admin: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** What the authenticator app scans, once the account is prepared. */
  twoFactor: z.object({ secret: z.string(), address: z.string() }).nullable(),
  expiresAt: instant,
})
export type SetupGuide = z.infer<typeof guide>

export const openSetup = defineEndpoint({
  method: 'POST',
  path: '/api/setup',
  access: anyone,
  tag,
  summary:
    'Open the first-run guide with the set-up link; from then on it is this browser’s (cookie)',
  body: z.object({ token }),
  response: guide,
})

export const setupProgramme = defineEndpoint({
  method: 'POST',
  path: '/api/setup/programme',
  access: anyone,
  tag,
  summary: 'First-run guide: name, colour, contact and languages of the programme',
  body: programmeBody.extend({ token }),
  response: guide,
})

export const setupLogo = defineEndpoint({
  method: 'POST',
  path: '/api/setup/logo',
  access: anyone,
  tag,
  summary: 'First-run guide: the logo, a PNG, JPEG or WebP picture',
  query: z.object({ token }),
  upload: LOGO_UPLOAD,
  response: guide,
})

export const setupAdmin = defineEndpoint({
  method: 'POST',
  path: '/api/setup/admin',
  access: anyone,
  tag,
  summary: 'First-run guide: the first administrator; the account opens with the first code',
  body: z
    .object({
      token,
      name: personName,
      email: emailAddress,
      password: newPassword,
      confirmPassword: z
        .string({ error: PASSWORD_MESSAGES.confirmRequired })
        .min(1, PASSWORD_MESSAGES.confirmRequired)
        .max(PASSWORD_MAX),
    })
    .refine((body) => body.password === body.confirmPassword, {
      message: PASSWORD_MESSAGES.mismatch,
      path: ['confirmPassword'],
    }),
  response: guide,
})

export const finishSetup = defineEndpoint({
  method: 'POST',
  path: '/api/setup/finish',
  access: anyone,
  tag,
  summary:
    'First-run guide: the first code of the app; ends the link and signs the administrator in',
  body: z.object({ token, code: twoFactorCode }),
  response: z.object({ session, recoveryCodes: z.array(z.string()) }),
})

// ── the checklist ──
export const CHECKLIST = [
  'programme',
  'plant',
  'product',
  'distributor',
  'second_admin',
  'message_channel',
  'payout_provider',
  'batch',
  'worker',
  'member',
] as const
export type ChecklistKey = (typeof CHECKLIST)[number]

const tried = z.object({
  at: instant,
  by: z.string(),
  /** What was tried and what came of it, in words. */
  words: z.string(),
})

const checklist = z.object({
  done: z.boolean(),
  items: z.array(z.object({ key: z.enum(CHECKLIST), done: z.boolean() })),
})
export type Checklist = z.infer<typeof checklist>

export const getSetup = defineEndpoint({
  method: 'GET',
  path: '/api/setup',
  access: having('programme.edit'),
  tag,
  summary: 'What is still to do until the programme can run',
  response: checklist,
})

const channelState = z.object({
  /** Whether its setting is there. */
  ready: z.boolean(),
  /** The environment variable that sets it up. */
  setting: z.string(),
  tried: tried.nullable(),
})

const channels = z.object({
  sms: channelState,
  email: channelState,
  payouts: z.object({
    /** Whether a payout provider is set up. */
    ready: z.boolean(),
    settings: z.array(z.string()),
    tried: tried.nullable(),
  }),
})
export type SetupChannels = z.infer<typeof channels>

export const getChannels = defineEndpoint({
  method: 'GET',
  path: '/api/admin/setup/channels',
  access: having('programme.edit'),
  tag,
  summary: 'Which message channels and which payout provider are set up, and when they were tried',
  response: channels,
})

const outcome = z.object({ ok: z.boolean(), words: z.string(), channels })

export const tryMessage = defineEndpoint({
  method: 'POST',
  path: '/api/admin/setup/messages',
  access: having('programme.edit'),
  tag,
  summary: 'Send a test message to my own mobile or e-mail and say what the channel answered',
  body: testAddress,
  response: outcome,
})

export const tryPayouts = defineEndpoint({
  method: 'POST',
  path: '/api/admin/setup/payouts',
  access: having('programme.edit'),
  tag,
  summary: 'Ask the payout provider for the balance, or choose to pay by bank file',
  body: z.object({ way: z.enum(['provider', 'bank_file'], { error: 'Choose how to pay.' }) }),
  response: outcome,
})
