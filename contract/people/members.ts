import { z } from 'zod'
import { ONE_OF_TWO, belongsTo } from '../belongs-to.ts'
import { anyone, defineEndpoint, demoOnly, member } from '../endpoint.ts'
import { mobile, nameText, stateId } from '../india.ts'
import { instant } from '../time.ts'

export const MEMBER_KINDS = ['retailer', 'contractor', 'mason', 'painter'] as const
export const memberKind = z.enum(MEMBER_KINDS)
export const MEMBER_KIND_NAMES: Record<(typeof MEMBER_KINDS)[number], string> = {
  retailer: 'Retailer',
  contractor: 'Contractor',
  mason: 'Mason',
  painter: 'Painter',
}
export type MemberKind = z.infer<typeof memberKind>

const tag = 'Member'

const otp = z
  .string({ error: 'Enter the one-time password.' })
  .regex(/^\d{6}$/, 'The one-time password has six digits.')
/** Of the answer to the request that had the one-time password sent. */
const requestId = z
  .string({ error: 'Ask for a one-time password first.' })
  .regex(/^[\w-]{43}$/, 'Ask for a one-time password first.')
/** What an earlier sign-in on this phone gave: with it no stranger’s tries count against the member. */
const device = z.string().max(1000).optional()
const otpSent = z.object({
  message: z.string(),
  expiresInSeconds: z.number().int(),
  requestId: z.string(),
})
const memberSession = z.object({
  token: z.string(),
  /** Send it when asking for the next one-time password and with it. */
  device: z.string(),
  member: z.object({ memberId: z.number().int(), code: z.string(), name: z.string() }),
})

export const requestOtp = defineEndpoint({
  method: 'POST',
  path: '/api/member/otp',
  access: anyone,
  tag,
  summary: 'Send a one-time password to a member; the answer is the same for any mobile',
  body: z.object({ mobile, device }),
  response: otpSent,
})

export const openMemberSession = defineEndpoint({
  method: 'POST',
  path: '/api/member/session',
  access: anyone,
  tag,
  summary:
    'Sign in with the one-time password; who was enrolled by staff agrees to the notice the first time',
  body: z.object({
    mobile,
    otp,
    requestId,
    device,
    /** Wanted once of a member whom staff enrolled: the answer without it holds the notice. */
    consent: z.literal(true, { error: 'Say true, or leave it out.' }).optional(),
  }),
  response: memberSession,
})

export const closeMemberSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/member/session',
  access: member,
  tag,
  summary: 'Sign out',
  response: z.object({ message: z.string() }),
})

// ── joining, profile and consent ──
export const LANGUAGES = ['en', 'hi'] as const
export const language = z.enum(LANGUAGES, { error: 'Choose English (en) or Hindi (hi).' })
export type Language = z.infer<typeof language>
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', hi: 'Hindi' }

/** What a member agrees to, each on its own. Without `kyc` no KYC is taken. */
export const CONSENT_PURPOSES = ['programme', 'kyc'] as const
export const consentPurpose = z.enum(CONSENT_PURPOSES, { error: 'There is no such purpose.' })
export type ConsentPurpose = z.infer<typeof consentPurpose>

/** The notices in force: a consent names the version it was given to. */
export const NOTICES: Record<ConsentPurpose, { version: string; en: string; hi: string }> = {
  programme: {
    version: '2026-11',
    en: 'We keep your name, mobile number, city and scans to run the rewards programme: to credit points, prevent fraud and answer you. You may withdraw this at any time; your account is then closed.',
    hi: 'हम रिवॉर्ड कार्यक्रम चलाने के लिए आपका नाम, मोबाइल नंबर, शहर और स्कैन रखते हैं: अंक देने, धोखाधड़ी रोकने और आपको उत्तर देने के लिए। आप इसे कभी भी वापस ले सकते हैं; तब आपका खाता बंद हो जाता है।',
  },
  kyc: {
    version: '2026-11',
    en: 'We keep the identity and bank details you send to verify you, to pay you and to deduct tax as the law asks. Of Aadhaar only the last four digits and the reference of the verification are kept.',
    hi: 'हम आपकी पहचान और बैंक विवरण आपको सत्यापित करने, भुगतान करने और कानून के अनुसार कर काटने के लिए रखते हैं। आधार के केवल अंतिम चार अंक और सत्यापन का संदर्भ रखा जाता है।',
  },
}

const personName = nameText('The name', 100, 2)
const city = nameText('The city', 80, 2)

export const requestRegistrationOtp = defineEndpoint({
  method: 'POST',
  path: '/api/member/registration/otp',
  access: anyone,
  tag,
  summary: 'Send a one-time password to a new number; the answer is the same for any mobile',
  body: z.object({ mobile }),
  response: otpSent,
})

export const registerMember = defineEndpoint({
  method: 'POST',
  path: '/api/member/registration',
  access: anyone,
  tag,
  summary: 'Join the programme; needs consent, and the one-time password sent to the mobile',
  body: z
    .object({
      mobile,
      otp,
      requestId,
      name: personName,
      kind: memberKind,
      state: stateId,
      city,
      /** Without it the first language of the programme. */
      language: language.optional(),
      ...belongsTo,
      consent: z.literal(true, { error: 'Joining needs your consent to the notice.' }),
    })
    .refine(({ distributorCode, retailerCode }) => !distributorCode || !retailerCode, {
      path: ['retailerCode'],
      error: ONE_OF_TWO,
    }),
  response: memberSession,
})

export const memberProfile = z.object({
  memberId: z.number().int(),
  code: z.string(),
  name: z.string(),
  mobile: z.string(),
  kind: memberKind,
  state: z.number().int(),
  city: z.string(),
  language,
  joinedAt: instant,
  kyc: z.string(),
  blocked: z.boolean(),
})

export const myProfile = defineEndpoint({
  method: 'GET',
  path: '/api/member/profile',
  access: member,
  tag,
  summary: 'My profile',
  response: memberProfile,
})

export const updateMyProfile = defineEndpoint({
  method: 'PUT',
  path: '/api/member/profile',
  access: member,
  tag,
  summary: 'Change my name (until KYC is approved), city or language',
  body: z.object({
    name: personName.optional(),
    city: city.optional(),
    language: language.optional(),
  }),
  response: memberProfile,
})

const consents = z.object({
  items: z.array(
    z.object({
      purpose: consentPurpose,
      /** The notice in force, in the member's language. */
      version: z.string(),
      notice: z.string(),
      /** What was agreed to last, and whether it stands. */
      givenVersion: z.string().nullable(),
      givenAt: instant.nullable(),
      withdrawnAt: instant.nullable(),
    }),
  ),
})

export const myConsents = defineEndpoint({
  method: 'GET',
  path: '/api/member/consents',
  access: member,
  tag,
  summary: 'The notices in force and what I agreed to',
  response: consents,
})

const consentParams = z.object({ purpose: consentPurpose })

export const giveConsent = defineEndpoint({
  method: 'POST',
  path: '/api/member/consents/:purpose',
  access: member,
  tag,
  summary: 'Agree to a notice, by its version',
  params: consentParams,
  body: z.object({ version: z.string().max(20) }),
  response: consents,
})

export const withdrawConsent = defineEndpoint({
  method: 'DELETE',
  path: '/api/member/consents/:purpose',
  access: member,
  tag,
  summary:
    'Withdraw a consent; without `kyc` redemptions stop, without `programme` the account closes',
  params: consentParams,
  response: consents,
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
      z.object({
        channel: z.string(),
        to: z.string(),
        /** Of a mail. */
        subject: z.string().nullable(),
        text: z.string(),
        at: instant,
      }),
    ),
  }),
})
