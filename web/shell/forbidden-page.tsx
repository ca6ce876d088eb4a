import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { itemsFor, firstPage } from '../../contract/menu.ts'
import { useRole, useSession } from '../lib/session.ts'
import { MessagePage, Sentence } from './message-page.tsx'

export function ForbiddenPage(): ReactElement {
  const role = useRole()
  const roleName = useSession()?.roleName
  return (
    <MessagePage title="You may not see this page" icon={<IconLock size={20} />}>
      <Sentence>
        {roleName
          ? `Your role, ${roleName}, does not include it. If you need it, ask an administrator.`
          : 'Your role does not include it. If you need it, ask an administrator.'}
      </Sentence>
      {itemsFor(role).length > 0 && (
        <Button component={Link} to={firstPage(role)} variant="default" mt="xs">
          Go to my first page
        </Button>
      )}
    </MessagePage>
  )
}
