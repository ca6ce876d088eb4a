import { Alert, Tabs, Text } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import type { PointFigure, SettlementDetail } from '../../../../contract/money/settlements.ts'
import { formatAmount, formatMoment, formatNumber } from '../../../lib/format.ts'
import { monthName } from '../../../lib/month.ts'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { FigureTransfers } from './figure-transfers.tsx'
import { Members } from './members.tsx'
import { RuleCharges } from './rule-charges.tsx'
import { SettlementActs } from './settlement-acts.tsx'
import classes from './settlement-drawer.module.css'
import { SettlementEvents } from './settlement-events.tsx'
import { settlementOptions } from './settlement-queries.ts'
import { closingOf, rupees, signed } from './figures.ts'
import { StateTag } from './settlement-words.tsx'
import { Statement } from './statement.tsx'
import type { usePlace } from './use-place.ts'
import { Waterfall } from './waterfall.tsx'

const WIDTH = 900

function Top({ settlement }: { settlement: SettlementDetail }): ReactElement {
  const { state, pointValuePaise, chargePaise, charges } = settlement
  const closing = closingOf(settlement)
  return (
    <div className={classes.top}>
      <div className={classes.money}>
        <div>
          <Text fw={600} fz="xl">{`${signed(closing)} points`}</Text>
          <span>{`outstanding, ${rupees(closing * pointValuePaise)} at ${formatPaise(pointValuePaise)} a point`}</span>
        </div>
        <div>
          <Text fw={600} fz="xl">
            {rupees(chargePaise)}
          </Text>
          <span>{`for ${formatAmount(charges, 'handling charge')}`}</span>
        </div>
      </div>
      <StateTag state={state} />
    </div>
  )
}

const whoAndWhen = (who: string | null, at: string | null): string | null =>
  at && (who ? `${who}, ${formatMoment(at)}` : formatMoment(at))

function StatusLine({ settlement }: { settlement: SettlementDetail }): ReactElement {
  const { members, computedBy, computedAt, approvedBy, approvedAt, settledBy, settledAt } =
    settlement
  return (
    <Facts
      facts={[
        ['Members', formatNumber(members)],
        ['Computed', whoAndWhen(computedBy, computedAt)],
        ['Approved', whoAndWhen(approvedBy, approvedAt)],
        ['Settled', whoAndWhen(settledBy, settledAt)],
        ['Reference', settlement.settledReference],
      ]}
    />
  )
}

function Asked({ reopen }: Pick<SettlementDetail, 'reopen'>): ReactElement | null {
  if (!reopen) return null
  const { askedBy, askedAt, reason } = reopen
  return (
    <Alert color="yellow" icon={<IconLockOpen size={18} />} title="Asked to be opened again">
      {`${reason} (${askedBy}, ${formatMoment(askedAt)})`}
    </Alert>
  )
}

function Detail({
  settlement,
  left,
  onFigure,
  onDialog,
}: {
  settlement: SettlementDetail
  /** The figure that was looked at before. */
  left: PointFigure | undefined
  onFigure: (figure: PointFigure) => void
  onDialog: (opened: boolean) => void
}): ReactElement {
  const { chargesByRule, events } = settlement
  return (
    <>
      <Top settlement={settlement} />
      <Asked reopen={settlement.reopen} />
      <SettlementActs settlement={settlement} onDialog={onDialog} />
      <Tabs
        defaultValue="figures"
        keepMounted={false}
        classNames={{ root: classes.root, list: classes.tabs }}
      >
        <Tabs.List aria-label="About this settlement">
          <Tabs.Tab value="figures">Figures</Tabs.Tab>
          <Tabs.Tab value="members">Members</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="figures" className={classes.panel}>
          <Waterfall settlement={settlement} left={left} onFigure={onFigure} />
          <Section title="Handling charges by rule">
            <RuleCharges rules={chargesByRule} />
          </Section>
          <Section title="Statement for the distributor">
            <Statement settlement={settlement} />
          </Section>
          <Section title="How it stands">
            <StatusLine settlement={settlement} />
          </Section>
          <Section title="History">
            <SettlementEvents events={events} />
          </Section>
        </Tabs.Panel>
        <Tabs.Panel value="members" className={classes.panel}>
          <Members settlement={settlement} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** One distributor's month: its figures, the transfers behind each, and what may be done. */
export function SettlementDrawer({
  month,
  place,
}: {
  month: string
  place: ReturnType<typeof usePlace>
}): ReactElement {
  const [held, setHeld] = useState(false)
  const [left, setLeft] = useState<PointFigure>()
  const { id, figure, showFigure } = place
  const query = useQuery(settlementOptions(month, id))
  const title = query.data
    ? `${query.data.distributorName}, ${monthName(month)}`
    : `Settlement of ${monthName(month)}`
  const close = (): void => {
    setLeft(undefined)
    place.close()
  }
  return (
    <DetailDrawer id={id} title={title} query={query} held={held} size={WIDTH} onClose={close}>
      {(settlement) =>
        figure ? (
          <FigureTransfers
            key={figure}
            settlement={settlement}
            figure={figure}
            onBack={() => {
              setLeft(figure)
              showFigure(undefined)
            }}
          />
        ) : (
          <Detail
            key={settlement.distributorId}
            settlement={settlement}
            left={left}
            onFigure={showFigure}
            onDialog={setHeld}
          />
        )
      }
    </DetailDrawer>
  )
}
