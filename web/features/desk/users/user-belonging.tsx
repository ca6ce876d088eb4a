import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Belonging, MemberBelonging } from '../../../../contract/people/belonging.ts'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import { formatAmount, formatDay } from '../../../lib/format.ts'
import { Facts, Section } from '../../../ui/facts.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { belongingOptions } from './user-queries.ts'

function Whom({ distributor, retailer }: Belonging): ReactElement {
  if (retailer) {
    return (
      <PageLink to="/dashboard/users" search={{ open: String(retailer.memberId) }}>
        {`${retailer.name} (${retailer.code})`}
      </PageLink>
    )
  }
  return <>{distributor ? `${distributor.name} (${distributor.code})` : 'Nobody'}</>
}

const spanOf = ({ fromDay, toDay }: Belonging): string =>
  toDay === null ? `Since ${formatDay(fromDay)}` : `${formatDay(fromDay)} – ${formatDay(toDay)}`

function through({ distributor, history }: MemberBelonging): string | null {
  const [now] = history
  if (!now?.retailer || now.toDay !== null) return null
  return distributor ? `${distributor.name} (${distributor.code})` : 'The retailer has none'
}

/** To whom a member belongs and belonged, by the day; of a retailer, how many belong there. */
export function UserBelonging({ user }: { user: UserDetail }): ReactElement | null {
  const { data } = useQuery(belongingOptions(user.memberId))
  if (!data || (data.history.length === 0 && data.members === 0)) return null
  return (
    <Section title="Belongs to">
      <Facts
        facts={[
          ...data.history.map((one) => [spanOf(one), <Whom key={one.fromDay} {...one} />] as const),
          ['Distributor by the retailer', through(data)],
          [
            'Members of this retailer',
            data.members > 0 ? formatAmount(data.members, 'member') : null,
          ],
        ]}
      />
    </Section>
  )
}
