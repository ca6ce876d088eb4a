/**
 * Keeps what is typed between the asking for the palette and its field having the focus: its code and
 * its opening take a moment, and nobody waits for them.
 */
export class EarlyKeys {
  #typed = ''

  readonly #listen = (event: KeyboardEvent): void => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    this.#typed += event.key
    event.preventDefault()
  }

  begin(): void {
    this.#typed = ''
    window.addEventListener('keydown', this.#listen, true)
  }

  /** What was typed since it began; from here on the field hears the keys itself. */
  end(): string {
    window.removeEventListener('keydown', this.#listen, true)
    const typed = this.#typed
    this.#typed = ''
    return typed
  }
}
