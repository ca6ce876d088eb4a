/** The nine roles of the programme's staff, as stored and compared: lower case. Source: shell spec, section 6. */
export const ROLES = [
  'admin',
  'finance',
  'hod',
  'cs',
  'courier',
  'sub admin',
  'almond team',
  'marketing',
  'worker',
] as const

export type Role = (typeof ROLES)[number]

/** Everybody but the workers of the plants. */
export const OFFICE_ROLES = ROLES.filter((role) => role !== 'worker')

/** How a role is written for people. */
export const ROLE_NAMES: Record<Role, string> = {
  admin: 'Admin',
  finance: 'Finance',
  hod: 'HOD',
  cs: 'CS',
  courier: 'Courier',
  'sub admin': 'Sub Admin',
  'almond team': 'Almond Team',
  marketing: 'Marketing',
  worker: 'Worker',
}

/** Reads a role as clients store it; anything else than a known role is nobody. */
export function parseRole(stored: string | null | undefined): Role | null {
  const wanted = stored?.trim().toLowerCase()
  return ROLES.find((role) => role === wanted) ?? null
}
