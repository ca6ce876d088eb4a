import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { firstPage, itemsFor } from '../../contract/menu.ts'
import { useRole } from '../lib/session.ts'
import { Layout } from './layout.tsx'
import { MessagePage, Sentence } from './message-page.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { isInside } from './places.ts'

function NotFoundInside({ pathname }: { pathname: string }): ReactElement {
  const role = useRole()
  return (
    <MessagePage title="There is no such page" icon={<IconMapQuestion size={20} />}>
      <Sentence>{`404: there is nothing at ${pathname}. The address may be mistyped, or the page has moved.`}</Sentence>
      {itemsFor(role).length > 0 && (
        <Button component={Link} to={firstPage(role)} variant="default" mt="xs">
          Go to my first page
        </Button>
      )}
    </MessagePage>
  )
}

/** Not found, in the layout for a path inside it and on a page of its own elsewhere. */
export function NotFoundPage(): ReactElement {
  const { pathname } = useLocation()
  if (isInside(pathname))
    return (
      <Layout>
        <NotFoundInside pathname={pathname} />
      </Layout>
    )
  return (
    <OutsideFrame title="There is no such page" name="Page not found">
      <Sentence>404: the address may be mistyped, or the page has moved.</Sentence>
      <Button component={Link} to="/" variant="default">
        Go to the start
      </Button>
    </OutsideFrame>
  )
}
