import { defineConfig } from 'oxlint'
import { OF_TESTS, WINGS } from './scripts/wings.ts'

// The import walls: which part of the project may import which. scripts/rooms.test.mjs computes the same of
// the whole graph; here an editor shows it where it is written.

/** An import that may not be, by a regular expression of its path. The engine knows no lookahead. */
const wall = (regex: string, message: string): Wall => ({ regex, message })
type Wall = { regex: string; message: string }

/** The product may import nothing that these patterns name. An override replaces what an earlier one said. */
const walls = (
  patterns: Wall[],
): Record<'no-restricted-imports', ['error', { patterns: Wall[] }]> => ({
  'no-restricted-imports': ['error', { patterns }],
})

const NO_SERVER = wall(
  '(^|/)\\.\\./(\\.\\./)*(server|simulator|lab|e2e)/',
  'web/ reaches the server through contract/ and HTTP only.',
)
const NO_WEB = wall(
  '(^|/)\\.\\./(\\.\\./)*(web|simulator|lab|e2e)/',
  'server/ never imports the web, the simulator, the laboratory or the tests of the browser.',
)

/** A file name that is not `index`. */
const NOT_INDEX =
  '([^i/][^/]*|i[^n/][^/]*|in[^d/][^/]*|ind[^e/][^/]*|inde[^x/][^/]*|index[^./][^/]*)'
/** Another room of any wing, or of the same wing so many folders up; not at its index.ts. */
const roomBeside = (up: string) =>
  wall(
    `^(\\.\\./)+(${WINGS.join('|')})/[a-z-]+/${NOT_INDEX}|^${up}[a-z-]+/${NOT_INDEX}`,
    'A room reaches another through its index.ts.',
  )

/** The walls stand around the product. */
const inFeatures = (side: string) => OF_TESTS.map((name) => `${side}/features/**/${name}.ts`)

const ofWing = (wing: string, at: number) => {
  const after = WINGS.slice(at + 1)
  const order =
    after.length > 0
      ? [
          wall(
            `^(\\.\\./){2,3}(${after.join('|')})/`,
            `${wing} may import the wings before it only: see scripts/wings.ts.`,
          ),
        ]
      : []
  const server = (folders: string, up: string) => ({
    files: [`server/features/${wing}/${folders}/*.ts`],
    excludeFiles: inFeatures('server'),
    rules: walls([...order, roomBeside(up), NO_WEB]),
  })
  return [
    // The first is of every depth, the second replaces it at the root of a room.
    server('**', '\\.\\./\\.\\./'),
    server('*', '\\.\\./'),
    {
      files: [`web/features/${wing}/**/*.{ts,tsx}`],
      excludeFiles: inFeatures('web'),
      rules: walls([...order, NO_SERVER]),
    },
  ]
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
  },
  ignorePatterns: ['node_modules', 'web/dist', '.cache', '.data', 'lab/bench/report/node_modules'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': [
      'error',
      {
        checksVoidReturn: {
          attributes: false,
        },
      },
    ],
    'typescript/consistent-type-imports': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      {
        considerDefaultExhaustiveForUnions: true,
      },
    ],
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/extensions': [
      'error',
      'always',
      {
        ignorePackages: true,
      },
    ],
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'eslint/no-underscore-dangle': 'off',
    'typescript/consistent-return': 'off',
    'vitest/require-to-throw-message': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/valid-expect': [
      'error',
      {
        maxArgs: 2,
      },
    ],
    'promise/always-return': 'off',
    'promise/no-callback-in-promise': 'off',
    'import/namespace': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'typescript/no-unsafe-enum-comparison': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/require-array-sort-compare': 'off',
    'unicorn/no-array-fill-with-reference-type': 'off',
    'eslint/no-unmodified-loop-condition': 'off',
    'unicorn/filename-case': [
      'error',
      {
        case: 'kebabCase',
      },
    ],
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-reverse': 'off',
    'eslint/no-console': 'error',
    'eslint/no-shadow': 'off',
    'eslint/no-await-in-loop': 'off',
    'eslint/max-lines': [
      'error',
      {
        max: 300,
        skipBlankLines: true,
        skipComments: true,
      },
    ],
    'eslint/max-lines-per-function': ['off'],
    'eslint/eqeqeq': [
      'error',
      'always',
      {
        null: 'ignore',
      },
    ],
    'react/react-in-jsx-scope': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/unbound-method': 'off',
  },
  overrides: [
    {
      files: ['contract/**/*.ts'],
      excludeFiles: ['contract/**/*.test.ts'],
      rules: walls([
        wall('^(\\.\\./|[^./z]|z[^o]|zo[^d]|zod.)', 'contract/ imports only zod and itself.'),
      ]),
    },
    {
      files: ['contract/*/**/*.ts'],
      excludeFiles: ['contract/**/*.test.ts'],
      rules: walls([
        wall(
          '^(\\.\\./\\.\\./|[^./z]|z[^o]|zo[^d]|zod.)',
          'contract/ imports only zod and itself.',
        ),
      ]),
    },
    { files: ['web/**/*.{ts,tsx}'], rules: walls([NO_SERVER]) },
    {
      files: ['web/ui/**/*.{ts,tsx}', 'web/lib/**/*.{ts,tsx}'],
      rules: walls([
        wall('(^|/)(features|shell|server|simulator)/', 'web/ui and web/lib know no feature.'),
      ]),
    },
    { files: ['server/**/*.ts'], rules: walls([NO_WEB]) },
    {
      files: ['server/lib/**/*.ts'],
      rules: walls([wall('(^|/)(features|http|jobs|demo)/', 'server/lib knows no feature.')]),
    },
    {
      files: ['simulator/**/*.ts'],
      rules: walls([wall('\\.\\./(server|web|lab|e2e)/', 'The simulator speaks HTTP.')]),
    },
    ...WINGS.flatMap(ofWing),
    {
      files: ['*.config.ts', 'server/test/global-setup.ts', 'e2e/global-setup.ts'],
      rules: {
        'import/no-default-export': 'off',
      },
    },
    {
      files: ['scripts/**/*.mjs', 'server/cli/**/*.ts', 'lab/bench/**/*.ts', 'simulator/**/*.ts'],
      rules: {
        'eslint/no-console': 'off',
      },
    },
    {
      files: ['**/*.test.ts', 'e2e/**/*.ts', 'server/test/**/*.ts', 'lab/trials/**/*.ts'],
      rules: {
        'eslint/max-lines': [
          'error',
          {
            max: 450,
          },
        ],
      },
    },
  ],
})
