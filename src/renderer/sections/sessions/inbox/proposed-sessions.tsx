import { useQuery } from '@tanstack/react-query'
import type { AppId } from '../../../../shared/ids.ts'
import { limits } from '../../../../shared/model/limits.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { offerSessions } from '../../../state/inbox-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './inbox.module.css'

/** Session ids from the watched file, which nothing adds but a person; without an application, all of them. */
export function ProposedSessions({ appId }: { readonly appId: AppId | null }) {
  const { t, format } = useTexts(['inbox', 'common'])
  const proposed = useQuery(read('inbox.proposed', {})).data ?? []
  const dismiss = useCommand('inbox.dismiss')
  // Those of another application are proposed there.
  const shown = proposed.filter((one) => appId === null || one.appId === null || one.appId === appId)
  if (shown.length === 0) return null
  const fileNames = [...new Set(shown.map(({ source }) => source.name ?? ''))]
  const name = fileNames.join(', ').slice(0, limits.sourceName)
  const candidates = shown.map(({ sessionId, isLikely, isKnown, looksLike }) => {
    return { sessionId, isLikely, isKnown, ...(looksLike === undefined ? {} : { looksLike }) }
  })
  return (
    <>
      <Row gap={2} wrap role="status" className={styles.arrival}>
        {t('proposed.found', { count: shown.length, number: format.number(shown.length), names: name })}
        <Button size="small" onClick={() => offerSessions({ candidates, source: { kind: 'watch', name } })}>
          {t('proposed.review')}
        </Button>
        <Button
          size="small"
          busy={dismiss.isPending}
          onClick={() => dismiss.mutate({ sessionIds: shown.map(({ sessionId }) => sessionId) })}
        >
          {t('common:dismiss')}
        </Button>
      </Row>
      <ErrorNotice error={dismiss.error} />
    </>
  )
}
