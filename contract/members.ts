import { z } from 'zod'
import { anyone, defineEndpoint, demoOnly, member } from './endpoint.ts'
import { mobile } from './india.ts'
import { instant } from './time.ts'

export const MEMBER_KINDS = ['retailer', 'contractor', 'mason', 'painter'] as const
export const memberKind = z.enum(MEMBER_KINDS)
export type MemberKind = z.infer<typeof memberKind>

const tag = 'Member'

export const requestOtp = defineEndpoint({
  method: 'POST',
  path: '/api/member/otp',
  access: anyone,
  tag,
  summary: 'Send a one-time password to a member; the answer is the same for any mobile',
  body: z.object({ mobile }),
  response: z.object({ message: z.string(), expiresInSeconds: z.number().int() }),
})

export const openMemberSession = defineEndpoint({
  method: 'POST',
  path: '/api/member/session',
  access: anyone,
  tag,
  summary: 'Sign in with the one-time password',
  body: z.object({
    mobile,
    otp: z
      .string({ error: 'Enter the one-time password.' })
      .regex(/^\d{6}$/, 'The one-time password has six digits.'),
  }),
  response: z.object({
    token: z.string(),
    member: z.object({ memberId: z.number().int(), code: z.string(), name: z.string() }),
  }),
})

export const closeMemberSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/member/session',
  access: member,
  tag,
  summary: 'Sign out',
  response: z.object({ message: z.string() }),
})

/** What the demo's SMS and e-mail channel would have sent; exists only while the demo runs. */
export const demoOutbox = defineEndpoint({
  method: 'GET',
  path: '/api/demo/outbox',
  access: demoOnly,
  tag: 'Demo',
  summary: 'Messages that the demo kept instead of sending them, newest first',
  query: z.object({ to: z.string().trim().min(1, 'Say to whom: ?to=…').max(254) }),
  response: z.object({
    items: z.array(
      z.object({ channel: z.string(), to: z.string(), text: z.string(), at: instant }),
    ),
  }),
})
