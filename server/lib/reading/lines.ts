import { z } from 'zod'

const box = z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() })
export type Box = z.infer<typeof box>

const lines = z.array(z.object({ bbox: box })).nullable()
const layout = z.object({
  layoutBlocks: z
    .array(z.object({ paragraphs: z.array(z.object({ lines })).nullable() }))
    .nullable(),
})

/** The lines of a page that was laid out but not read, the tallest letters first. */
export function linesOf(page: unknown): Box[] {
  const blocks = layout.parse(page).layoutBlocks ?? []
  const found = blocks.flatMap(({ paragraphs }) =>
    (paragraphs ?? []).flatMap(({ lines }) => (lines ?? []).map(({ bbox }) => bbox)),
  )
  return found.toSorted((a, b) => b.y1 - b.y0 - (a.y1 - a.y0))
}
