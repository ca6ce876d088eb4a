/** Puts the focus back on the link of a row, if it is still there. */
export function focusRow(id: string): void {
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus()
}
