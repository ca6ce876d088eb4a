import path from 'node:path'
import { z } from 'zod'

/** What the documents say about a setting, beside what its type tells. */
export type SettingNotes = {
  /** What it does, in Markdown. */
  meaning: string
  /** The default in words, where it is not a value of the type. */
  otherwise?: string
}

const notes = z.registry<SettingNotes>()

/** A setting with its meaning; `otherwise` is the default in words where it depends on other settings. */
export function setting<T extends z.ZodType>(type: T, meaning: string, otherwise?: string): T {
  notes.add(type, { meaning, ...(otherwise !== undefined && { otherwise }) })
  return type
}

/** Throws for a setting that was not made by `setting()`. */
export function notesOf(type: z.ZodType): SettingNotes {
  const found = notes.get(type)
  if (!found) throw new Error('A setting has no meaning: make it with setting().')
  return found
}

export const whole = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a number from ${min} to ${max}` })
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)

export const yesOrNo = z.enum(['yes', 'no'], { error: 'must be yes or no' })
export const text = z.string().min(1)
export const webAddress = z.url('must be an http or https address')
export const origin = z
  .url('must be an address such as https://hil.example')
  .transform((value) => new URL(value).origin)
export const folder = text.transform((value) => path.resolve(value))
export const postgres = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')

/** Values separated by commas. */
export const listOf = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .default('')
    .transform((value) => value.split(',').map((one) => one.trim()))
    .transform((items) => items.filter((one) => one !== ''))
    .pipe(z.array(item))
