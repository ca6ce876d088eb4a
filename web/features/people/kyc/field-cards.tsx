import { useEffect, useEffectEvent, useRef, type ReactElement } from 'react'
import type { KycField } from '../../../../contract/people/kyc-states.ts'
import type { KycDetail } from '../../../../contract/people/kyc.ts'
import { Section } from '../../../ui/facts.tsx'
import { FieldCard, type CardActs, type Revealed } from './field-card.tsx'
import { KycTimeline } from './kyc-timeline.tsx'
import { reasonInWords } from './kyc-words.tsx'
import classes from './review.module.css'
import type { Desk } from './use-desk.ts'

/** Why a field that waits was refused in an earlier round. */
function earlierRefusal({ events }: KycDetail, field: KycField): string | null {
  const refusal = events.findLast(
    (event) => event.field === field && event.action === 'field_refused',
  )
  return refusal ? reasonInWords(refusal.reason, refusal.note) : null
}

/** The chosen card and the focus go together: where one goes, the other follows. */
function useFollow(desk: Desk, active: boolean) {
  const list = useRef<HTMLDivElement>(null)
  const selected = desk.selected?.field
  const before = useRef(selected)
  useEffect(() => {
    if (!active) return
    const moved = before.current !== selected
    before.current = selected
    const lost = document.activeElement === document.body
    const card = list.current?.querySelector<HTMLElement>(`[data-field="${selected}"]`)
    if (!card || !(moved || lost) || card.contains(document.activeElement)) return
    card.focus({ preventScroll: true })
    card.scrollIntoView({ block: 'nearest' })
  }, [selected, active])
  const come = useEffectEvent((target: EventTarget | null) => {
    const card = target instanceof Element ? target.closest('[data-field]') : null
    const field = desk.fields.find((one) => one.field === card?.getAttribute('data-field'))
    if (field && field.field !== selected) desk.do({ type: 'choose', field: field.field })
  })
  useEffect(() => {
    const element = list.current
    const listen = ({ target }: FocusEvent): void => come(target)
    element?.addEventListener('focusin', listen)
    return () => element?.removeEventListener('focusin', listen)
  }, [])
  return list
}

/** The fields one below the other, and what happened to them so far. */
export function FieldCards({
  detail,
  desk,
  revealed,
  active,
  actsOf,
}: {
  detail: KycDetail
  desk: Desk
  revealed: Partial<Record<KycField, Revealed>>
  /** No dialog stands over them. */
  active: boolean
  actsOf: (field: KycField) => CardActs
}): ReactElement {
  const list = useFollow(desk, active)
  return (
    <div className={classes.cards} ref={list}>
      {desk.fields.map((field, index) => (
        <FieldCard
          key={field.field}
          memberId={detail.memberId}
          field={field}
          number={index + 1}
          selected={field === desk.selected}
          verdict={desk.verdictOf(field.field)}
          revealed={revealed[field.field]}
          earlier={field.state === 'pending' ? earlierRefusal(detail, field.field) : null}
          acts={actsOf(field.field)}
        />
      ))}
      <Section title="What happened">
        <KycTimeline events={detail.events} />
      </Section>
    </div>
  )
}
