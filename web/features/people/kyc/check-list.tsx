import { VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { KycCheck, KycFieldDetail } from '../../../../contract/people/kyc.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import classes from './check-list.module.css'
import { CHECK_STYLES, StateTag } from './kyc-words.tsx'

function Check({ check }: { check: KycCheck }): ReactElement {
  const { label, state, detail } = check
  const { label: word, Picture } = CHECK_STYLES[state]
  return (
    <li data-state={state}>
      <Picture size={15} stroke={2.2} aria-hidden />
      <span>
        {state === 'ok' ? (
          <VisuallyHidden>{`${word}: `}</VisuallyHidden>
        ) : (
          <b className={classes.word}>{`${word}: `}</b>
        )}
        <b>{label}</b>
        {` ${detail}`}
      </span>
    </li>
  )
}

/** What is right, in a line that opens: it must not hide what is not. */
function Right({ checks }: { checks: readonly KycCheck[] }): ReactElement | null {
  if (checks.length === 0) return null
  const { Picture } = CHECK_STYLES.ok
  return (
    <details className={classes.right}>
      <summary>
        <Picture size={15} stroke={2.2} aria-hidden />
        <span>
          <VisuallyHidden>{'Passed: '}</VisuallyHidden>
          {checks.map(({ label }) => label).join(' · ')}
        </span>
        <IconChevronDown className={classes.open} size={14} stroke={1.8} aria-hidden />
      </summary>
      <ul className={classes.checks} aria-label="Checks that are right">
        {checks.map((check) => (
          <Check key={check.label} check={check} />
        ))}
      </ul>
    </details>
  )
}

/** The other members that gave the same. */
function Duplicates({ duplicates }: Pick<KycFieldDetail, 'duplicates'>): ReactElement | null {
  if (duplicates.length === 0) return null
  return (
    <ul className={classes.duplicates} aria-label="Others with the same value">
      {duplicates.map(({ memberId, memberCode, memberName, kycState }) => (
        <li key={memberId}>
          <PageLink to="/dashboard/users" search={{ open: memberId }}>
            {memberName}
          </PageLink>
          <span>{memberCode}</span>
          <StateTag state={kycState} />
        </li>
      ))}
    </ul>
  )
}

/** What was looked at by itself; what is not right carries its word, not only its colour. */
export function CheckList({
  checks,
  duplicates,
}: Pick<KycFieldDetail, 'checks' | 'duplicates'>): ReactElement {
  const doubtful = checks.filter(({ state }) => state !== 'ok')
  return (
    <>
      {doubtful.length > 0 && (
        <ul className={classes.checks} aria-label="Checks to look at">
          {doubtful.map((check) => (
            <Check key={check.label} check={check} />
          ))}
        </ul>
      )}
      <Duplicates duplicates={duplicates} />
      <Right checks={checks.filter(({ state }) => state === 'ok')} />
    </>
  )
}
