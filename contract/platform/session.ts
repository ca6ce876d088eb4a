import { z } from 'zod'
import { anyone, defineEndpoint, signedIn } from '../endpoint.ts'
import { ROLES } from '../roles.ts'

const tag = 'Sessions'
export const PASSWORD_MESSAGES = {
  required: 'New password is required',
  tooShort: 'Password must be at least 6 characters',
  confirmRequired: 'Confirm password is required',
  mismatch: 'Passwords must match',
} as const
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128

/** Unknown input becomes the words of the shell spec, section 5. */
export const newPassword = z
  .string({ error: PASSWORD_MESSAGES.required })
  .min(1, PASSWORD_MESSAGES.required)
  .min(PASSWORD_MIN, PASSWORD_MESSAGES.tooShort)
  .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`)

const confirmed = {
  password: newPassword,
  confirmPassword: z
    .string({ error: PASSWORD_MESSAGES.confirmRequired })
    .min(1, PASSWORD_MESSAGES.confirmRequired)
    .max(PASSWORD_MAX),
}
const bothEqual = {
  check: (body: { password: string; confirmPassword: string }) =>
    body.password === body.confirmPassword,
  params: { message: PASSWORD_MESSAGES.mismatch, path: ['confirmPassword'] },
}

const done = z.object({ message: z.string() })
const email = z
  .string({ error: 'Enter your e-mail.' })
  .trim()
  .min(1, 'Enter your e-mail.')
  .max(254)
  .transform((text) => text.toLowerCase())

/** What the client keeps about who is signed in. `data` is what the shell shows of the person. */
export const session = z.object({
  token: z.string(),
  userRole: z.enum(ROLES),
  roleName: z.string(),
  email: z.string(),
  data: z.object({
    staffId: z.number().int(),
    name: z.string(),
    plantId: z.number().int().nullable(),
    /** The role must have two-factor sign-in and this person has not: nothing else works until then. */
    mustSetTwoFactor: z.boolean().optional(),
  }),
})
export type Session = z.infer<typeof session>

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/admin/login',
  access: anyone,
  tag,
  summary: 'Sign in with e-mail and password',
  body: z.object({
    email,
    password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(1024),
    /** Of two-factor sign-in, where it is on: asked for by a 401 with `fields.code`. */
    code: z.string().trim().max(30).optional(),
  }),
  response: session,
})

export const whoAmI = defineEndpoint({
  method: 'GET',
  path: '/api/admin/me',
  access: signedIn,
  tag,
  summary: 'Who is signed in',
  response: session.omit({ token: true }),
})

export const updatePassword = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/updatePassword',
  access: signedIn,
  tag,
  summary: 'Change my password and end my other sessions',
  body: z.object(confirmed).refine(bothEqual.check, bothEqual.params),
  response: done,
})

export const logout = defineEndpoint({
  method: 'GET',
  path: '/api/logout',
  access: anyone,
  tag,
  summary: 'End the session of the cookie or token; acts only on requests of the same origin',
  response: done,
})

export const logoutByPost = defineEndpoint({
  ...logout,
  method: 'POST',
  summary: 'End the session of the cookie or token',
})

export const forgotPassword = defineEndpoint({
  method: 'POST',
  path: '/api/admin/forgotPassword',
  access: anyone,
  tag,
  summary: 'Send a one-time link for a new password; the answer is the same for any e-mail',
  body: z.object({ email }),
  response: done,
})

export const itWasNotMe = defineEndpoint({
  method: 'POST',
  path: '/api/admin/not-me',
  access: anyone,
  tag,
  summary:
    'Say by a mailed link that a change of the account was somebody else’s: sessions and password end',
  body: z.object({ token: z.string({ error: 'The link is not complete.' }).min(20).max(100) }),
  response: done,
})

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/api/admin/resetPassword',
  access: anyone,
  tag,
  summary: 'Set a password with a one-time link',
  body: z
    .object({
      token: z.string({ error: 'The link is not complete.' }).min(20).max(100),
      ...confirmed,
    })
    .refine(bothEqual.check, bothEqual.params),
  response: done,
})
