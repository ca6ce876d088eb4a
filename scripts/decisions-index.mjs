// The index of docs/decisions/, made from the head of each decision.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './ensure.mjs'

const folder = path.join(root, 'docs', 'decisions')

/** Throws where a decision does not begin with its title and its status. */
export function decisionsIndex() {
  const rows = readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8')
      const head = /^# (?<title>.+)\n\n(?<status>(?:Accepted|Superseded|Withdrawn) .+)\.\n/.exec(
        text,
      )
      if (!head)
        throw new Error(`${name} has to begin with "# Title", an empty line and "Accepted on …."`)
      return `| [${name.slice(0, 4)}](${name}) | ${head.groups.title} | ${head.groups.status} |`
    })
  return `# Decisions
What was decided, why, and what was considered. A new one takes the next number and begins with its title and \`Accepted on YYYY-MM-DD.\`; one that no longer holds says \`Superseded by NNNN on …\`. This table is made by \`npm run decisions\`.

| number | decision | status |
|---|---|---|
${rows.join('\n')}
`
}
