import type pg from 'pg'
import { pageFile } from '../../people/kyc-documents/index.ts'
import { pieceName } from '../../platform/media/index.ts'

type Named = { kind: 'kyc' | 'enquiry' | 'media' | 'piece'; name: string; number: number }

const NAMED = `
  select 'kyc' as kind, document_id::text as name, page as number
    from kyc_document, generate_series(1, pages) page
  union all
  select 'enquiry', attachment_id::text, page
    from enquiry_attachment, generate_series(1, pages) page
  union all
  select 'media', picture ->> 'name', 0
    from media, jsonb_array_elements(files -> 'pages') one_page, jsonb_array_elements(one_page) picture
  union all
  select 'media', files -> 'video' ->> 'name', 0 from media where files -> 'video' ->> 'name' is not null
  union all
  select 'piece', upload_id::text, piece
    from media_upload, generate_series(0, pieces - 1) piece where finished_at is null`

const PLACES: Record<Named['kind'], (one: Named) => string> = {
  kyc: ({ name, number }) => `documents/${pageFile(name, number)}`,
  enquiry: ({ name, number }) => `documents/enquiries/${pageFile(name, number)}`,
  media: ({ name }) => `media/${name}`,
  piece: ({ name, number }) => `media/${pieceName(name, number)}`,
}
const PIECE = 5000

/**
 * The files that rows name, as paths below files/ of a backup, in the snapshot of the transaction that
 * the client is in. Prepared reports are not among them: they can be asked for again.
 */
export async function* namedFiles(client: pg.ClientBase): AsyncGenerator<string> {
  await client.query(`declare named no scroll cursor for ${NAMED}`)
  try {
    for (;;) {
      const { rows } = await client.query<Named>(`fetch ${PIECE} from named`)
      for (const row of rows) yield PLACES[row.kind](row)
      if (rows.length < PIECE) return
    }
  } finally {
    await client.query('close named').catch(() => {})
  }
}
