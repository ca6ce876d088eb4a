import fc from 'fast-check'

/** The part of JSON Schema that our document speaks. */
export type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
}

/** Longer texts and lists say nothing more, and make a run slow. */
const MOST_ITEMS = 4
const MOST_LETTERS = 80

const DAYS = fc
  .date({ min: new Date('2025-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

/** Values that a schema allows, as far as a schema can say. */
export function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(valuesOf))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const [type, ...others] = [schema.type ?? 'any'].flat()
  if (others.length > 0) {
    return fc.oneof(...[type, ...others].map((one) => valuesOf({ ...schema, type: one ?? 'any' })))
  }
  switch (type) {
    case 'object':
      return objects(schema)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(
          Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS),
          schema.minItems ?? 0,
        ),
      })
    case 'string':
      return texts(schema)
    case 'integer':
      return wholeNumbers(schema)
    case 'number':
      return fc.oneof(
        wholeNumbers(schema),
        fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true }),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function objects({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, schema] of Object.entries(properties)) fields[name] = valuesOf(schema)
  return fc.record(fields, { requiredKeys: required })
}

/** Small ones are likelier to name something that is there. */
function wholeNumbers({ minimum, maximum, exclusiveMinimum }: JsonSchema): fc.Arbitrary<number> {
  const min = Math.max(minimum ?? -1_000_000, (exclusiveMinimum ?? -Infinity) + 1)
  const max = maximum ?? 1_000_000
  const small = { min: Math.max(min, Math.min(1, max)), max: Math.max(min, Math.min(60, max)) }
  return fc.oneof({ weight: 3, arbitrary: fc.integer(small) }, wide(min, max))
}

const wide = (min: number, max: number) =>
  fc.maxSafeInteger().map((value) => Math.min(Math.max(value, min), max))

function texts({ pattern, format, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 4 })
  if (format === 'date-time') return DAYS.map((day) => `${day}T10:00:00Z`)
  if (pattern === String.raw`^\d{4}-\d{2}-\d{2}$`) return DAYS
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'))
  const letters = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(Math.min(maxLength ?? MOST_LETTERS, MOST_LETTERS), minLength),
  })
  const long = fc.constant('x'.repeat(Math.min(maxLength ?? MOST_LETTERS, 20_000)))
  return fc.oneof({ weight: 5, arbitrary: letters }, long)
}

/** Values that are none of the schema's, for sure: another type, beyond a limit, not in the list. */
export function nonsenseFor(schema: JsonSchema): unknown[] {
  if (schema.anyOf ?? schema.oneOf) return []
  const types = [schema.type ?? 'any'].flat()
  if (types.length > 1 || types[0] === 'any') return []
  const wrong: unknown[] = [{ no: ['such', 'thing'] }]
  if (schema.enum ?? schema.const !== undefined) wrong.push('no such choice')
  if (types[0] === 'integer' || types[0] === 'number') {
    wrong.push('many')
    if (schema.maximum !== undefined && schema.maximum < 1e15) wrong.push(schema.maximum + 1)
    if (schema.minimum !== undefined && schema.minimum > -1e15) wrong.push(schema.minimum - 1)
    if (types[0] === 'integer') wrong.push(1.5)
  }
  if (types[0] === 'string') {
    if (schema.maxLength !== undefined) wrong.push('x'.repeat(schema.maxLength + 1))
    if (schema.pattern !== undefined || schema.format !== undefined) wrong.push('\u0001 no match')
  }
  if (types[0] === 'array' && schema.minItems) wrong.push([])
  if (types[0] === 'object') return ['no object', 5]
  return wrong
}
