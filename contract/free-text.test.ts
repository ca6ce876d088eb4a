import { expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from './api.ts'
import { personalNumbersIn } from './personal-numbers.ts'

// On 24 November 2026 "2341  2341  2346", with two spaces, was stored in clear by a note. Whatever
// people type into the product is read here: no field may keep a whole number of a person.

const PROBES = [
  'It is 2341  2341  2346 here',
  '234123412346',
  'My PAN is ABCPE1234F',
  'ABCPE1234F',
  'Account 1234 5678 9012',
  '123456789012',
]

/** Fields by the end of their path, and why they may hold one or cannot be judged. */
const ALLOWED: readonly [RegExp, string][] = [
  [/\.(pan|gtin|aadhaar\.number|pan\.number|bank\.account)$/, 'is such a number, in its own field'],
  [
    /\.(utr|reference|trackingNumber|supportPhone|dlt\w+)$/,
    'digits of another kind that look the same',
  ],
  [/\.(password|confirmPassword|token|code|\w*Code|confirm)$/, 'a secret, or a code of a set form'],
  [/\.(\w+Ids?|idempotencyKey|upTo|selected|order|device|version|seen)$/, 'written by programs'],
  [/\.(hidden|shown|columns|type|productGroups|key)$/, 'names of ours'],
  [/\.(filters|query)$/, 'what a list is searched by'],
  [/(\.email|media-uploads\.name)$/, 'an address, the name of a file'],
  [/\.passkey\.[\w.]+$/, 'made by a browser'],
  [/\.cells$/, 'sealed, and judged by its columns'],
]

type Leaf = { path: string; schema: z.ZodType }

/** The fields of a body that take text, each with the whole of its schema. */
function leavesOf(schema: unknown, path: string): Leaf[] {
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat)
    return [{ path, schema }]
  if (schema instanceof z.ZodPipe) {
    const inner = leavesOf(schema.in, path)
    return inner.length === 1 && inner[0]?.path === path ? [{ path, schema }] : inner
  }
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, one]) => leavesOf(one, `${path}.${name}`))
  }
  if (schema instanceof z.ZodArray) return leavesOf(schema.element, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => leavesOf(one, path))
  if (schema instanceof z.ZodRecord) {
    return [...leavesOf(schema.keyType, `${path}.key`), ...leavesOf(schema.valueType, path)]
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return leavesOf(schema.unwrap(), path)
  }
  // The value of a rule: the schema of that rule judges it.
  if (schema instanceof z.ZodUnknown) return []
  const isKnown = [z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodTransform].some(
    (kind) => schema instanceof kind,
  )
  if (!isKnown) throw new Error(`${path}: a schema of a kind that this test does not know.`)
  return []
}

const leaves = ENDPOINTS.flatMap(({ body, method, path }) =>
  body ? leavesOf(body, `${method} ${path}`) : [],
)

/** The first text that the field would keep with a whole number in it. */
function kept({ schema }: Leaf): string | undefined {
  return PROBES.find((text) => {
    const { success, data } = schema.safeParse(text)
    return success && typeof data === 'string' && personalNumbersIn(data).length > 0
  })
}

test('no field that people type into keeps a whole Aadhaar number, PAN or account number', () => {
  const keeping = leaves.filter((leaf) => kept(leaf) !== undefined).map(({ path }) => path)
  const isAllowed = (path: string) => ALLOWED.some(([form]) => form.test(path))
  expect(keeping.filter((path) => !isAllowed(path))).toEqual([])
  for (const [form] of ALLOWED) expect(keeping.filter((path) => form.test(path))).not.toEqual([])
  expect(leaves.length).toBeGreaterThan(300)
})
