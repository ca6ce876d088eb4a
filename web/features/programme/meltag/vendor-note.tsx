import { Button } from '@mantine/core'
import {
  IconClockExclamation,
  IconDatabaseOff,
  IconHourglass,
  IconPlugConnectedX,
  IconTableOff,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { MeltagVendor } from '../../../../contract/programme/meltag.ts'
import classes from './meltag.module.css'

type State = Exclude<MeltagVendor['state'], 'answered'>

const STYLES: Record<State, { title: string; Picture: Icon }> = {
  slow: { title: 'The vendor is slow', Picture: IconClockExclamation },
  down: { title: 'The vendor cannot be reached', Picture: IconPlugConnectedX },
  other_shape: { title: 'The vendor’s view is not as agreed', Picture: IconTableOff },
  not_connected: { title: 'No vendor is connected', Picture: IconDatabaseOff },
  preparing: { title: 'Being prepared', Picture: IconHourglass },
}

/** Why the vendor's side is missing, and a way to ask again. */
export function VendorNote({
  vendor,
  asking,
  onAgain,
}: {
  vendor: MeltagVendor
  asking: boolean
  onAgain: () => void
}): ReactElement | null {
  if (vendor.state === 'answered') return null
  const { title, Picture } = STYLES[vendor.state]
  return (
    <div className={classes.note}>
      <Picture size={22} stroke={1.7} aria-hidden />
      <p className={classes.noteTitle}>{title}</p>
      <p>{vendor.sentence}</p>
      <Button variant="default" size="xs" loading={asking} onClick={onAgain}>
        Try again
      </Button>
    </div>
  )
}
