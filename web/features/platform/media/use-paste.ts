import { useEffect, useEffectEvent } from 'react'
import { formatMoment } from '../../../lib/format.ts'
import { uploadFiles } from './uploads/upload-files.tsx'

const FIELDS = 'input, textarea, [contenteditable="true"]'
/** What browsers call a picture that has no name, as of a part of the screen. */
const NAMELESS = /^image\.(png|jpe?g|webp)$/i

/** A pasted picture without a name is called after the moment. */
function named(file: File): File {
  const end = NAMELESS.exec(file.name)?.[1]
  if (!end) return file
  const name = `Pasted ${formatMoment(new Date()).replace(':', '.')}.${end}`
  return new File([file], name, { type: file.type })
}

/** Uploads what is pasted on the page: files, or a picture that was copied. */
export function usePaste(active: boolean): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    const inField = event.target instanceof Element && event.target.closest(FIELDS) !== null
    if (!active || inField || files.length === 0) return
    event.preventDefault()
    uploadFiles(files.map(named))
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
