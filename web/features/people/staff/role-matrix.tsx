import { Button, NativeSelect, Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, type ReactElement } from 'react'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import { parseRole, ROLE_NAMES, ROLES, type Role } from '../../../../contract/roles.ts'
import { formatAmount, formatCount } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { roleCountsOptions } from './role-queries.ts'
import { differing, roleSections, type RoleSection } from './role-table.ts'
import classes from './roles.module.css'
import '@mantine/core/styles/Switch.layer.css'

/** Under 768 px nine columns do not fit: two roles are shown, whichever are chosen. */
const NARROW = '(max-width: 767.98px)'
const CHOICES = ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))

/** Which roles are compared stands in the address, as `compare` and `with`. */
function useCompared() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const read = (value: unknown) => (typeof value === 'string' ? parseRole(value) : null)
  const [one, other] = [read(search.compare), read(search.with)]
  return {
    pair: one && other ? ([one, other] as const) : null,
    onlyDiffering: search.only === 'differing',
    change: (changes: Record<string, unknown>) =>
      void navigate({ to: '.', search: { ...search, ...changes }, replace: true }),
    clear: () => void navigate({ to: '.', search: {}, replace: true }),
  }
}

/** Every page and permission against the roles; two of them beside each other where they are compared. */
export function RoleMatrix(): ReactElement {
  const mine = useRole()
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const { pair, onlyDiffering, change, clear } = useCompared()
  const all = useMemo(() => roleSections(), [])
  const beside: readonly [Role, Role] = [
    mine ?? 'admin',
    mine === 'admin' ? 'almond team' : 'admin',
  ]
  const shownPair = pair ?? (narrow ? beside : null)
  const sections = shownPair && onlyDiffering ? differing(all, shownPair) : all
  const roles = shownPair ?? ROLES
  return (
    <>
      {shownPair ? (
        <div className={classes.compare}>
          <RoleChoice
            label="Role"
            value={shownPair[0]}
            onChange={(compare) => change({ compare, with: shownPair[1] })}
          />
          <RoleChoice
            label="Compared with"
            value={shownPair[1]}
            onChange={(other) => change({ compare: shownPair[0], with: other })}
          />
          <Switch
            label="Only what differs"
            checked={onlyDiffering}
            onChange={(event) =>
              change({
                compare: shownPair[0],
                with: shownPair[1],
                only: event.currentTarget.checked ? 'differing' : undefined,
              })
            }
          />
          {!narrow && (
            <Button variant="default" onClick={clear}>
              All nine roles
            </Button>
          )}
        </div>
      ) : (
        <div className={classes.compare}>
          <Button
            variant="default"
            onClick={() => change({ compare: beside[0], with: beside[1], only: 'differing' })}
          >
            Compare two roles
          </Button>
        </div>
      )}
      {sections.length === 0 ? (
        <p className={classes.same}>These two roles see and may do exactly the same.</p>
      ) : (
        <RoleTable sections={sections} roles={roles} />
      )}
    </>
  )
}

function RoleChoice({
  label,
  value,
  onChange,
}: {
  label: string
  value: Role
  onChange: (role: Role) => void
}): ReactElement {
  return (
    <NativeSelect
      label={label}
      data={CHOICES}
      value={value}
      onChange={(event) => onChange(parseRole(event.currentTarget.value) ?? value)}
    />
  )
}

function RoleTable({
  sections,
  roles,
}: {
  sections: readonly RoleSection[]
  roles: readonly Role[]
}): ReactElement {
  const { data } = useQuery(roleCountsOptions())
  const peopleOf = (role: Role) => data?.counts.find((count) => count.role === role)?.people
  return (
    <ScrollRegion label="What each role sees and may do" className={classes.frame}>
      <table className={classes.table} data-few={roles.length === 2 || undefined}>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              Page or act
            </th>
            {roles.map((role) => (
              <th key={role} scope="col">
                <span>{ROLE_NAMES[role]}</span>
                <People role={role} people={peopleOf(role)} />
              </th>
            ))}
          </tr>
        </thead>
        {sections.map(({ title, lines }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1} className={classes.section}>
                <span>{title}</span>
              </th>
            </tr>
            {lines.map(({ key, words, roles: allowed }) => (
              <tr key={key}>
                <th scope="row">{words}</th>
                {roles.map((role) => (
                  <td key={role} data-yes={allowed.includes(role) || undefined}>
                    {allowed.includes(role) ? (
                      <IconCheck size={17} stroke={2.2} role="img" aria-label="Yes" />
                    ) : (
                      <IconMinus size={15} stroke={1.6} role="img" aria-label="No" />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  )
}

function People({ role, people }: { role: Role; people: number | undefined }): ReactElement {
  if (people === undefined) return <small>&nbsp;</small>
  const words =
    people > COUNT_LIMIT
      ? `${formatCount(people, COUNT_LIMIT)} people`
      : formatAmount(people, 'person', 'people')
  return (
    <small>
      <PageLink to="/dashboard/roles" search={{ show: 'people', role }}>
        {words}
      </PageLink>
    </small>
  )
}
