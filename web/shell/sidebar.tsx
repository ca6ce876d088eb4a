import { IconChevronRight, IconPoint } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useId, useState, type ReactElement } from 'react'
import { isGroup, menuFor, SUBPAGES, type MenuGroup, type MenuItem } from '../../contract/menu.ts'
import { useRole } from '../lib/session.ts'
import { MENU_ICONS } from './icons.ts'
import classes from './sidebar.module.css'

function MenuIcon({ name }: { name: string }): ReactElement {
  const Found = MENU_ICONS[name] ?? IconPoint
  return <Found className={classes.icon} size={18} stroke={1.6} aria-hidden />
}

function ItemLink({
  item,
  inGroup,
  onNavigate,
}: {
  item: MenuItem
  inGroup?: boolean
  onNavigate: () => void
}): ReactElement {
  const { pathname } = useLocation()
  const below = SUBPAGES.some(({ path, parent }) => path === pathname && parent === item.path)
  return (
    <Link
      to={item.path}
      className={classes.link}
      data-in-group={inGroup}
      data-below={below || undefined}
      activeOptions={{ exact: true, includeSearch: false }}
      onClick={onNavigate}
    >
      {!inGroup && <MenuIcon name={item.icon} />}
      {item.label}
    </Link>
  )
}

/** A group opens when one of its pages is shown; until then it is as the person left it. */
function Group({ group, onNavigate }: { group: MenuGroup; onNavigate: () => void }): ReactElement {
  const { pathname } = useLocation()
  const active = group.items.some((item) => item.path === pathname)
  const [open, setOpen] = useState(active)
  const [wasActive, setWasActive] = useState(active)
  const listId = useId()
  if (active !== wasActive) {
    setWasActive(active)
    if (active) setOpen(true)
  }
  return (
    <li>
      <button
        type="button"
        className={classes.group}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        <MenuIcon name={group.icon} />
        {group.label}
        <IconChevronRight className={classes.chevron} size={16} stroke={1.6} aria-hidden />
      </button>
      <ul id={listId} className={classes.items} hidden={!open}>
        {group.items.map((item) => (
          <li key={item.path}>
            <ItemLink item={item} inGroup onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The menu of the role, from the table that the route guard and the server read as well. */
export function Sidebar({
  id,
  open,
  onNavigate,
}: {
  id: string
  open: boolean
  onNavigate: () => void
}): ReactElement {
  const role = useRole()
  return (
    <nav id={id} className={classes.sidebar} aria-label="Main" hidden={!open}>
      <ul className={classes.list}>
        {menuFor(role).map((entry) =>
          isGroup(entry) ? (
            <Group key={entry.label} group={entry} onNavigate={onNavigate} />
          ) : (
            <li key={entry.path}>
              <ItemLink item={entry} onNavigate={onNavigate} />
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}
