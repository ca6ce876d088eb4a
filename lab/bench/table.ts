/** One line of a results file: what was measured, beside the bar it is held to. */
export type Result = { what: string; measured: string; bar: string; met: boolean; detail: string }

export const rowOf = ({ what, measured, bar, met, detail }: Result): string =>
  `| ${what} | ${measured} | ${bar} | ${met ? 'met' : '**missed**'} | ${detail} |`

export const table = (results: readonly Result[]): string =>
  ['| what | measured | bar | | |', '|---|---|---|---|---|', ...results.map(rowOf)].join('\n')
