import { CircleSlash, RotateCw, Settings, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaAddress } from '../../../../shared/model/media-address.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { askForMediaBase } from '../../../state/navigation-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import type { FieldMedia } from './use-media.ts'
import styles from './media.module.css'

interface NoticeProps {
  readonly icon: ReactNode
  /** True for what comes of a click: it is announced. What the page opens with is read where it stands. */
  readonly isAnnounced?: boolean
  readonly children: ReactNode
  readonly action?: ReactNode
}

function Notice({ icon, isAnnounced = false, children, action }: NoticeProps) {
  return (
    <Row align="baseline" wrap font="secondary" tone="soft" className={styles.problem}>
      <Row as="span" align="baseline" className={styles.said}>
        {icon}
        <span role={isAnnounced ? 'status' : undefined}>{children}</span>
      </Row>
      {action}
    </Row>
  )
}

type BadAddress = Extract<MediaAddress, { kind: 'no-base' | 'refused' }>

export const isBadAddress = (address: MediaAddress | undefined): address is BadAddress =>
  address?.kind === 'no-base' || address?.kind === 'refused'

/** Why an address is not followed, and the way to the setting that is missing. */
export function AddressProblem({ address }: { readonly address: BadAddress }) {
  const { t } = useTranslation('media')
  const text = useFailureText()
  if (address.kind === 'refused') {
    const { sentence } = text({ kind: 'refused', reason: `media-${address.reason}`, detail: null })
    return <Notice icon={<CircleSlash aria-hidden />}>{sentence}</Notice>
  }
  const { sentence } = text({ kind: 'refused', reason: 'no-media-base', detail: null })
  const toSettings = (
    <Button size="small" icon={<Settings aria-hidden />} onClick={askForMediaBase}>
      {t('setBase')}
    </Button>
  )
  return (
    <Notice icon={<TriangleAlert aria-hidden />} action={toSettings}>
      {sentence}
    </Notice>
  )
}

interface MediaFailureProps {
  readonly what: string
  readonly media: FieldMedia
  /** What is wrong with media that were fetched. */
  readonly flaw?: 'unplayable' | 'undrawable'
}

/** Why media are not to be had, and a button that tries it again. */
export function MediaFailure({ what, media: { state, isAsked, load }, flaw = 'unplayable' }: MediaFailureProps) {
  const { t } = useTranslation('media')
  const text = useFailureText()
  const again = (
    <Button size="small" icon={<RotateCw aria-hidden />} aria-label={t('tryAgainFor', { what })} onClick={load}>
      {t('tryAgain')}
    </Button>
  )
  return (
    <Notice icon={<TriangleAlert aria-hidden />} isAnnounced={isAsked} action={again}>
      {state.kind === 'failed' ? text(state.failure).sentence : t(flaw)}
    </Notice>
  )
}
