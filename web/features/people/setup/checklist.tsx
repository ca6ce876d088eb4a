import { VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { PROGRAMME } from '../../../../contract/menu.ts'
import type { Checklist, ChecklistKey } from '../../../../contract/people/setup.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import classes from './setup.module.css'

type Line = { words: string; to: string; search?: Record<string, unknown> }

const LINES: Record<ChecklistKey, Line> = {
  programme: { words: 'Name the programme', to: PROGRAMME },
  plant: { words: 'Add a plant', to: PROGRAMME, search: { show: 'plants' } },
  product: { words: 'Add a product', to: PROGRAMME, search: { show: 'products' } },
  distributor: { words: 'Add a distributor', to: '/dashboard/distributor-onboard' },
  second_admin: { words: 'Add a second person who approves', to: '/dashboard/manageadmin' },
  message_channel: { words: 'Send a test message', to: PROGRAMME },
  payout_provider: { words: 'Try how payments are made', to: PROGRAMME },
  batch: { words: 'Make the first batch of coupons', to: '/dashboard/QrTokenHistories' },
  worker: { words: 'Onboard the first worker', to: '/dashboard/worker-onboard' },
  member: { words: 'Enrol the first member', to: '/dashboard/users' },
}

/** What is still to do until the programme can run; each line leads to where it is done. */
export function ChecklistLines({ items }: { items: Checklist['items'] }): ReactElement {
  return (
    <ul className={`${classes.list} ${classes.columns}`}>
      {items.map(({ key, done }) => {
        const { words, to, search } = LINES[key]
        const Picture = done ? IconCircleCheck : IconCircle
        return (
          <li key={key} data-done={done || undefined}>
            <Picture size={18} stroke={1.8} aria-hidden />
            <span>
              {done ? (
                words
              ) : (
                <PageLink to={to} {...(search && { search })}>
                  {words}
                </PageLink>
              )}
              {done && <VisuallyHidden>, done</VisuallyHidden>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
