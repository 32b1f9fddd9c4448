import { Copy } from 'lucide-react'
import type { ActivityRow } from '../../../shared/schemas/activity.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Inspector } from '../../ui/inspector.tsx'
import type { InspectorProps } from '../../ui/inspector.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { StateGlyph } from '../../ui/state-glyph.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import styles from './activity.module.css'
import { glyphOf } from './activity-table.tsx'
import { isInterrupted } from './use-entry-text.ts'
import type { EntryText } from './use-entry-text.ts'

export interface ActivityInspectorProps extends Pick<InspectorProps, 'onClose' | 'onPrevious' | 'onNext'> {
  readonly act: ActivityRow
  readonly text: EntryText
}

interface OneAct {
  readonly act: ActivityRow
  readonly text: EntryText
}

function Facts({ act, text }: OneAct) {
  const { t, format } = text
  const details = text.details(act)
  return (
    <DescriptionList
      items={[
        {
          label: t('column.outcome'),
          value: (
            <Row as="span" gap={2}>
              <StateGlyph kind={glyphOf(act)} />
              {text.outcome(act)}
            </Row>
          ),
        },
        { label: t('column.at'), value: format.dateTime(act.at) },
        act.target !== '' && { label: t('column.target'), value: <bdi>{act.target}</bdi> },
        { label: t('column.operator'), value: act.operator },
        act.profileName !== null && { label: t('column.profile'), value: act.profileName },
        details.length > 0 && {
          label: t('column.details'),
          value: details.map((detail) => (
            <bdi key={detail} className={styles.fact}>
              {detail}
            </bdi>
          )),
        },
      ]}
    />
  )
}

/** The entries of the act, oldest first, with their hashes. */
function Entries({ act, text }: OneAct) {
  const { t, format } = text
  return (
    <section className={styles.entries}>
      <h3>{t('entries')}</h3>
      <ol>
        {[act, ...act.earlier].reverse().map((entry) => (
          <li key={entry.id}>
            <code>#{entry.id}</code>
            <span title={format.dateTime(entry.at)}>
              {entry.facts['step'] === 'intent' ? t('intent') : text.action(entry)}
            </span>
            <ShortId id={entry.hash} what={t('hash')} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** `complementary` **Activity details**: one act with its entries, and the exchange of what failed. */
export function ActivityInspector({ act, text, ...rest }: ActivityInspectorProps) {
  const { t } = text
  return (
    <Inspector
      label={t('inspector')}
      title={text.action(act)}
      footer={
        <Button
          icon={<Copy aria-hidden />}
          onClick={() => {
            copyText(JSON.stringify(act, null, 2))
          }}
        >
          {t('copyJson')}
        </Button>
      }
      {...rest}
    >
      <ErrorNotice failure={act.failure} live="none" />
      {isInterrupted(act) && (
        <Text as="p" tone="warn">
          {t('interrupted')}
        </Text>
      )}
      <Facts act={act} text={text} />
      <Entries act={act} text={text} />
    </Inspector>
  )
}
