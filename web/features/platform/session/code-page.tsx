import { Button, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconInfoCircle, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { checkCode } from '../../../../contract/programme/coupons.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { OutsideFrame } from '../../../shell/outside-frame.tsx'
import { useProgramme } from '../../../shell/programme-logo.tsx'
import classes from './code-page.module.css'

/** In the tab; what was found stands on the page. */
const NAME = 'Coupon check'

type State = 'usable' | 'used' | 'not_usable' | 'unknown'

const WORDS: Record<State, { title: string; text: string; tone: string; Icon: Icon }> = {
  usable: {
    title: 'This coupon is genuine',
    text: 'Its points are still there. Scan it with the app to collect them.',
    tone: 'good',
    Icon: IconCircleCheck,
  },
  used: {
    title: 'This coupon is genuine, and used',
    text: 'Its points were collected before. If that was not you, tell us in the app under Help.',
    tone: 'warn',
    Icon: IconInfoCircle,
  },
  not_usable: {
    title: 'This coupon cannot be used now',
    text: 'It is one of ours, but no points can be collected with it. The app’s Help can tell you more.',
    tone: 'warn',
    Icon: IconInfoCircle,
  },
  unknown: {
    title: 'This is not one of our coupons',
    text: 'Check that the code was read or typed completely. If it was, the pack may be counterfeit: please tell us.',
    tone: 'bad',
    Icon: IconCircleX,
  },
}

function HowToEarn(): ReactElement {
  const { name } = useProgramme()
  return (
    <section className={classes.how} aria-labelledby="how">
      <h2 id="how">How to earn points</h2>
      <ol>
        <li>{`Open the ${name} app and sign in with your mobile number.`}</li>
        <li>Tap Scan and point the camera at the QR code.</li>
        <li>The points are in your account at once.</li>
      </ol>
      <Text size="sm" c="dimmed">
        Looking at this page collects nothing and uses nothing up.
      </Text>
    </section>
  )
}

/** What a phone's own camera opens. It says whether a code is genuine, and credits nothing. */
export function CodePage(): ReactElement {
  const { code = '' } = useParams({ strict: false })
  const check = useQuery({
    queryKey: ['code', code],
    queryFn: ({ signal }) => call(checkCode, { params: { code }, signal }),
  })
  if (check.isPending)
    return (
      <OutsideFrame title="Checking the coupon" name={NAME}>
        <div className={classes.waiting} role="status" aria-label="Checking the coupon" />
        <HowToEarn />
      </OutsideFrame>
    )
  if (check.isError)
    return (
      <OutsideFrame title="The coupon could not be checked" name={NAME}>
        <Text role="alert">{sentenceOf(check.error)}</Text>
        <Button onClick={() => void check.refetch()} size="md">
          Try again
        </Button>
      </OutsideFrame>
    )
  const { title, text, tone, Icon } = WORDS[check.data.state]
  return (
    <OutsideFrame title={title} name={NAME}>
      <div className={classes.answer} data-tone={tone}>
        <Icon size={28} stroke={1.6} aria-hidden />
        <div>
          {check.data.productName && <strong>{check.data.productName}</strong>}
          <p>{text}</p>
        </div>
      </div>
      <HowToEarn />
    </OutsideFrame>
  )
}
