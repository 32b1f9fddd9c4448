import { useTranslation } from 'react-i18next'
import type { ConversationList, ConversationView, SectionView } from '../../../shared/model/conversation-view.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Panel } from '../../ui/panel.tsx'
import { AppearanceDiagram } from './appearance/appearance-figure.tsx'
import { KnowledgeItem } from './items/knowledge-item.tsx'
import { PagedItems } from './items/paged-items.tsx'
import { ModelItem } from './prompts/model-item.tsx'
import { Scripts } from './scripts/scripts.tsx'
import { showRawNames, useRawNames } from '../../state/raw-names-store.ts'
import { Switch } from '../../ui/switch.tsx'
import { FieldRows } from './values/field-rows.tsx'
import { OtherFields } from './values/other-fields.tsx'
import styles from './conversations.module.css'

export interface SectionPanelProps {
  readonly snapshotId: string
  readonly section: SectionView
  /** The whole that the section is of. */
  readonly view: ConversationView
}

interface ListProps {
  readonly snapshotId: string
  readonly name: ConversationList
  readonly total: number
}

function List({ snapshotId, name, total }: ListProps) {
  if (name === 'scriptDtoList') return <Scripts snapshotId={snapshotId} />
  return (
    <PagedItems snapshotId={snapshotId} list={name} total={total}>
      {(group, number) =>
        name === 'modelDtoList' ? (
          <ModelItem snapshotId={snapshotId} group={group} number={number} />
        ) : (
          <KnowledgeItem snapshotId={snapshotId} group={group} number={number} />
        )
      }
    </PagedItems>
  )
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
            <List snapshotId={snapshotId} {...list} />
          </div>
        )}
        <OtherFields snapshotId={snapshotId} rows={section.otherFields} more={section.moreOtherFields} level={3} />
      </Panel>
    </div>
  )
}
