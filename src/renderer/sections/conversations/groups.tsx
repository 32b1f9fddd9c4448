import { useTranslation } from 'react-i18next'
import type { ConversationSection, FieldGroup, FieldRow } from '../../../shared/model/conversation-view.ts'
import { FieldRows } from './field-rows.tsx'
import { useFieldWords } from './field-words.ts'
import styles from './fields.module.css'

/** Props of `Groups`. */
export interface GroupsProps {
  readonly section: ConversationSection
  readonly groups: readonly FieldGroup[]
}

const titleFields: Partial<Record<ConversationSection, string>> = {
  scripts: 'scriptDtoList.scriptType',
  models: 'modelDtoList.largeName',
}

interface Titled {
  readonly group: FieldGroup
  readonly title: string | null
  /** Script types come in the contract's order; everything else stays as received. */
  readonly rank: number
}

function textOf(row: FieldRow | undefined): string | null {
  return row?.value.kind === 'text' || row?.value.kind === 'number' ? row.value.text : null
}

function rankOf(section: ConversationSection, text: string | null): number {
  if (section !== 'scripts') return 0
  return text !== null && /^\d+$/.test(text) ? Number(text) : Infinity
}

function useTitled(section: ConversationSection): (group: FieldGroup) => Titled {
  const words = useFieldWords()
  return (group) => {
    const row = group.rows.find(({ field }) => field === titleFields[section])
    const text = textOf(row)
    const meaning = row === undefined ? null : words.meaning(row.meaning)
    return { group, title: meaning ?? text, rank: rankOf(section, text) }
  }
}

/** The items of a section's list, each with a title: a model's name, a script's type. */
export function Groups({ section, groups }: GroupsProps) {
  const { t } = useTranslation('conversations')
  const titled = useTitled(section)
  if (groups.length === 0) return null
  const shown = groups.map(titled).sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
  return (
    <ol className={styles.groups}>
      {shown.map(({ group, title }, index) => (
        <li key={group.path}>
          <h3>{title ?? t('item', { number: index + 1 })}</h3>
          <FieldRows rows={group.rows} />
        </li>
      ))}
    </ol>
  )
}
