// npm run decisions: writes the index of docs/decisions/.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { decisionsIndex } from './decisions-index.mjs'
import { root } from './ensure.mjs'

writeFileSync(path.join(root, 'docs', 'decisions', 'README.md'), decisionsIndex())
