import { Button, CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type FormEvent, type ReactElement, type Ref } from 'react'
import classes from './filter-bar.module.css'

/** Pixels for the button that asks. */
const SEARCH_WIDTH = 84

/**
 * The search of a list. It is asked on Enter, as half a number finds nothing; what was typed and not
 * asked yet shows a button that says so.
 */
export function SearchField({
  ref,
  label,
  value,
  error,
  onSearch,
}: {
  ref: Ref<HTMLInputElement>
  label: string
  value: string
  error: string | undefined
  onSearch: (text: string | undefined) => void
}): ReactElement {
  const [text, setText] = useState(value)
  const [searched, setSearched] = useState(value)
  // Another address, by "back" or by a cleared filter, shows what it searches.
  if (searched !== value) {
    setSearched(value)
    setText(value)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSearch(text.trim() || undefined)
  }
  const waits = text.trim() !== value
  const clear = (): void => {
    setText('')
    if (value) onSearch(undefined)
  }
  return (
    <form role="search" className={classes.search} onSubmit={submit}>
      <TextInput
        ref={ref}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={text}
        error={error}
        aria-description={waits ? 'Press Enter to search' : undefined}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
        rightSectionWidth={waits ? SEARCH_WIDTH : undefined}
        rightSection={
          waits ? (
            <Button type="submit" size="compact-xs">
              Search
              <span aria-hidden>{'\u00a0↵'}</span>
            </Button>
          ) : (
            text && <CloseButton size="sm" aria-label="Clear the search" onClick={clear} />
          )
        }
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  )
}
