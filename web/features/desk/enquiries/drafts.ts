import { useState } from 'react'
import { readSession, staffIdOf } from '../../../lib/session.ts'

export const MODES = ['answer', 'note'] as const
export type Mode = (typeof MODES)[number]

/**
 * What is written and not sent yet. `key` names the sending of exactly this text in this way, so
 * that a second try after a lost answer says nothing twice.
 */
export type Written = { text: string; key: string; way: string }
export type Draft = Record<Mode, Written>

const PREFIX = 'hil.enquiry.'

const empty = (): Written => ({ text: '', key: crypto.randomUUID(), way: '' })

/** Another text is another message. */
export const rewritten = (before: Written, text: string): Written =>
  text === before.text ? before : { ...empty(), text }

/** The same text sent in another way (to resolve as well) is another request. */
export const sentAs = (before: Written, way: string): Written =>
  before.way === '' || before.way === way
    ? { ...before, way }
    : { ...before, way, key: crypto.randomUUID() }

function mine(): string {
  const session = readSession()
  return `${PREFIX}${(session && staffIdOf(session)) ?? 0}.`
}

/** Whoever signs in next in this window reads nothing of it. */
function forgetOthers(prefix: string): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(PREFIX) && !name.startsWith(prefix)) sessionStorage.removeItem(name)
  }
}

const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' &&
  value !== null &&
  ['text', 'key', 'way'].every((name) => typeof Reflect.get(value, name) === 'string')

export function readDraft(enquiryId: string): Draft {
  forgetOthers(mine())
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(mine() + enquiryId) ?? '{}')
    const part = (mode: Mode): unknown =>
      typeof kept === 'object' && kept !== null ? Reflect.get(kept, mode) : null
    const [answer, note] = [part('answer'), part('note')]
    return {
      answer: isWritten(answer) ? answer : empty(),
      note: isWritten(note) ? note : empty(),
    }
  } catch {
    return { answer: empty(), note: empty() }
  }
}

export function writeDraft(enquiryId: string, draft: Draft): void {
  const name = mine() + enquiryId
  try {
    if (MODES.every((mode) => draft[mode].text === '')) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(draft))
  } catch {
    // Without room for it the text stays in the field, only not over a reload.
  }
}

/** What is written to an enquiry, kept through closing, failure and reload until it is sent. */
export function useDraft(enquiryId: string) {
  const [draft, setDraft] = useState(() => readDraft(enquiryId))
  const change = (mode: Mode, written: Written): void => {
    const next = { ...draft, [mode]: written }
    writeDraft(enquiryId, next)
    setDraft(next)
  }
  return {
    draft,
    change,
    clear: (mode: Mode): void => change(mode, empty()),
  }
}
