import { z } from 'zod'
import { cannedBody } from '../../../../contract/desk/enquiries.ts'
import { language } from '../../../../contract/people/members.ts'
import { OCCASION_KEYS } from '../../../../contract/platform/message-occasions.ts'
import { templateText } from '../../../../contract/platform/message-templates.ts'
import { plantFields } from '../../../../contract/people/plants.ts'
import { companyFields, PAN_MISFIT, panFits } from '../../../../contract/platform/programme.ts'
import { groupFields } from '../../../../contract/programme/product-groups.ts'
import { couponPoints, productFields } from '../../../../contract/programme/products.ts'
import {
  isNumberKey,
  numberRule,
  RULE_KEYS,
  tableRule,
  type RuleKey,
  type Rules,
} from '../../../../contract/platform/rule-definitions.ts'
import { taxTerms } from '../../../../contract/money/tax-rules.ts'
import { territoryFields } from '../../../../contract/people/territories.ts'

export const FORMAT = 'hil-programme'
const VERSION = 1

/** Deactivated masters stay in the file, so that another place does not offer them either. */
const active = z.boolean().default(true)

const programme = z.strictObject(companyFields).refine(panFits, PAN_MISFIT)
const group = z.strictObject({ ...groupFields.shape, active })
const territory = z.strictObject({ ...territoryFields.shape, active })
const plant = z.strictObject({ ...plantFields.shape, active })
const product = z.strictObject({
  ...productFields.omit({ mediaId: true }).shape,
  points: couponPoints,
  active,
})
const cannedAnswer = z.strictObject(cannedBody.shape)

function schemaOf(key: RuleKey): z.ZodType {
  if (!isNumberKey(key)) return tableRule(key).schema
  const { min, max } = numberRule(key)
  return z.number().int().min(min).max(max)
}
const messageText = z.strictObject({
  occasion: z.enum(OCCASION_KEYS, { error: 'There is no such occasion.' }),
  language,
  ...templateText.shape,
})
const rules = z.strictObject(
  Object.fromEntries(RULE_KEYS.map((key) => [key, schemaOf(key)])) as {
    [K in RuleKey]: z.ZodType<Rules[K]>
  },
)

export type ProgrammeItem = z.output<typeof programme>
export type GroupItem = z.output<typeof group>
export type TerritoryItem = z.output<typeof territory>
export type PlantItem = z.output<typeof plant>
export type ProductItem = z.output<typeof product>
export type MessageItem = z.output<typeof messageText>
export type CannedItem = z.output<typeof cannedAnswer>

/**
 * The configuration of a programme as a file that people read and review: masters, rules and texts,
 * no people and no secrets. A part that is left out is not looked at.
 */
const programmeFile = z.strictObject({
  format: z.literal(FORMAT, { error: `This is not a programme file: format is not ${FORMAT}.` }),
  version: z.literal(VERSION, {
    error: `This version of the program reads programme files of version ${VERSION}.`,
  }),
  programme: programme.optional(),
  rules: rules.partial().optional(),
  /** By the day from which each holds. */
  taxRules: z.array(taxTerms.strict()).optional(),
  productGroups: z.array(group).optional(),
  territories: z.array(territory).optional(),
  plants: z.array(plant).optional(),
  products: z.array(product).optional(),
  cannedAnswers: z.array(cannedAnswer).optional(),
  /** Those that somebody changed; the others are built in. */
  messages: z.array(messageText).optional(),
})
export type ProgrammeFile = z.output<typeof programmeFile>
/** Of a programme without a name yet `programme` is left out. */
export type Parts = Required<Omit<ProgrammeFile, 'format' | 'version' | 'programme'>> &
  Pick<ProgrammeFile, 'programme'>

/** Thrown for a file that cannot be taken; the message is for the person who brought it. */
export class ProgrammeFileError extends Error {}

/** Reads a file, or says in one sentence a line what is wrong in it and where. */
export function readProgrammeFile(text: string): ProgrammeFile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new ProgrammeFileError(`This is not JSON: ${(error as Error).message}`, { cause: error })
  }
  const read = programmeFile.safeParse(json)
  if (read.success) return read.data
  const lines = read.error.issues.map(({ path, code, message, ...issue }) => {
    const where = path.map((step) => (typeof step === 'number' ? step + 1 : String(step)))
    const what =
      code === 'unrecognized_keys' && 'keys' in issue
        ? `There is no ${issue.keys.join(', ')} here.`
        : message
    return [where.join(' › '), what].filter(Boolean).join(': ')
  })
  throw new ProgrammeFileError(lines.join('\n'))
}

export const writeProgrammeFile = (parts: Parts): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, ...parts }, null, 2)}\n`
