import { z } from 'zod'
import type { Vault } from '../../platform/vault/index.ts'
import type { RowName } from './reference.ts'

const content = z.object({
  /** In the order of the columns of the kind. */
  cells: z.array(z.string()),
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
})
export type RowContent = z.infer<typeof content>

const contextOf = ({ uploadId, rowNo }: RowName) => `onboarding_row:${uploadId}:${rowNo}`
export const fileContext = (uploadId: string, piece: number) =>
  `onboarding_file:${uploadId}:${piece}`

export function sealRow(
  vault: Vault,
  name: RowName,
  { cells, changes }: { cells: readonly string[]; changes: RowContent['changes'] },
): Promise<Buffer> {
  return vault.seal(Buffer.from(JSON.stringify({ cells, changes })), contextOf(name))
}

export async function openRow(vault: Vault, name: RowName, sealed: Buffer): Promise<RowContent> {
  const plain = await vault.open(sealed, contextOf(name))
  return content.parse(JSON.parse(plain.toString('utf8')))
}
