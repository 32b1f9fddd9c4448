import { useTranslation } from 'react-i18next'
import type { ConversationView, SectionView } from '../../../shared/model/conversation-view.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Panel } from '../../ui/panel.tsx'
import { AppearanceDiagram } from './appearance/appearance-figure.tsx'
import { PagedItems } from './items/paged-items.tsx'
import { Scripts } from './scripts/scripts.tsx'
import { showRawNames, useRawNames } from '../../state/raw-names-store.ts'
import { Switch } from '../../ui/switch.tsx'
import { FieldRows, OtherFields } from './values/field-rows.tsx'
import styles from './conversations.module.css'

export interface SectionPanelProps {
  readonly snapshotId: string
  readonly section: SectionView
  /** The whole that the section is of. */
  readonly view: ConversationView
}

/** Everything under one heading of the viewer. */
export function SectionPanel({ snapshotId, section, view }: SectionPanelProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const showsRawNames = useRawNames()
  const { list } = section
  return (
    <div id={`part-${section.section}`} tabIndex={-1} className={styles.part}>
      <Panel
        title={t(`heading.${section.section}`)}
        sub={list === null ? undefined : t('items.count', { count: list.total, number: format.number(list.total) })}
        actions={
          section.section === 'overview' && (
            <Switch label={t('rawNames')} isOn={showsRawNames} onChange={showRawNames} />
          )
        }
        padded={false}
      >
        {section.section === 'appearance' && (
          <div className={styles.content}>
            <AppearanceDiagram snapshotId={snapshotId} view={view} />
          </div>
        )}
        <FieldRows snapshotId={snapshotId} rows={section.rows} />
        {list !== null && (
          <div className={styles.content}>
            {list.name === 'scriptDtoList' ? (
              <Scripts snapshotId={snapshotId} />
            ) : (
              <PagedItems snapshotId={snapshotId} list={list.name} total={list.total} />
            )}
          </div>
        )}
        <OtherFields snapshotId={snapshotId} rows={section.otherFields} more={section.moreOtherFields} level={3} />
      </Panel>
    </div>
  )
}
