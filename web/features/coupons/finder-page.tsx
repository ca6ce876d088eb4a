import { Alert, Button, TextInput, Title } from '@mantine/core'
import { IconAlertCircle, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react'
import { findCoupon } from '../../../contract/coupons.ts'
import { ApiError, sentenceOf } from '../../lib/api-error.ts'
import { useSearchQuery } from '../../lib/use-search-query.ts'
import { CouponFound, CouponLoading } from './coupon-found.tsx'
import { couponStory } from './coupon-queries.ts'
import classes from './finder.module.css'
import { finderSearch } from './finder-search.ts'

/** Almond DB: one field for a code, the address of a QR or batch and serial; then the coupon's story. */
export function FinderPage(): ReactElement {
  const { query, change } = useSearchQuery(finderSearch)
  const asked = query.q ?? ''
  const found = useQuery(couponStory(asked))
  const malformed = found.error instanceof ApiError ? found.error.fields.q : undefined
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>Coupon Finder</Title>
        <p>Almond DB: one coupon with its whole story.</p>
      </header>
      <FinderForm
        key={asked}
        asked={asked}
        problem={malformed}
        searching={found.isFetching}
        onFind={(q) => (q === asked ? void found.refetch() : change({ q }))}
      />
      <div aria-live="polite">
        {found.isLoading && <CouponLoading />}
        {found.data && !found.isError && <CouponFound story={found.data} asked={asked} />}
        {found.isError && !malformed && (
          <Failure failure={found.error} onAgain={() => void found.refetch()} />
        )}
        {(asked === '' || malformed) && <HowToAsk />}
      </div>
    </div>
  )
}

function FinderForm({
  asked,
  problem,
  searching,
  onFind,
}: {
  asked: string
  problem: string | undefined
  searching: boolean
  onFind: (q: string) => void
}): ReactElement {
  const [text, setText] = useState(asked)
  const [own, setOwn] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const read = findCoupon.query?.safeParse({ q: text })
    setOwn(read?.error?.issues[0]?.message)
    if (read?.success) onFind(read.data.q)
  }
  const shown = own ?? (text.trim() === asked ? problem : undefined)
  return (
    <form className={classes.form} onSubmit={submit} noValidate role="search">
      <TextInput
        className={classes.field}
        classNames={{ label: classes.label }}
        label="Code, QR address, or batch and serial"
        size="md"
        name="q"
        ref={field}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={text}
        error={shown}
        errorProps={{ role: 'alert' }}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setOwn(undefined)
        }}
      />
      <Button
        type="submit"
        size="md"
        loading={searching}
        leftSection={<IconSearch size={18} aria-hidden />}
      >
        Find
      </Button>
    </form>
  )
}

function Failure({ failure, onAgain }: { failure: Error; onAgain: () => void }): ReactElement {
  if (failure instanceof ApiError && failure.status === 404)
    return (
      <div className={classes.hint} role="status">
        <Title order={2}>No coupon found</Title>
        <p>{failure.message}</p>
        <p>
          Compare what was typed with the pack. A code that is right and not found may be
          counterfeit or another maker’s.
        </p>
      </div>
    )
  const requestId = failure instanceof ApiError ? failure.requestId : null
  return (
    <Alert
      color="red"
      icon={<IconAlertCircle size={18} />}
      title="The coupon could not be looked up"
    >
      <p className={classes.failure}>{sentenceOf(failure)}</p>
      <Button variant="default" size="xs" onClick={onAgain}>
        Try again
      </Button>
      {requestId && <p className={classes.request}>Request {requestId}</p>}
    </Alert>
  )
}

function HowToAsk(): ReactElement {
  return (
    <div className={classes.hint}>
      <p>Type or scan any of these:</p>
      <ul>
        <li>
          the code on the pack, with or without dashes: <code>000A-M9XT-4B6N-8DHW5</code>
        </li>
        <li>the address that its QR opens</li>
        <li>
          batch and serial: <code>12/4501</code>, or with the letters that the batch’s codes begin
          with: <code>000C/4501</code>
        </li>
      </ul>
    </div>
  )
}
