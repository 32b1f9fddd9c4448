import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { Age } from '../../i18n/age.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { go } from '../../state/location-store.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateGlyph } from '../../ui/state-glyph.tsx'
import { Note, Row, Small, Text } from '../../ui/layout.tsx'
import styles from './activity.module.css'
import { actKey } from './activity-lines.ts'
import { glyphOf } from './activity-table.tsx'
import { useEntryText } from './entry-text.ts'

/**
 * The newest results and alerts of the open profile, from the journal, so that the text of a toast can be read again.
 */
export function LastResults({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTexts(['activity', 'app'])
  const text = useEntryText()
  const query = useQuery(read('activity.notices', {}))
  if (query.isError) return <QueryFailure query={query} about={t('activity:readFailed')} />
  if (query.isPending) return <Skeleton label={t('app:notices')} lines={4} />
  const { rows, seenId } = query.data
  return (
    <>
      <Row justify="between">
        <h2>{t('app:notices')}</h2>
        <Button
          onClick={() => {
            go({ section: 'activity' })
            onLeave()
          }}
        >
          {t('activity:allActivity')}
        </Button>
      </Row>
      {rows.length === 0 && <Note>{t('activity:nothingYet')}</Note>}
      <ul aria-label={t('app:notices')}>
        {rows.map((entry) => (
          <li key={actKey(entry)} className={styles.noticed} data-unread={entry.id > seenId || undefined}>
            <StateGlyph kind={glyphOf(entry)} />
            <div>
              <p>
                <span className="visually-hidden">
                  {entry.id > seenId && `${t('activity:unread')} · `}
                  {text.outcome(entry)} ·{' '}
                </span>
                {text.title(entry)}{' '}
                {entry.batch === null && (
                  <Text tone="soft">
                    <bdi>{text.target(entry)}</bdi>
                  </Text>
                )}
              </p>
              <Note font="secondary">
                <bdi>{text.notice(entry)}</bdi>
              </Note>
            </div>
            <Small>
              <Age at={entry.at} />
            </Small>
          </li>
        ))}
      </ul>
    </>
  )
}
