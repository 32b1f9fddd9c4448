import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  ConversationList,
  ConversationView,
  FieldRow,
  SectionView,
} from '../../../shared/model/conversation-view.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Panel } from '../../ui/panel.tsx'
import { AppearanceDiagram } from './appearance/appearance-figure.tsx'
import { KnowledgeItem } from './items/knowledge-item.tsx'
import { PagedItems } from './items/paged-items.tsx'
import { ModelItem } from './prompts/model-item.tsx'
import { Scripts } from './scripts/scripts.tsx'
import { rowGroups } from './section-groups.ts'
import { FieldRows } from './values/field-rows.tsx'
import { OtherFields } from './values/other-fields.tsx'
import styles from './viewer.module.css'

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

interface GroupProps {
  readonly snapshotId: string
  readonly name: string | null
  readonly rows: readonly FieldRow[]
}

// Its title is no heading: those are the viewer's own, each of which is there once.
function Group({ snapshotId, name, rows }: GroupProps) {
  const id = useId()
  const isNamed = name !== null
  return (
    <div className={styles.group} role={isNamed ? 'group' : undefined} aria-labelledby={isNamed ? id : undefined}>
      {isNamed && <p id={id}>{name}</p>}
      <FieldRows snapshotId={snapshotId} rows={rows} />
    </div>
  )
}

function Groups({ snapshotId, section }: Omit<SectionPanelProps, 'view'>) {
  const { t } = useTranslation('conversations')
  const groups = rowGroups(section.section, section.rows)
  return groups.map(({ name, rows }) => (
    <Group
      key={name ?? ''}
      snapshotId={snapshotId}
      name={name === null || groups.length === 1 ? null : t(`group.${name}`)}
      rows={rows}
    />
  ))
}

/** Everything under one heading of the viewer. */
export function SectionPanel({ snapshotId, section, view }: SectionPanelProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const { list } = section
  return (
    <div id={`part-${section.section}`} tabIndex={-1} className={styles.part}>
      <Panel
        title={t(`heading.${section.section}`)}
        sub={list === null ? undefined : t('items.count', { count: list.total, number: format.number(list.total) })}
      >
        <div className={styles.groups}>
          {section.section === 'appearance' && <AppearanceDiagram snapshotId={snapshotId} view={view} />}
          <Groups snapshotId={snapshotId} section={section} />
          {list !== null && <List snapshotId={snapshotId} {...list} />}
        </div>
        <OtherFields snapshotId={snapshotId} rows={section.otherFields} more={section.moreOtherFields} level={3} />
      </Panel>
    </div>
  )
}
