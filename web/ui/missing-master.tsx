import { Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { canSee, PROGRAMME } from '../../contract/menu.ts'
import { useRole } from '../lib/session.ts'
import { PageLink } from './page-link.tsx'

const WORDS = {
  plants: { none: 'There is no plant yet.', add: 'Add a plant' },
  products: { none: 'There is no product yet.', add: 'Add a product' },
  'product-groups': { none: 'There is no product group yet.', add: 'Add a product group' },
} as const

/**
 * Where a list of choices is empty: what is missing, and the way to where it is made, or whom to ask
 * for it.
 */
export function MissingMaster({ what }: { what: keyof typeof WORDS }): ReactElement {
  const role = useRole()
  const { none, add } = WORDS[what]
  return (
    <Text component="span" size="sm">
      {`${none} `}
      {canSee(role, PROGRAMME) ? (
        <PageLink to={PROGRAMME} search={{ show: what }}>
          {add}
        </PageLink>
      ) : (
        `Ask an administrator to ${add.toLowerCase()}.`
      )}
    </Text>
  )
}
