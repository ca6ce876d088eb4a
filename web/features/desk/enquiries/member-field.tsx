import { Button, Input } from '@mantine/core'
import { IconSearch, IconUser } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { listUsers, type UserRow } from '../../../../contract/desk/users.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { formatMobile } from '../../../lib/format.ts'
import classes from './member-field.module.css'

export type FoundMember = Pick<UserRow, 'memberId' | 'name' | 'code' | 'mobile'>

const MOST = 6

function Person({ member }: { member: FoundMember }): ReactElement {
  return (
    <span className={classes.person}>
      <b>{member.name}</b>
      <span>{`${member.code} · ${formatMobile(member.mobile)}`}</span>
    </span>
  )
}

/** Finds one member by mobile, code or name; one alone is taken at once. */
export function MemberField({
  found,
  error,
  onFound,
}: {
  found: FoundMember | null
  error: string | undefined
  onFound: (member: FoundMember | null) => void
}): ReactElement {
  const id = useId()
  const [text, setText] = useState('')
  const other = useRef<HTMLButtonElement>(null)
  const search = useMutation({
    mutationFn: (q: string) => call(listUsers, { query: { q, limit: MOST } }),
    onSuccess: ({ items: [only, ...others] }) => {
      if (only && others.length === 0) onFound(only)
    },
  })
  const rows = search.data?.items ?? []
  useEffect(() => {
    if (found) other.current?.focus()
  }, [found])
  const find = (): void => {
    if (text.trim() !== '') search.mutate(text.trim())
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    // The form around is not sent by it.
    event.preventDefault()
    find()
  }
  if (found) {
    return (
      <Input.Wrapper label="Member" labelElement="div">
        <div className={classes.found}>
          <IconUser size={18} stroke={1.6} aria-hidden />
          <Person member={found} />
          <Button
            ref={other}
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              search.reset()
              onFound(null)
            }}
          >
            Another
          </Button>
        </div>
      </Input.Wrapper>
    )
  }
  const problem = search.isError
    ? sentenceOf(search.error)
    : search.isSuccess && rows.length === 0
      ? 'Nobody is found by that.'
      : error
  return (
    <div className={classes.field}>
      <Input.Wrapper
        id={id}
        label="Member"
        description="Mobile, member code or the start of the name"
        error={problem}
      >
        <div className={classes.search}>
          <Input
            id={id}
            data-autofocus
            autoComplete="off"
            enterKeyHint="search"
            value={text}
            error={problem !== undefined}
            onChange={(event) => {
              setText(event.currentTarget.value)
              search.reset()
            }}
            onKeyDown={press}
          />
          <Button
            variant="default"
            loading={search.isPending}
            leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
            onClick={find}
          >
            Find
          </Button>
        </div>
      </Input.Wrapper>
      {rows.length > 1 && (
        <ul className={classes.rows} aria-label="Members found">
          {rows.map((row) => (
            <li key={row.memberId}>
              <button type="button" onClick={() => onFound(row)}>
                <Person member={row} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
