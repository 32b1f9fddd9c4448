import type { AppId } from '../../../../shared/ids.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { go } from '../../../state/location-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './inbox.module.css'
import { useWatchedCandidates } from './session-candidates.ts'

/** Session ids from the watched file, which only a person can add; without an application, all of them. */
export function ProposedSessions({ appId }: { readonly appId: AppId | null }) {
  const { t, format } = useTexts(['inbox', 'common'])
  const { candidates, name } = useWatchedCandidates(appId)
  const dismiss = useCommand('inbox.dismiss')
  if (candidates.length === 0) return null
  return (
    <>
      <Row gap={2} wrap role="status" className={styles.arrival}>
        {t('proposed.found', { count: candidates.length, number: format.number(candidates.length), names: name })}
        <Button size="small" onClick={() => go({ section: 'sessions', ask: 'add', from: 'watched-file' })}>
          {t('proposed.review')}
        </Button>
        <Button
          size="small"
          busy={dismiss.isPending}
          onClick={() => dismiss.mutate({ sessionIds: candidates.map(({ sessionId }) => sessionId) })}
        >
          {t('common:dismiss')}
        </Button>
      </Row>
      <ErrorNotice error={dismiss.error} />
    </>
  )
}
