import { useMutation } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Notice } from '../../shared/schemas/app.ts'
import { call, failureOf } from '../api/call.ts'
import { useAppState } from '../api/use-app-state.ts'
import { ErrorNotice } from '../failures/error-notice.tsx'
import { Button } from '../ui/button.tsx'
import styles from './notices.module.css'

function wordsOf(t: TFunction<'app'>, notice: Notice): string {
  return notice.kind === 'drop-unfinished'
    ? t('notice.drop-unfinished', { count: notice.count })
    : t(`notice.${notice.kind}`, { file: notice.file })
}

/** What went wrong at start and must be known, such as a file that was set aside; stays until dismissed. */
export function Notices() {
  const { t } = useTranslation('app')
  const notices = useAppState()?.notices ?? []
  const dismissing = useMutation({ mutationFn: (id: string) => call('app.dismissNotice', { id }) })
  return (
    <div role="status" className={styles.notices}>
      {notices.map((notice) => (
        <div key={notice.id} className={styles.notice}>
          <TriangleAlert aria-hidden />
          <p>{wordsOf(t, notice)}</p>
          <Button
            tone="quiet"
            size="small"
            icon={<X aria-hidden />}
            aria-label={t('notice.dismiss')}
            onClick={() => {
              dismissing.mutate(notice.id)
            }}
          />
        </div>
      ))}
      {dismissing.isError && <ErrorNotice failure={failureOf(dismissing.error)} live="none" />}
    </div>
  )
}
