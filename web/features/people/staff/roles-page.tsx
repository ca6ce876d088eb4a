import { Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { PEOPLE_COLUMNS, peopleSource } from './people-list.tsx'
import { roleCountsOptions } from './role-queries.ts'
import { RoleMatrix } from './role-matrix.tsx'
import classes from './roles.module.css'

const PEOPLE = 'people'

export function preloadRoles(queries: QueryClient, search: Record<string, unknown>): void {
  if (search.show === PEOPLE) preloadList(queries, peopleSource, search)
  else void queries.prefetchQuery(roleCountsOptions())
}

/** User Roles: what each role sees and may do, two of them compared, and who has which. */
export function RolesPage(): ReactElement {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const people = search.show === PEOPLE
  const sides = (
    <SwitchLinks
      label="Roles or people"
      links={[
        { label: 'What each role may do', search: {}, current: !people },
        { label: 'Who has which role', search: { show: PEOPLE }, current: people },
      ]}
    />
  )
  if (people) return <PeopleSide sides={sides} />
  return (
    <div className={classes.page}>
      <header>
        <Title order={1}>User Roles</Title>
        <p className={classes.about}>
          What each role sees and may do: the table that the server decides by, not a copy of it.
        </p>
      </header>
      {sides}
      <RoleMatrix />
    </div>
  )
}

function PeopleSide({ sides }: { sides: ReactElement }): ReactElement {
  return (
    <ListPage
      source={peopleSource}
      title="User Roles"
      about="Everybody who can sign in, with the role."
      columns={PEOPLE_COLUMNS}
      notice={sides}
    />
  )
}
