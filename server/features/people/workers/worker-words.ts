import { LANGUAGE_NAMES, type Language } from '../../../../contract/people/members.ts'
import { SHIFT_LABELS, type Shift } from '../../../../contract/people/shifts.ts'
import { plainWords } from '../../../../contract/trail.ts'
import { changeWords, fieldsOf, type FieldWords } from '../../../lib/change-words.ts'
import type { AuditedEvent } from '../../platform/audit/index.ts'

/** What the fields of a worker are called. */
export const FIELD_WORDS: FieldWords = {
  labels: {
    employeeCode: 'Employee code',
    name: 'Name',
    email: 'E-mail',
    mobile: 'Mobile',
    shift: 'Shift',
    language: 'Language',
    joinedOn: 'Joined on',
  },
  show: shown,
}
const WORDS: Readonly<Record<string, string>> = {
  'worker.created': 'Onboarded, with a one-time link for the first password',
  'worker.deactivated': 'Deactivated',
  'worker.reactivated': 'Reactivated',
  'worker.reset': 'Password taken away, new one-time link given',
  'staff.created': 'Account made',
  'password.changed': 'Changed the password',
  'account.not_me': 'Said that a change was somebody else’s',
  'password.reset': 'Set a password by a one-time link',
}

/** An event of the audit trail as the page of a worker tells it. */
export function wordsOf({ action, before, after, made }: AuditedEvent): string {
  switch (action) {
    case 'workers.onboarded':
      return made ? 'Onboarded by file' : 'Changed by file'
    case 'worker.moved': {
      const [from, to] = [fieldsOf(before).plantName, fieldsOf(after).plantName]
      return `Moved from ${String(from)} to ${String(to)}`
    }
    case 'worker.changed':
    case 'staff.language_set':
      return changeWords(FIELD_WORDS, before, after)
    default:
      return WORDS[action] ?? plainWords(action)
  }
}

function shown(name: string, value: unknown): string {
  if (name === 'language') return LANGUAGE_NAMES[value as Language] ?? String(value)
  if (name === 'shift') return SHIFT_LABELS[value as Shift] ?? String(value)
  return String(value)
}
