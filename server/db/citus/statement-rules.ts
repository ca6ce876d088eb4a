import { parseSync } from 'libpg-query'
import { DISTRIBUTED, isDistributed, type DistributedTable } from './shape.ts'

/** What a statement is judged by: the parse tree of PostgreSQL, as plain objects. */
type Tree = { [key: string]: unknown }

/** What the statement knows that its text does not tell. */
export type Known = {
  /** Functions that may give another value at each call, by the database's own word. */
  volatile: ReadonlySet<string>
  /** A statement of the hot path has to name the keys it wants, so that only their nodes are asked. */
  hot: boolean
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Every object under a name, wherever it stands in the tree. */
function all(tree: unknown, name: string): Tree[] {
  if (!isTree(tree)) return []
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === name && isTree(value) ? [value] : []),
    ...all(value, name),
  ])
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const words = (list: unknown): string[] =>
  Array.isArray(list) ? list.map((item) => text(all(item, 'String')[0]?.sval)) : []

function tablesIn(tree: unknown): DistributedTable[] {
  const withs = new Set(all(tree, 'CommonTableExpr').map(({ ctename }) => text(ctename)))
  const ranges = [...all(tree, 'RangeVar'), ...all(tree, 'relation')]
  const names = ranges.map(({ relname }) => text(relname)).filter((name) => !withs.has(name))
  return [...new Set(names)].filter(isDistributed)
}

/** The columns that the statement compares with values or lists of them by `=`. */
function keysNamed(tree: unknown): string[] {
  return all(tree, 'A_Expr').flatMap(({ kind, name, lexpr, rexpr }) => {
    if (!['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN'].includes(text(kind))) return []
    if (words(name).join() !== '=') return []
    const [column] = all(lexpr, 'ColumnRef')
    return column && isValue(rexpr) ? words(column.fields).slice(-1) : []
  })
}

/** A parameter, a constant, a list of them, or a variable of a function of ours (p_… or v_…). */
function isValue(tree: unknown): boolean {
  const columns = all(tree, 'ColumnRef').map(({ fields }) => words(fields))
  return columns.every((fields) => fields.length === 1 && /^[pv]_/.test(fields[0] ?? ''))
}

function writes(tree: Tree): boolean {
  return ['InsertStmt', 'UpdateStmt', 'DeleteStmt'].some((kind) => all(tree, kind).length > 0)
}

function volatileCalls(tree: unknown, { volatile }: Known): string[] {
  return all(tree, 'FuncCall')
    .map(({ funcname }) => words(funcname).at(-1) ?? '')
    .filter((name) => volatile.has(name))
}

/**
 * What Citus would refuse or do badly in a text of one or more statements, a sentence each: more than
 * one distributed table at once, rows written with volatile functions, the column itself changed, rows
 * locked or, on the hot path, sought without it. Throws where the text is no SQL.
 */
export function statementFaults(sqlText: string, known: Known): string[] {
  const { stmts = [] } = parseSync(sqlText)
  return stmts.flatMap(({ stmt }) => (isTree(stmt) ? faultsOf(stmt, known) : []))
}

function faultsOf(tree: Tree, known: Known): string[] {
  const [table, ...others] = tablesIn(tree)
  if (table === undefined || all(tree, 'CreateStmt').length > 0) return []
  const { by } = DISTRIBUTED[table]
  const faults: string[] = []
  if (others.length > 0) faults.push(`It touches ${[table, ...others].join(' and ')} at once.`)
  if (writes(tree)) {
    const calls = volatileCalls(tree, known)
    if (calls.length > 0)
      faults.push(`It writes ${table} with ${calls.join()}(), which is volatile.`)
  }
  if (setsColumn(tree, by)) faults.push(`It changes ${table}.${by}, by which the table is cut.`)
  const named = keysNamed(tree).includes(by)
  if (all(tree, 'LockingClause').length > 0 && !named) {
    faults.push(`It locks rows of ${table} without naming ${by}.`)
  }
  if (known.hot && all(tree, 'InsertStmt').length === 0 && !named) {
    faults.push(`It asks every node, as it does not name ${table}.${by}.`)
  }
  return faults
}

function setsColumn(tree: unknown, column: string): boolean {
  const changed = [
    ...all(tree, 'UpdateStmt').map(({ targetList }) => targetList),
    ...all(tree, 'onConflictClause').map(({ targetList }) => targetList),
  ]
  return changed.some((list) =>
    (Array.isArray(list) ? list : []).some(
      (item) => isTree(item) && isTree(item.ResTarget) && item.ResTarget.name === column,
    ),
  )
}
