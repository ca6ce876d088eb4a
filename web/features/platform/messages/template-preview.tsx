import type { ReactElement } from 'react'
import type { Language } from '../../../../contract/people/members.ts'
import type { MessageText, Occasion } from '../../../../contract/platform/message-occasion.ts'
import { exampleValues, fillIn, smsParts } from '../../../../contract/platform/message-text.ts'
import { formatAmount } from '../../../lib/format.ts'
import classes from './templates.module.css'

/** How many SMS a text makes. */
function partsWords(text: string): string {
  const { parts, unicode } = smsParts(text)
  return `${formatAmount(parts, 'SMS', 'SMS')}${unicode ? '; letters beyond the Latin ones make each shorter' : ''}`
}

/** A message as it arrives, with example values. */
export function TemplatePreview({
  occasion,
  language,
  programme,
  subject,
  body,
}: MessageText & { occasion: Occasion; language: Language; programme: string }): ReactElement {
  const values = { ...exampleValues(occasion), programme }
  const text = fillIn(body, values).trim()
  return (
    <section className={classes.preview} aria-label="Preview">
      <h3>With example values</h3>
      {subject !== null && (
        <p lang={language} className={classes.subject}>
          {fillIn(subject, values)}
        </p>
      )}
      <p lang={language} className={classes.bubble}>
        {text}
      </p>
      {occasion.channel === 'sms' && <small>{partsWords(text)}</small>}
    </section>
  )
}
