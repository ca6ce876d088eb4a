import { Readable } from 'node:stream'
import type { LiveEvent } from '../../../../contract/insight/live.ts'

/** What may wait for a client that does not read; twice the largest event. */
export const MOST_WAITING_BYTES = 1024 * 1024

/** An event as it goes out; `place` is what a client that has it may go on from. */
export function writeEvent(event: LiveEvent, data: unknown, place?: string): string {
  const id = place === undefined ? '' : `id: ${place}\n`
  return `${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Nothing happened, but the line stands, and this is how far it has come. */
export function writeBeat(place: string | null): string {
  return place === null ? ': here\n\n' : `: here\nid: ${place}\n\n`
}

/** Text on its way to one client. One that reads slower than things happen is cut off. */
export class EventStream extends Readable {
  override _read(): void {}

  send(text: string): void {
    if (this.destroyed || this.readableEnded) return
    this.push(text)
    if (this.readableLength > MOST_WAITING_BYTES) this.destroy()
  }

  /** A last word; the client comes again after about so many milliseconds. */
  finish(event: LiveEvent, retryMs: number): void {
    if (this.destroyed || this.readableEnded) return
    this.push(`retry: ${retryMs}\n${writeEvent(event, null)}`)
    this.push(null)
  }
}
