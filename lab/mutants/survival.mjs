// Of what has to outlive kills, stops, silence, a full disk and hostile files.
const CRASH = 'lab/trials/crash-trial.test.ts'
const RESTARTS = 'lab/trials/crash-restarts.test.ts'
const SHEETS = 'server/features/money/tax/hostile-sheets.test.ts'
const feature = (name) => `server/features/${name}`

/** @type {{ name: string, file: string, find: string, put: string, tests: string[] }[]} */
export const SURVIVAL = [
  {
    name: 'the embedded database acknowledges what it has not written',
    file: 'server/db/embedded/settings.ts',
    find: "synchronous_commit: 'on'",
    put: "synchronous_commit: 'off'",
    tests: ['server/db/embedded/embedded.test.ts'],
  },
  {
    name: 'a database is taken that may forget',
    file: 'server/db/checks.ts',
    find: 'if (off.length > 0)',
    put: 'if (off.length > 3)',
    tests: ['server/db/checks.test.ts'],
  },
  {
    name: 'a scan is acknowledged before it is written',
    file: feature('programme/scans/writer-slot.ts'),
    find: '-c enable_seqscan=off',
    put: '-c enable_seqscan=off -c synchronous_commit=off',
    tests: [CRASH],
  },
  {
    name: 'a delivery is acknowledged before it is written',
    file: feature('programme/plant/delivery.queries.ts'),
    find: 'const name = `plant',
    put: 'await sql`set local synchronous_commit = off`.execute(tx)\n  const name = `plant',
    tests: [CRASH],
  },
  {
    name: 'a stop comes without notice',
    file: 'server/server.ts',
    find: 'await notice\n',
    put: '\n',
    tests: [RESTARTS],
  },
  {
    name: 'a stop cuts the answers under way',
    file: 'server/server.ts',
    find: 'closeAllConnections(), DRAIN_MS)',
    put: 'closeAllConnections(), 0)',
    tests: ['server/test/stop.test.ts'],
  },
  {
    name: 'a stop leaves connections open on which more may come',
    file: 'server/server.ts',
    find: "response.setHeader('connection', 'close')",
    put: '',
    tests: ['server/test/stop.test.ts'],
  },
  {
    name: 'a database that says nothing is waited for',
    file: 'server/db/database.ts',
    find: 'endSilentClients(pool, () => answers(connection), silentMs)',
    put: '',
    tests: ['server/db/silence.test.ts'],
  },
  {
    name: 'a long statement is taken for silence',
    file: 'server/db/silence.ts',
    find: 'if (there) heard.at',
    put: 'if (there && silentMs < 0) heard.at',
    tests: ['server/db/silence.test.ts'],
  },
  {
    name: 'a full disk leaves half a database',
    file: 'server/db/embedded/initialise.ts',
    find: 'await rm(draft, { recursive: true, force: true })\n    throw error',
    put: 'throw error',
    tests: ['server/db/embedded/disk-full.test.ts'],
  },
  {
    name: 'a workbook may unpack to any size',
    file: 'server/lib/sheet/sheet-process.ts',
    find: 'const MAX_UNPACKED = 64 *',
    put: 'const MAX_UNPACKED = 6400 *',
    tests: [SHEETS],
  },
  {
    name: 'a workbook may unpack to more than it says',
    file: 'server/lib/sheet/unpack.ts',
    find: 'if (bytes > entry.unpacked) throw noWorkbook()',
    put: '',
    tests: [SHEETS],
  },
  {
    name: 'a sheet may have any number of columns',
    file: 'server/lib/sheet/table.ts',
    find: 'if (last >= MAX_COLUMNS)',
    put: 'if (last >= MAX_COLUMNS * 1000)',
    tests: [SHEETS],
  },
  {
    name: 'a payment that failed for a moment of ours waits a minute',
    file: feature('money/payments/dispatch/payment-worker.ts'),
    find: 'FIRST_REST_MS = 2_000',
    put: 'FIRST_REST_MS = 60_000',
    tests: [feature('money/payments/dispatch/payment-worker.test.ts')],
  },
]
