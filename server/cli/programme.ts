// npm run programme -- export [FILE] | import FILE --as EMAIL [--yes]: the configuration as a file.
import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { speakPlainly } from '../../contract/words.ts'
import {
  exportProgramme,
  importerNamed,
  importProgramme,
  planOf,
} from '../features/operations/programme-file/programme-file.service.ts'
import { readProgrammeFile } from '../features/operations/programme-file/programme-file.ts'
import { planInWords } from '../features/operations/programme-file/plan-words.ts'
import { makeLog } from '../log.ts'
import { openPlatform } from '../platform.ts'
import type { Context } from '../context.ts'
import { withDatabase } from './open.ts'

const USAGE = `Usage: npm run programme -- export [FILE]
       npm run programme -- import FILE --as EMAIL [--yes]
  export  write plants, products, rules, tax and texts to FILE, or to the screen; no people, no secrets
  import  show what FILE would change, and change it in the name of the account EMAIL. What two people
          decide waits for the second one. --yes applies it without asking.`

const say = (line: string) => process.stdout.write(`${line}\n`)

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { as: { type: 'string' }, yes: { type: 'boolean', default: false } },
    })
  } catch {
    return null
  }
}

async function exportTo(context: Context, file: string | undefined): Promise<number> {
  const text = await exportProgramme(context)
  if (file === undefined) process.stdout.write(text)
  else {
    await writeFile(file, text)
    say(`The programme is in ${file}.`)
  }
  return 0
}

type Wish = { file: string; as: string; yes: boolean }

async function importFrom(context: Context, { file, as, yes }: Wish): Promise<number> {
  const programme = readProgrammeFile(await readFile(file, 'utf8'))
  const caller = await importerNamed(context, as)
  const plan = await planOf(context, programme)
  for (const line of planInWords(plan)) say(line)
  if (plan.changes.length === 0) return 0
  if (!yes && !(await agreed())) {
    say('Nothing was changed.')
    return 1
  }
  await importProgramme(context, { file: programme, plan, caller, reason: `Import of ${file}` })
  const waits = plan.changes.filter((change) => change.waits).length
  say(`Changes imported: ${plan.changes.length}.`)
  if (waits > 0) say(`Waiting for another person, under Manage Admin › Programme: ${waits}.`)
  return 0
}

async function agreed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    say('Give --yes to apply this where nobody can be asked.')
    return false
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question('Apply this? (yes/no) ')
  lines.close()
  return /^y(es)?$/i.test(answer.trim())
}

const args = read()
const [command, file, ...rest] = args?.positionals ?? []
const as = args?.values.as
const wish = command === 'import' && file !== undefined && as !== undefined
if (rest.length > 0 || !(command === 'export' || wish)) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  speakPlainly()
  await withDatabase(async ({ config, connection }) => {
    const platform = await openPlatform({ ...config, ROLE: 'web' }, connection, {
      log: makeLog(config),
      publicUrl: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
    })
    try {
      return wish
        ? await importFrom(platform.context, { file, as, yes: args?.values.yes ?? false })
        : await exportTo(platform.context, file)
    } finally {
      await platform.stop()
    }
  })
}
