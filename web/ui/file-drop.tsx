import { Button, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useRef, useState, type ReactElement } from 'react'
import { CSV_TYPE, SHEET_MAX_BYTES, XLSX_TYPE } from '../../contract/sheets.ts'
import classes from './file-drop.module.css'
import { useDrop } from './use-drop.ts'

/** By the name: what a browser says of a CSV differs from system to system. */
const TYPES: Record<string, string> = { xlsx: XLSX_TYPE, csv: CSV_TYPE }
const MEGABYTE = 1024 * 1024

export type SelectedFile = { name: string; bytes: Blob; type: string }

/** The file as it can be sent, or why it cannot. */
function readFile(file: File, maxBytes: number): SelectedFile | string {
  const type = TYPES[file.name.split('.').at(-1)?.toLowerCase() ?? '']
  if (!type) return `${file.name} is neither a spreadsheet (.xlsx) nor comma-separated text (.csv).`
  if (file.size === 0) return `${file.name} is empty.`
  if (file.size > maxBytes) {
    return `${file.name} has ${Math.ceil(file.size / MEGABYTE)} MB; at most ${maxBytes / MEGABYTE} MB can be read.`
  }
  return { name: file.name, bytes: file, type }
}

/** Takes one spreadsheet, by a button or dropped here. */
export function FileDrop({
  label,
  hint,
  busy,
  maxBytes = SHEET_MAX_BYTES,
  onFile,
}: {
  label: string
  hint: string
  busy: boolean
  maxBytes?: number
  onFile: (file: SelectedFile) => void
}): ReactElement {
  const input = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const take = (files: FileList | null): void => {
    const [file, ...others] = files ?? []
    if (!file || busy) return
    const read = others.length > 0 ? 'One file at a time, please.' : readFile(file, maxBytes)
    setProblem(typeof read === 'string' ? read : null)
    if (typeof read !== 'string') onFile(read)
  }
  const over = useDrop(place, take)
  return (
    <div
      ref={place}
      className={classes.drop}
      data-over={over || undefined}
      role="group"
      aria-label={label}
    >
      <IconFileUpload size={24} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <Text fw={550}>{label}</Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </div>
      <Button variant="default" loading={busy} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.csv"
        onChange={(event) => {
          take(event.currentTarget.files)
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
