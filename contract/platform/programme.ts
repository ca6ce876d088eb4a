import { z } from 'zod'
import { anyone, defineEndpoint, file, having, seeing } from '../endpoint.ts'
import { gstin, mobile, nameText, pan, panOfGstin } from '../india.ts'
import { language, LANGUAGES } from '../people/members.ts'
import { PROGRAMME } from '../menu.ts'
import { dltNumber } from './dlt.ts'
import { linkFault } from './message-links.ts'
import { emailAddress } from '../people/workers.ts'

const tag = 'Programme'

/** What the programme is called until it has a name of its own. */
export const UNNAMED = 'HIL'

const MB = 1024 * 1024
/** An SVG can hold scripts, so it is not taken. */
export const LOGO_UPLOAD = { types: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 2 * MB }

const colour = z
  .string({ error: 'Choose a colour.' })
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'A colour is written like #1f5eb8.')

/** A telephone of the helpdesk: a mobile, a landline with its area code, or a number that begins with 1800. */
export const supportPhone = z
  .string({ error: 'Enter the telephone number.' })
  .trim()
  .max(20, 'A telephone number has at most 20 characters.')
  .regex(
    /^\+?\d[\d\s-]{6,18}\d$/,
    'Enter a telephone number such as 1800 123 4567 or +91 98200 12345.',
  )

const languages = z
  .array(language)
  .min(1, 'Choose at least one language.')
  .max(LANGUAGES.length)
  .refine((given) => new Set(given).size === given.length, 'Each language once.')

/** What the first-run guide asks for, and what everybody sees of the programme. */
export const programmeBody = z.object({
  name: nameText('The name', 40, 1).refine(
    (name) => linkFault(name, {}, []) === null,
    'Every message carries the name, and this reads as a link. Write it without the dot.',
  ),
  colour,
  supportPhone: supportPhone.nullable(),
  supportEmail: emailAddress.nullable(),
  /** The first one is that of members who choose none. */
  languages,
})
export type ProgrammeBody = z.infer<typeof programmeBody>

const tan = z
  .string({ error: 'Enter the TAN.' })
  .max(20, 'A TAN has ten characters.')
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .refine(
    (text) => /^[A-Z]{4}\d{5}[A-Z]$/.test(text),
    'A TAN is four letters, five digits and a letter, such as MUMH12345B.',
  )

const dltHeader = z
  .string({ error: 'Enter the header.' })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{3,11}$/, 'A header is 3 to 11 letters or digits, such as SHAKTI.')

/** The company behind the programme, as documents and operators name it. */
const legal = z.object({
  legalName: nameText('The legal name', 120, 2).nullable(),
  address: nameText('The address', 300, 5).nullable(),
  gstin: gstin.nullable(),
  pan: pan.nullable(),
  tan: tan.nullable(),
  /** Left out, both stay as they are. */
  dltEntity: dltNumber('DLT entity id').nullish(),
  dltHeader: dltHeader.nullish(),
})
export const companyFields = { ...programmeBody.shape, ...legal.shape }

type Identity = { gstin: string | null; pan: string | null }
export const panFits = ({ gstin: number, pan: holder }: Identity): boolean =>
  number === null || holder === null || panOfGstin(number) === holder
export const PAN_MISFIT = {
  message: 'This is not the PAN inside the GSTIN: one of the two is mistyped.',
  path: ['pan'],
}

export const companyBody = z
  .object({ ...companyFields, version: z.number().int().min(0) })
  .refine(panFits, PAN_MISFIT)
export type CompanyBody = z.infer<typeof companyBody>

const shown = z.object({
  /** Null until the programme has a name of its own. */
  name: z.string().nullable(),
  colour: z.string().nullable(),
  logoUrl: z.string().nullable(),
  supportPhone: z.string().nullable(),
  supportEmail: z.string().nullable(),
  languages: z.array(language),
})
export type ShownProgramme = z.infer<typeof shown>

const company = shown.extend({
  legalName: z.string().nullable(),
  address: z.string().nullable(),
  gstin: z.string().nullable(),
  pan: z.string().nullable(),
  tan: z.string().nullable(),
  /** The company’s number with the operators, and the name that an SMS comes from; null: not registered. */
  dltEntity: z.string().nullable(),
  dltHeader: z.string().nullable(),
  /** Sent back with a change: what somebody else changed meanwhile is not written over. */
  version: z.number().int(),
})
export type Company = z.infer<typeof company>

export const showProgramme = defineEndpoint({
  method: 'GET',
  path: '/api/programme',
  access: anyone,
  tag,
  summary: 'The name, logo, colour, languages and support contact of the programme',
  tagged: true,
  response: shown,
})

export const showLogo = defineEndpoint({
  method: 'GET',
  path: '/api/programme/logo/:hash',
  access: anyone,
  tag,
  summary: 'The logo; another logo has another address',
  params: z.object({ hash: z.string().regex(/^[0-9a-f]{32}$/, 'There is no such logo.') }),
  response: file('image/png'),
})

export const getCompany = defineEndpoint({
  method: 'GET',
  path: '/api/admin/programme/company',
  access: seeing(PROGRAMME),
  tag,
  summary: 'The programme and the company behind it',
  response: company,
})

export const saveCompany = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/programme/company',
  access: having('programme.edit'),
  tag,
  summary: 'Change the programme’s name, colour and contact, and the company’s details',
  body: companyBody,
  response: company,
})

export const saveLogo = defineEndpoint({
  method: 'POST',
  path: '/api/admin/programme/logo',
  access: having('programme.edit'),
  tag,
  summary: 'Set the logo: a PNG, JPEG or WebP picture',
  upload: LOGO_UPLOAD,
  response: company,
})

export const removeLogo = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/programme/logo',
  access: having('programme.edit'),
  tag,
  summary: 'Remove the logo',
  response: company,
})

/** Where a test message goes. */
export const testAddress = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('sms'), to: mobile }),
  z.object({ channel: z.literal('email'), to: emailAddress }),
])
