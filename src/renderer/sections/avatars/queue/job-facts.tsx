import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Evidence, Job, Refund } from '../../../../shared/schemas/avatar.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import type { Format } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Text } from '../../../ui/layout.tsx'

/** What the balance did while a creation was sent. */
export function balanceText(
  { balanceBefore, balanceAfter }: Evidence,
  t: TFunction<'avatars'>,
  format: Format,
): string {
  const before = balanceBefore && {
    before: format.number(balanceBefore.avatarCreationsLeft),
    beforeTime: format.time(balanceBefore.at),
  }
  const after = balanceAfter && {
    after: format.number(balanceAfter.avatarCreationsLeft),
    afterTime: format.time(balanceAfter.at),
  }
  if (before !== null && after !== null) return t('job.evidence.balance', { ...before, ...after })
  if (before !== null) return t('job.evidence.noAfter', before)
  return after === null ? t('job.evidence.none') : t('job.evidence.noBefore', after)
}

function Times({ evidence }: { readonly evidence: Evidence }) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const { sentAt, endedAt } = evidence
  if (sentAt === null) return null
  return (
    <Text as="p" tone="soft">
      {t('job.evidence.sentAt', { time: format.time(sentAt) })}
      {', '}
      {endedAt === null ? t('job.evidence.noEnd') : t('job.evidence.endedAt', { time: format.time(endedAt) })}
    </Text>
  )
}

/** Evidence for a creation whose outcome is unknown: balances before and after, times, the failure. */
export function JobEvidence({ job }: { readonly job: Job }) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  return (
    <>
      {job.evidence !== null && (
        <>
          <p>
            {balanceText(job.evidence, t, format)}
            <Text tone="soft">; {t('job.evidence.others')}</Text>
          </p>
          <Times evidence={job.evidence} />
        </>
      )}
      <ErrorNotice failure={job.failure} live="none" />
    </>
  )
}

/** Whether the creation was seen to come back after its training failed; never a claim, as others may use the account. */
export function RefundLine({ refund }: { readonly refund: Refund | null }) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  if (refund === null)
    return (
      <Text as="p" tone="soft">
        {t('job.refund.usual')}
      </Text>
    )
  const { state, before, after } = refund
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
        <Text tone="soft">; {t('job.evidence.others')}</Text>
      </p>
    )
  }
  if (state === 'not-seen' && after !== null) {
    return (
      <Text as="p" tone="soft">
        {t('job.refund.notSeen', { time: format.time(after.at) })}
      </Text>
    )
  }
  return (
    <Text as="p" tone="soft">
      {t(state === 'awaited' ? 'job.refund.awaited' : 'job.refund.unread')}
    </Text>
  )
}
