import type { Occasion } from '../../../../contract/platform/message-occasion.ts'
import type { TemplateRow, TemplateText } from '../../../../contract/platform/message-templates.ts'
import { textFaults } from '../../../../contract/platform/message-text.ts'

/** A text as it is typed. */
export type Draft = { subject: string; body: string; dltTemplate: string; reason: string }

export const draftOf = ({ subject, body, dltTemplate }: TemplateRow): Draft => ({
  subject: subject ?? '',
  body,
  dltTemplate: dltTemplate ?? '',
  reason: '',
})

export const textOf = (
  { channel }: Pick<Occasion, 'channel'>,
  { subject, body, dltTemplate }: Draft,
): TemplateText => ({
  subject: channel === 'email' ? subject.trim() : null,
  body: body.trim(),
  dltTemplate: channel === 'email' || dltTemplate.trim() === '' ? null : dltTemplate.trim(),
})

/** What keeps the text from being sent, as the server will say it. */
export const faultsOf = (
  occasion: Occasion,
  draft: Draft,
  linkHosts: readonly string[],
): Record<string, string> => ({ ...textFaults(occasion, textOf(occasion, draft), linkHosts) })
