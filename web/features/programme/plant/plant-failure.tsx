import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import type { Language } from '../../../../contract/people/members.ts'
import { useLanguage } from '../../../lib/read-language.ts'
import { useWords } from './language.ts'
import classes from './plant-parts.module.css'
import { PLANT_WORDS } from './plant-words.ts'

/** A failure in the language that is read: the server's own sentences are English. */
export function failureSentence(language: Language, error: unknown): string {
  const { failures, otherFailure } = PLANT_WORDS[language]
  const told =
    error instanceof ApiError ? (failures[error.reason ?? ''] ?? failures[error.code]) : undefined
  return told ?? (language === 'en' ? sentenceOf(error) : otherFailure)
}

/** What failed, with the number that support asks for and, where it can be, another try. */
export function PlantFailure({
  error,
  title,
  onAgain,
}: {
  error: unknown
  title?: string
  onAgain?: () => void
}): ReactElement {
  const language = useLanguage()
  const words = useWords(PLANT_WORDS)
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <Alert
      color="red"
      icon={<IconAlertCircle size={20} />}
      role="alert"
      title={title ?? words.failed}
      classNames={{ title: classes.words, message: classes.words }}
    >
      <p className={classes.sentence}>{failureSentence(language, error)}</p>
      {onAgain && (
        <Button variant="default" size="md" mih={44} onClick={onAgain}>
          {words.again}
        </Button>
      )}
      {requestId && <p className={classes.small}>{words.request(requestId)}</p>}
    </Alert>
  )
}
