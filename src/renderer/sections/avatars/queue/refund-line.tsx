import { useTranslation } from 'react-i18next'
import type { Refund } from '../../../../shared/schemas/avatar.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import styles from './job-step.module.css'

export interface RefundLineProps {
  readonly refund: Refund
}

/** Whether the creation was seen to come back after its training failed; never a claim, as others may use the account. */
export function RefundLine({ refund: { state, before, after } }: RefundLineProps) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  if (state === 'seen' && before !== null && after !== null) {
    // What Greenroom spent meanwhile is counted: the balance itself need not have risen.
    const isRise = after.avatarCreationsLeft > before.avatarCreationsLeft
    return (
      <p>
        {t(isRise ? 'job.refund.seen' : 'job.refund.seenDespite', {
          before: format.number(before.avatarCreationsLeft),
          after: format.number(after.avatarCreationsLeft),
          time: format.time(after.at),
        })}
        <span className={styles.words}>; {t('job.evidence.others')}</span>
      </p>
    )
  }
  if (state === 'not-seen' && after !== null) {
    return <p className={styles.words}>{t('job.refund.notSeen', { time: format.time(after.at) })}</p>
  }
  return <p className={styles.words}>{t(state === 'awaited' ? 'job.refund.awaited' : 'job.refund.unread')}</p>
}
