// npm run settings: writes what is made from the table of settings.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { environmentExample, settingsPage } from './documents.ts'

const root = path.join(import.meta.dirname, '..', '..')
writeFileSync(path.join(root, 'docs/settings.md'), settingsPage())
writeFileSync(path.join(root, '.env.example'), environmentExample())
