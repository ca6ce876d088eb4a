import { z } from 'zod'
import { notesOf } from './kinds.ts'
import { SETTING_GROUPS } from './table.ts'

/** What a document says of one setting. */
type Described = { name: string; otherwise: string; range: string; meaning: string }

function described(name: string, type: z.ZodType): Described {
  const { meaning, otherwise } = notesOf(type)
  // As it is given: the default of a text such as 10-21, not what becomes of it.
  const given = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  const { minimum, maximum } = z.toJSONSchema(type, { unrepresentable: 'any' })
  return {
    name,
    otherwise: otherwise ?? `\`${String(given.default)}\``,
    range: minimum === undefined ? '' : `${minimum} to ${maximum}`,
    meaning,
  }
}

const groups = () =>
  SETTING_GROUPS.map(({ title, about, settings }) => ({
    title,
    about,
    settings: Object.entries(settings).map(([name, type]) => described(name, type)),
  }))

/** docs/settings.md. */
export function settingsPage(): string {
  const sections = groups().map(({ title, about, settings }) => {
    const rows = settings.map(
      ({ name, otherwise, range, meaning }) =>
        `| \`${name}\` | ${[otherwise, range].filter(Boolean).join(', ')} | ${meaning} |`,
    )
    const table = ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
    return [`## ${title}`, about, table].filter((part) => part !== undefined).join('\n\n')
  })
  return `# Settings
Environment variables, read once at the start. A wrong value stops the start with a sentence; an empty one counts as not set. \`npm start\` and the commands also read a file \`.env\` in the project’s folder: copy \`.env.example\`. What stands in the environment wins over the file. A number may be what stands beside its default.

This page and \`.env.example\` are made from \`server/settings/\` by \`npm run settings\`.

${sections.join('\n\n')}
`
}

/** .env.example: each setting, switched off, with its meaning. */
export function environmentExample(): string {
  const sections = groups().map(({ title, settings }) => {
    const lines = settings.map(({ name, otherwise, range, meaning }) => {
      const values = [`Default: ${plain(otherwise)}`, range].filter(Boolean).join('; ')
      const words = wrapped(`${plain(meaning)} ${values}.`)
      return `${words}\n#${name}=`
    })
    return `# ── ${title}\n\n${lines.join('\n\n')}`
  })
  return `# Copy this file to .env and take away the # before what you set. Made by npm run settings.\n\n${sections.join('\n\n')}\n`
}

/** Markdown as plain words. */
const plain = (markdown: string) =>
  markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/[`*]/g, '')

const WIDTH = 96

function wrapped(sentence: string): string {
  const lines: string[] = []
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length > WIDTH) lines.push(`# ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}
