import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactElement } from 'react'
import { formatAmount } from '../lib/format.ts'
import { useLive } from '../lib/live.ts'
import { forgetAsked, useAskedPassword } from './asked-password.ts'
import { noticesOptions } from './bell-query.ts'
import classes from './bell.module.css'

const loadList = () => import('./bell-list.tsx')
const BellList = lazy(async () => ({ default: (await loadList()).BellList }))

/** More are not counted in so small a place. */
const MOST_SHOWN = 99

/** Notices of my own work: how many are unread, and behind it which. */
export function Bell(): ReactElement {
  const [opened, list] = useDisclosure(false)
  const [wanted, { open: want }] = useDisclosure(false)
  const { data, refetch } = useQuery(noticesOptions())
  const asked = useAskedPassword()
  const unread = (data?.unread ?? 0) + (asked ? 1 : 0)
  const refresh = (): void => void refetch()
  useLive('ready', refresh)
  // Also where the number is what it was: one may have come as another was read.
  useLive('notice', refresh)
  const close = (): void => {
    if (opened && asked) forgetAsked(asked)
    list.close()
  }
  const count = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread)
  const label = unread > 0 ? `Notices, ${count} unread` : 'Notices'
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={classes.button}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onPointerEnter={() => void loadList()}
      onFocus={() => void loadList()}
      onClick={() => {
        want()
        if (opened) close()
        else list.open()
      }}
    >
      <IconBell size={20} stroke={1.6} />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {count}
        </span>
      )}
    </ActionIcon>
  )
  return (
    <>
      <VisuallyHidden role="status">
        {unread > 0 && formatAmount(unread, 'unread notice')}
      </VisuallyHidden>
      {wanted ? (
        <Suspense fallback={button}>
          <BellList opened={opened} onClose={close}>
            {button}
          </BellList>
        </Suspense>
      ) : (
        button
      )}
    </>
  )
}
