import type { Language } from '../../../../contract/people/members.ts'
import { ROLE_NAMES } from '../../../../contract/roles.ts'
import { TIME_ZONE } from '../../../../contract/time.ts'
import { message, type Message } from '../../platform/messages/index.ts'
import type { FoundChange } from './staff-changes.queries.ts'

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
})
export const formatMoment = (at: Date): string => `${MOMENT.format(at)} IST`

type Described = Pick<FoundChange, 'kind' | 'name' | 'email' | 'role' | 'nowEmail' | 'nowRole'>

/** What a change does once it is effective, as a sentence. */
export function sentenceOf({ kind, name, email, role, nowEmail, nowRole }: Described): string {
  const roleName = role ? ROLE_NAMES[role] : ''
  switch (kind) {
    case 'create':
      return `A new account for ${name}, ${email}, as ${roleName}.`
    case 'change': {
      const parts = [
        ...(email === nowEmail ? [] : [`e-mail ${email} instead of ${nowEmail}`]),
        ...(role === nowRole || !nowRole
          ? []
          : [`role ${roleName} instead of ${ROLE_NAMES[nowRole]}`]),
      ]
      return `${name} gets ${parts.join(', and ') || 'nothing new'}.`
    }
    case 'link':
      return `${name} gets a link for a new password by mail; the old password and sessions end.`
    case 'two_factor':
      return `The two-factor sign-in of ${name} is turned off; the sessions end.`
    case 'enable':
      return `${name} can sign in again.`
  }
}

const TAKES_EFFECT: Record<Language, (due: string | null) => string> = {
  en: (due) =>
    due
      ? `Nobody else can approve it, so it takes effect on ${due} unless it is rejected.`
      : 'It takes effect once a second person approves it.',
  hi: (due) =>
    due
      ? `इसे मंज़ूर करने वाला कोई और नहीं है, इसलिए अस्वीकार न होने पर यह ${due} को लागू होगा।`
      : 'किसी दूसरे व्यक्ति की मंज़ूरी के बाद यह लागू होगा।',
}

/** The mail about a change that was proposed. */
export const proposedMail = (by: string, what: string, due: string | null): Message =>
  message('account_proposed', (language) => ({ by, what, when: TAKES_EFFECT[language](due) }))
