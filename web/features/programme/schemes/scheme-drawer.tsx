import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement, type ReactNode } from 'react'
import { canSee } from '../../../../contract/menu.ts'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import type { SchemeDetail } from '../../../../contract/programme/schemes.ts'
import { formatAmount, formatCount, formatNumber } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { BudgetMeter } from './budget-bar.tsx'
import { EffectChart } from './effect-chart.tsx'
import { SchemeActions } from './scheme-actions.tsx'
import classes from './scheme-drawer.module.css'
import { SchemeHistory } from './scheme-history.tsx'
import { schemeOptions } from './scheme-queries.ts'
import { Terms } from './scheme-terms.tsx'
import { daysInWords, KIND_WORDS, SchemeTag } from './scheme-words.tsx'
import { unbroken } from './sentence.ts'
import { SimulationSection } from './simulation-section.tsx'
import { useSimulate } from './use-simulate.ts'

const LEDGER = '/dashboard/QrPointHistories'

/** The rows of the ledger that a figure counted, for those who see the ledger. */
function LedgerLink({
  search,
  children,
}: {
  search: Record<string, unknown>
  children: ReactNode
}): ReactElement {
  const role = useRole()
  if (!canSee(role, LEDGER)) return <>{children}</>
  return (
    <PageLink to={LEDGER} search={search}>
      {children}
    </PageLink>
  )
}

function Money({ scheme }: { scheme: SchemeDetail }): ReactElement {
  const { schemeId, spent } = scheme
  const words = formatAmount(spent, 'point')
  return (
    <BudgetMeter money={scheme}>
      {spent > 0 ? <LedgerLink search={{ scheme: schemeId }}>{words}</LedgerLink> : words}
    </BudgetMeter>
  )
}

/** What it gave so far. */
function Effect({ scheme }: { scheme: SchemeDetail }): ReactElement {
  const { schemeId, bonuses, members, days } = scheme
  if (bonuses === 0) {
    return (
      <p className={classes.nothing}>
        No scan had a bonus of it yet. Its figures begin with the first.
      </p>
    )
  }
  return (
    <>
      <Facts
        facts={[
          [
            'Scans with a bonus',
            <LedgerLink key="bonuses" search={{ scheme: schemeId, kind: 'scheme_bonus' }}>
              {formatNumber(bonuses)}
            </LedgerLink>,
          ],
          ['Members', members === null ? null : formatCount(members, COUNT_LIMIT)],
        ]}
      />
      {days.length > 0 && <EffectChart days={days} />}
    </>
  )
}

type Moving = {
  onDialog: (opened: boolean) => void
  onEdit: (schemeId: number) => void
  onMoved: (schemeId: number | undefined) => void
}

function Detail({
  scheme,
  onDialog,
  onEdit,
  onMoved,
}: { scheme: SchemeDetail } & Moving): ReactElement {
  const simulating = useSimulate(scheme)
  const { status, kind, sentence } = scheme
  const draft = status === 'draft'
  const actions = (
    <SchemeActions
      scheme={scheme}
      simulating={simulating}
      onDialog={onDialog}
      onEdit={() => onEdit(scheme.schemeId)}
      onMoved={onMoved}
    />
  )
  const simulation = <SimulationSection scheme={scheme} simulating={simulating} />
  return (
    <>
      <div className={classes.top}>
        <SchemeTag status={status} />
        <span>{`${KIND_WORDS[kind].label} · ${daysInWords(scheme)}`}</span>
      </div>
      {!draft && <Money scheme={scheme} />}
      {!draft && <Effect scheme={scheme} />}
      <Text className={classes.rule}>{unbroken(sentence)}</Text>
      {actions}
      {draft && simulation}
      <Terms scheme={scheme} />
      {!draft && scheme.simulation && simulation}
      <SchemeHistory events={scheme.events} />
    </>
  )
}

/** One scheme beside the list: its money, its rule, what may be done, what it would cost. */
export function SchemeDrawer({
  id,
  editing,
  onEdit,
  onMoved,
  onClose,
}: {
  id: string | undefined
  /** Whether the editor stands over it. */
  editing: boolean
  onEdit: Moving['onEdit']
  onMoved: Moving['onMoved']
  onClose: () => void
}): ReactElement {
  const [held, setHeld] = useState(false)
  const query = useQuery(schemeOptions(id))
  return (
    <DetailDrawer
      id={id}
      title={query.data?.name ?? 'Scheme'}
      query={query}
      held={held || editing}
      onClose={onClose}
    >
      {(scheme) => (
        <Detail
          key={scheme.schemeId}
          scheme={scheme}
          onDialog={setHeld}
          onEdit={onEdit}
          onMoved={onMoved}
        />
      )}
    </DetailDrawer>
  )
}
