import { canSee, isGroup, MENU, SUBPAGES } from '../../../../contract/menu.ts'
import { PERMISSION_WORDS } from '../../../../contract/permission-words.ts'
import { can, type Permission } from '../../../../contract/permissions.ts'
import { ROLES, type Role } from '../../../../contract/roles.ts'

export type RoleLine = { key: string; words: string; roles: readonly Role[] }
export type RoleSection = { title: string; lines: readonly RoleLine[] }

const rolesThat = (may: (role: Role) => boolean): Role[] => ROLES.filter(may)

const lineOf = ({ path, label }: { path: string; label: string }): RoleLine => ({
  key: path,
  words: path.startsWith('/plant-representatives/') ? `${label} (worker section)` : label,
  roles: rolesThat((role) => canSee(role, path)),
})

/**
 * What each role sees and may do, from the very tables that the sidebar and the server decide by:
 * the pages by their group in the menu, then the permissions by what they are about.
 */
export function roleSections(): RoleSection[] {
  const alone: RoleLine[] = []
  const groups: RoleSection[] = []
  for (const entry of MENU) {
    const items = isGroup(entry) ? entry.items : [entry]
    const lines = items.map(lineOf)
    if (isGroup(entry)) groups.push({ title: `Sees: ${entry.label}`, lines })
    else alone.push(...lines)
  }
  return [
    { title: 'Sees: pages without a group', lines: [...alone, ...SUBPAGES.map(lineOf)] },
    ...groups,
    ...permissionSections(),
  ]
}

function permissionSections(): RoleSection[] {
  const entries = Object.entries(PERMISSION_WORDS) as [
    Permission,
    (typeof PERMISSION_WORDS)[Permission],
  ][]
  const byArea = Map.groupBy(entries, ([, { area }]) => area)
  return [...byArea].map(([area, permissions]) => ({
    title: `May: ${area}`,
    lines: permissions.map(([key, { words }]) => ({
      key,
      words,
      roles: rolesThat((role) => can(role, key)),
    })),
  }))
}

/** Only the lines in which two roles differ; sections without any are left out. */
export function differing(
  sections: readonly RoleSection[],
  [one, other]: readonly [Role, Role],
): RoleSection[] {
  const differs = ({ roles }: RoleLine) => roles.includes(one) !== roles.includes(other)
  return sections
    .map(({ title, lines }) => ({ title, lines: lines.filter(differs) }))
    .filter(({ lines }) => lines.length > 0)
}
