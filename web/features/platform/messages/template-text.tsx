import type { ReactElement } from 'react'
import type { Language } from '../../../../contract/people/members.ts'
import classes from './templates.module.css'

/** A text with its variables set apart. */
export function TemplateText({
  subject,
  body,
  language,
}: {
  subject: string | null
  body: string
  language: Language
}): ReactElement {
  return (
    <div lang={language} className={classes.text}>
      {subject !== null && (
        <p className={classes.subject}>
          <Marked text={subject} />
        </p>
      )}
      <p>
        <Marked text={body} />
      </p>
    </div>
  )
}

/** The text in pieces, each with the place where it begins. */
const piecesOf = (text: string) =>
  [...text.matchAll(/\{[a-z]+\}|[^{]+|\{/g)].map(({ 0: piece, index }) => ({ piece, index }))

function Marked({ text }: { text: string }): ReactElement {
  return (
    <>
      {piecesOf(text).map(({ piece, index }) =>
        /^\{[a-z]+\}$/.test(piece) ? (
          <code key={index}>{piece}</code>
        ) : (
          <span key={index}>{piece}</span>
        ),
      )}
    </>
  )
}
