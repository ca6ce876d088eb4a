import { Button } from '@mantine/core'
import { IconCheck, IconEye, IconPencil, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { KYC_FIELD_NAMES } from '../../../../contract/people/kyc-states.ts'
import { type KycFieldDetail } from '../../../../contract/people/kyc.ts'
import { Tag } from '../../../ui/tag.tsx'
import { CheckList } from './check-list.tsx'
import classes from './field-card.module.css'
import { FieldTag, reasonInWords } from './kyc-words.tsx'
import { Thumbnail } from './thumbnail.tsx'
import type { Verdict } from './verdicts.ts'

export type Revealed = { label: string; value: string }[]
export type CardActs = {
  /** Undefined where nothing may be judged. */
  onAccept: (() => void) | undefined
  onRefuse: (() => void) | undefined
  onNote: (() => void) | undefined
  /** Undefined where there is nothing to reveal, or for whoever may not. */
  onReveal: (() => void) | undefined
}

function VerdictTag({ field, verdict }: { field: KycFieldDetail; verdict: Verdict | null }) {
  if (!verdict) return <FieldTag state={field.state} />
  return verdict.accept ? (
    <Tag tone="green" Picture={IconCheck}>
      You accept
    </Tag>
  ) : (
    <Tag tone="red" Picture={IconX}>
      You refuse
    </Tag>
  )
}

function Parts({ field, revealed }: { field: KycFieldDetail; revealed: Revealed | undefined }) {
  const parts = revealed ?? field.parts.map(({ label, mask }) => ({ label, value: mask }))
  if (parts.length === 0) return null
  return (
    <dl className={classes.parts} data-revealed={revealed ? true : undefined}>
      {parts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the member will read of a refusal, in both languages. */
function Refusal({
  verdict,
  onNote,
}: {
  verdict: Verdict & { accept: false }
  onNote: (() => void) | undefined
}): ReactElement {
  const { en, hi } = verdict.reason
  return (
    <div className={classes.refusal}>
      <p>{en}</p>
      <p lang="hi">{hi}</p>
      {verdict.note && <p>{`“${verdict.note}”`}</p>}
      {onNote && (
        <Button
          size="compact-xs"
          variant="subtle"
          className={classes.press}
          leftSection={<IconPencil size={14} stroke={1.8} aria-hidden />}
          onClick={onNote}
        >
          {verdict.note ? 'Change the note (N)' : 'Add a note (N)'}
        </Button>
      )}
    </div>
  )
}

function Judging({
  verdict,
  onAccept,
  onRefuse,
}: Pick<CardActs, 'onAccept' | 'onRefuse'> & { verdict: Verdict | null }): ReactElement | null {
  if (!onAccept || !onRefuse) return null
  return (
    <div className={classes.judging}>
      <Button
        size="xs"
        className={classes.press}
        variant={verdict?.accept === true ? 'light' : 'default'}
        color="green"
        aria-pressed={verdict?.accept === true}
        leftSection={<IconCheck size={16} stroke={2} aria-hidden />}
        onClick={onAccept}
      >
        Accept
      </Button>
      <Button
        size="xs"
        className={classes.press}
        variant={verdict?.accept === false ? 'light' : 'default'}
        color="red"
        aria-pressed={verdict?.accept === false}
        leftSection={<IconX size={16} stroke={2} aria-hidden />}
        onClick={onRefuse}
      >
        Refuse
      </Button>
    </div>
  )
}

const verdictState = (verdict: Verdict | null): string | undefined =>
  verdict ? (verdict.accept ? 'accept' : 'refuse') : undefined

/** One field: what was sent, how it looks, what the reviewer makes of it. */
export function FieldCard({
  memberId,
  field,
  number,
  selected,
  verdict,
  revealed,
  earlier,
  acts,
}: {
  memberId: number
  field: KycFieldDetail
  number: number
  selected: boolean
  verdict: Verdict | null
  revealed: Revealed | undefined
  /** Why it was refused the last time, in words. */
  earlier: string | null
  acts: CardActs
}): ReactElement {
  const name = KYC_FIELD_NAMES[field.field]
  const decided =
    field.state === 'pending' ? null : [reasonInWords(field.reason, field.note), field.decidedBy]
  return (
    <section
      className={classes.card}
      tabIndex={0}
      data-field={field.field}
      aria-label={name}
      aria-current={selected || undefined}
      data-verdict={verdictState(verdict)}
    >
      <header className={classes.head}>
        <kbd>{number}</kbd>
        <h3>{name}</h3>
        <VerdictTag field={field} verdict={verdict} />
      </header>
      <div className={classes.body}>
        <div className={classes.facts}>
          <Parts field={field} revealed={revealed} />
          <CheckList checks={field.checks} duplicates={field.duplicates} />
          {earlier && <p className={classes.earlier}>{`Refused before: ${earlier}`}</p>}
          {decided && <p className={classes.earlier}>{decided.filter(Boolean).join(' · ')}</p>}
        </div>
        <Thumbnail memberId={memberId} field={field} />
      </div>
      {verdict?.accept === false && <Refusal verdict={verdict} onNote={acts.onNote} />}
      <footer className={classes.foot}>
        <Judging verdict={verdict} onAccept={acts.onAccept} onRefuse={acts.onRefuse} />
        {acts.onReveal && (
          <Button
            size="xs"
            variant="subtle"
            className={classes.press}
            leftSection={<IconEye size={16} stroke={1.8} aria-hidden />}
            onClick={acts.onReveal}
          >
            {revealed ? 'Hide' : 'Reveal'}
          </Button>
        )}
      </footer>
    </section>
  )
}
