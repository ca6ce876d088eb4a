import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useRef, type ReactElement, type ReactNode } from 'react'
import classes from './picture.module.css'
import { useGestures } from './use-gestures.ts'
import { fitOf, kept, type Size, type View } from './view.ts'

/** Room left around a picture that is seen whole. */
const MARGIN = 12

/**
 * A picture that can be zoomed, moved and turned; its size is known before it comes. `view` belongs
 * to the caller, who may change it by keys and buttons too.
 */
export function PictureStage({
  label,
  size,
  src,
  view: wanted,
  onView,
  children,
}: {
  label: string
  size: Size
  /** Undefined while it is on its way. */
  src: string | undefined
  view: View
  onView: (view: View) => void
  children?: ReactNode
}): ReactElement {
  const { ref: measure, width, height } = useElementSize<HTMLDivElement>()
  const box = { width: width - 2 * MARGIN, height: height - 2 * MARGIN }
  const own = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(measure, own)
  const measured = box.width > 0 && box.height > 0
  const view = measured ? kept(wanted, box, size) : wanted
  const gestures = useGestures(own, view, onView)
  const scale = measured ? fitOf(box, size, view.turn) * view.zoom : 0
  const style = {
    width: size.width * scale,
    height: size.height * scale,
    transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) rotate(${view.turn}deg)`,
  }
  return (
    <div
      ref={ref}
      className={classes.stage}
      data-zoomed={view.zoom > 1 || undefined}
      role="group"
      aria-label={label}
      aria-busy={src === undefined}
      tabIndex={0}
      {...gestures}
    >
      {src === undefined ? (
        <span className={classes.bone} style={style} aria-hidden />
      ) : (
        <img className={classes.picture} style={style} src={src} alt={label} draggable={false} />
      )}
      {children}
    </div>
  )
}
