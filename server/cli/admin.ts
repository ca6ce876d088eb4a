// npm run admin -- create --email … --role … [--name …] [--plant CODE]: an account and its one-time link.
import { parseArgs } from 'node:util'
import { parseRole, ROLES } from '../../contract/roles.ts'
import { beginAuditChain } from '../features/audit/audit.service.ts'
import { createStaff } from '../features/staff/staff.service.ts'
import { checkMasterKey, checkServer } from '../db/checks.ts'
import { migrate } from '../db/migrate.ts'
import { withDatabase } from './open.ts'

const USAGE = `Usage: npm run admin -- create --email NAME@HOST --role ROLE [--name "FULL NAME"] [--plant CODE]
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

const args = read()
const role = parseRole(args?.values.role)
const email = args?.values.email
if (args?.positionals[0] !== 'create' || !email || !role) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  await withDatabase(async ({ config, db, keys }) => {
    await checkServer(db)
    await migrate(db)
    await checkMasterKey(db, keys)
    await db.transaction().execute((tx) => beginAuditChain(tx, keys))
    const { token } = await createStaff(
      { db, keys },
      { email, role, name: args.values.name ?? email, plantCode: args.values.plant },
    )
    const origin = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
    process.stdout.write(`One-time link, good for 24 hours: ${origin}/reset/${token}\n`)
    return 0
  })
}
