import { VisuallyHidden } from '@mantine/core'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { KycField } from '../../../../contract/people/kyc-states.ts'
import type { KycDetail } from '../../../../contract/people/kyc.ts'
import { can } from '../../../../contract/permissions.ts'
import { useRole } from '../../../lib/session.ts'
import { reasonsOptions } from '../../platform/rules/reason-queries.ts'
import { DecisionBar } from './decision-bar.tsx'
import { DocumentPane } from './document-pane.tsx'
import type { CardActs } from './field-card.tsx'
import { FieldCards } from './field-cards.tsx'
import { ReviewBanner } from './review-banner.tsx'
import { ReviewDialogs, type Open } from './review-dialogs.tsx'
import { ReviewHead } from './review-head.tsx'
import { useReviewKeys } from './review-keys.ts'
import classes from './review.module.css'
import { useDecide } from './use-decide.ts'
import { useDesk } from './use-desk.ts'
import { useGallery } from './use-gallery.ts'
import type { Hold } from './use-hold.ts'
import { useReveal } from './use-reveal.ts'
import type { Worklist } from './use-worklist.ts'

/** A submission on the screen: its documents beside its fields, and all that can be done with it. */
export function ReviewDesk({
  detail,
  hold,
  worklist,
  take,
  onMove,
  onDecided,
  onClose,
}: {
  detail: KycDetail
  hold: Hold
  worklist: Worklist
  take: () => Promise<KycDetail | null>
  onMove: (direction: 'next' | 'previous') => void
  onDecided: () => void
  onClose: () => void
}): ReactElement {
  const role = useRole()
  usePrefetchQuery(reasonsOptions())
  const desk = useDesk(detail)
  const gallery = useGallery(desk.selected)
  const revealing = useReveal(detail.memberId)
  const [open, setOpen] = useState<Open | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [hint, setHint] = useState('')
  const mayDecide = can(role, 'kyc.decide')
  const deciding =
    detail.kycState === 'pending' && !['refused', 'reading'].includes(hold.kind) && mayDecide
  const decide = useDecide({
    detail,
    desk,
    take,
    onStale: (sentence) => {
      setOpen(null)
      setNotice(sentence)
    },
    onDecided,
  })
  const { selected, outcome } = desk

  const waits = (field: KycField): boolean =>
    deciding && desk.slots.some((slot) => slot.field === field && slot.waiting)
  const accept = (field: KycField): void => {
    if (waits(field)) desk.do({ type: 'judge', field, verdict: { accept: true } })
  }
  const refuse = (field: KycField, how: 'refuse' | 'note'): void => {
    if (!waits(field) || (how === 'note' && desk.verdictOf(field)?.accept !== false)) return
    desk.do({ type: 'choose', field })
    setOpen(how)
  }
  const hidesSomething = (field: KycField): boolean =>
    can(role, 'pii.reveal') &&
    desk.fields.some((one) => one.field === field && one.parts.some(({ hidden }) => hidden))
  const reveal = (field: KycField): void => {
    if (!hidesSomething(field)) return
    desk.do({ type: 'choose', field })
    if (revealing.shown[field]) revealing.hide(field)
    else setOpen('reveal')
  }
  const askDecision = (): void => {
    if (!deciding) return
    const [first] = outcome.kind === 'undecided' ? outcome.left : []
    if (first === undefined) return setOpen('decide')
    desk.do({ type: 'choose', field: first })
    setHint('Every field needs a verdict first.')
  }
  const actsOf = (field: KycField): CardActs => {
    const judging = waits(field)
    return {
      onAccept: judging ? () => accept(field) : undefined,
      onRefuse: judging ? () => refuse(field, 'refuse') : undefined,
      onNote: judging ? () => refuse(field, 'note') : undefined,
      onReveal: hidesSomething(field) ? () => reveal(field) : undefined,
    }
  }
  const onSelected = (act: (field: KycField) => void) => () => selected && act(selected.field)
  useReviewKeys(
    {
      desk,
      gallery,
      acts: {
        accept: onSelected(accept),
        refuse: onSelected((field) => refuse(field, 'refuse')),
        note: onSelected((field) => refuse(field, 'note')),
        reveal: onSelected(reveal),
        decide: askDecision,
        move: onMove,
        help: () => setOpen('keys'),
        close: onClose,
      },
    },
    open === null,
  )
  return (
    <div className={classes.page}>
      <ReviewHead
        detail={detail}
        hold={hold}
        worklist={worklist}
        onMove={onMove}
        onHelp={() => setOpen('keys')}
        onClose={onClose}
      />
      <ReviewBanner
        detail={detail}
        hold={hold}
        notice={notice}
        outdated={desk.outdated}
        next={worklist.next ? () => onMove('next') : undefined}
        retry={() => void take()}
      />
      <div className={classes.panes}>
        {selected && (
          <DocumentPane
            memberId={detail.memberId}
            field={selected}
            gallery={gallery}
            mayDecide={mayDecide}
          />
        )}
        <div className={classes.side}>
          <FieldCards
            detail={detail}
            desk={desk}
            revealed={revealing.shown}
            active={open === null}
            actsOf={actsOf}
          />
          {deciding && (
            <DecisionBar desk={desk} onDecide={askDecision} onReject={() => setOpen('reject')} />
          )}
        </div>
      </div>
      <VisuallyHidden role="status">{hint || desk.said}</VisuallyHidden>
      <ReviewDialogs
        detail={detail}
        desk={desk}
        open={open}
        revealing={revealing}
        onDecide={decide}
        onClose={() => setOpen(null)}
      />
    </div>
  )
}
