// npm run admin -- create --email … --role … [--name …] [--plant CODE] | link EMAIL: an account and its one-time link.
import { parseArgs } from 'node:util'
import { parseRole, ROLES, type Role } from '../../contract/roles.ts'
import { beginAuditChain } from '../features/platform/audit/audit.service.ts'
import { printedLink } from '../features/people/staff/printed-link.service.ts'
import { createStaff } from '../features/people/staff/staff.service.ts'
import { checkMasterKey, checkServer } from '../db/checks.ts'
import { migrate } from '../db/migrate.ts'
import { withDatabase, type Opened } from './open.ts'

const USAGE = `Usage: npm run admin -- create --email NAME@HOST --role ROLE [--name "FULL NAME"] [--plant CODE]
       npm run admin -- link NAME@HOST
  create  make an account and print the one-time link that sets its password
  link    print a new one-time link for an account; older links end, the password stays until it is used
Roles: ${ROLES.join(', ')}. A worker needs --plant.`

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        role: { type: 'string' },
        name: { type: 'string' },
        plant: { type: 'string' },
      },
    })
  } catch {
    return null
  }
}

type Wish =
  | { command: 'create'; email: string; role: Role; name: string; plantCode: string | undefined }
  | { command: 'link'; email: string }

/** What is asked for; null where it is not complete. */
function wishOf(): Wish | null {
  const args = read()
  const [command, address, ...rest] = args?.positionals ?? []
  if (!args || rest.length > 0) return null
  const { email, name, plant } = args.values
  if (command === 'link') {
    const isAlone = Object.keys(args.values).length === 0
    return address !== undefined && isAlone ? { command, email: address } : null
  }
  const role = parseRole(args.values.role)
  if (command !== 'create' || address !== undefined || !email || !role) return null
  return { command, email, role, name: name ?? email, plantCode: plant }
}

async function tokenOf({ db, keys }: Opened, wish: Wish): Promise<string> {
  const { token } =
    wish.command === 'link'
      ? await printedLink({ db, keys }, wish.email)
      : await createStaff({ db, keys }, wish)
  return token
}

const wish = wishOf()
if (wish === null) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  await withDatabase(async (opened) => {
    const { config, db, keys } = opened
    await checkServer(db)
    await migrate(db)
    await checkMasterKey(db, keys)
    await db.transaction().execute((tx) => beginAuditChain(tx, keys))
    const token = await tokenOf(opened, wish)
    const origin = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
    process.stdout.write(`One-time link, good for 24 hours: ${origin}/reset/${token}\n`)
    return 0
  })
}
