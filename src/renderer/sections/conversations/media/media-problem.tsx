import { CircleSlash, RotateCw, Settings, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/failure.ts'
import type { MediaAddress } from '../../../../shared/model/media-address.ts'
import { useFailureText } from '../../../failures/describe-failure.ts'
import { askForMediaBase } from '../../../state/navigation-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
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

export interface AddressProblemProps {
  readonly address: Extract<MediaAddress, { kind: 'no-base' | 'refused' }>
}

/** Why an address is not followed, and the way to the setting that is missing. */
export function AddressProblem({ address }: AddressProblemProps) {
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

export interface MediaFailureProps {
  readonly what: string
  /** Null for media that were fetched and cannot be played or drawn, which `sentence` says. */
  readonly failure: Failure | null
  readonly sentence?: string
  /** True when a click started the fetch. */
  readonly isAsked: boolean
  readonly onTryAgain: () => void
}

/** Why media are not to be had, and a button that tries it again. */
export function MediaFailure({ what, failure, sentence = '', isAsked, onTryAgain }: MediaFailureProps) {
  const { t } = useTranslation('media')
  const text = useFailureText()
  const again = (
    <Button size="small" icon={<RotateCw aria-hidden />} aria-label={t('tryAgainFor', { what })} onClick={onTryAgain}>
      {t('tryAgain')}
    </Button>
  )
  return (
    <Notice icon={<TriangleAlert aria-hidden />} isAnnounced={isAsked} action={again}>
      {failure === null ? sentence : text(failure).sentence}
    </Notice>
  )
}
