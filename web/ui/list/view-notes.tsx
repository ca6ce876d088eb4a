import { Alert, Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { plainWords } from '../../../contract/trail.ts'
import type { SavedViews } from './use-saved-views.ts'

/** What is to be said of the view that the address opens. */
export function ViewNotes({
  saved: { missing, lost, opened, leave },
}: {
  saved: SavedViews
}): ReactElement | null {
  if (missing) {
    return (
      <Alert color="yellow" icon={<IconInfoCircle size={18} />}>
        This view is not there any more, or not shared with you. The list is shown with the filters
        of the address.{' '}
        <Button size="compact-sm" variant="subtle" onClick={leave}>
          Show the whole list
        </Button>
      </Alert>
    )
  }
  if (!opened || lost.length === 0) return null
  const names = lost.map((name) => `“${plainWords(name)}”`).join(', ')
  return (
    <Alert color="yellow" icon={<IconInfoCircle size={18} />}>
      {lost.length === 1
        ? `This view holds a filter that the list cannot use any more: ${names}. It is shown without it.`
        : `This view holds filters that the list cannot use any more: ${names}. It is shown without them.`}
    </Alert>
  )
}
