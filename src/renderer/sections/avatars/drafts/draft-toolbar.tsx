import { Crop, SlidersHorizontal, Trash2, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Fix } from '../../../../shared/model/findings.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useAnalysisProgress } from '../../../state/image-analysis-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { ratioListText } from './draft-finding-text.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './drafts.module.css'
import { fixGroups } from './fix-groups.ts'
import type { FixGroup } from './fix-groups.ts'
import { bytesLimit } from './image-fix.ts'
import type { DraftSelection } from './use-draft-selection.ts'

export interface DraftToolbarProps {
  readonly drafts: readonly Draft[]
  readonly selection: DraftSelection
  readonly onFix: (fix: Fix, drafts: readonly Draft[]) => void
  readonly onCustomFields: (drafts: readonly Draft[]) => void
}

interface GroupProps extends Pick<DraftToolbarProps, 'selection' | 'onFix'> {
  readonly group: FixGroup
}

function useGroupText(): (group: FixGroup) => string {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const ratios = useOpenProfile()?.profile.creation.ratios ?? []
  return ({ id, drafts }) => {
    const limit = format.bytes(Math.min(...drafts.map(({ findings }) => bytesLimit(findings))))
    return t(`fixes.group.${id}`, { count: drafts.length, ratios: ratioListText(ratios, t), limit })
  }
}

const removeText = ({ id }: FixGroup) => (id === 'same-as-draft' ? 'fixes.removeDuplicates' : 'fixes.removeAll')

function Fixes({ group, onFix }: Omit<GroupProps, 'selection'>) {
  const { t } = useTranslation('avatars')
  // Faces first: a crop is placed around them.
  const isPreparing = useAnalysisProgress() !== null
  const count = group.drafts.length
  const crops = group.fixes.filter((fix) => fix.startsWith('crop-'))
  return (
    <>
      {crops.length > 0 && (
        <MenuButton
          size="small"
          label={t('drafts.crop')}
          name={t('fixes.crop', { count })}
          icon={<Crop aria-hidden />}
          busy={isPreparing}
          items={crops.map((fix) => ({
            label: t('drafts.cropTo', { shape: fix.slice('crop-'.length) }),
            onChoose: () => {
              onFix(fix, group.drafts)
            },
          }))}
        />
      )}
      {group.fixes
        .filter((fix) => fix === 'downscale' || fix === 'remove')
        .map((fix) => (
          <Button
            key={fix}
            tone="quiet"
            size="small"
            disabled={isPreparing}
            onClick={() => {
              onFix(fix, group.drafts)
            }}
          >
            {fix === 'downscale' ? t('drafts.downscale') : t(removeText(group), { count })}
          </Button>
        ))}
    </>
  )
}

function Group({ group, selection, onFix }: GroupProps) {
  const { t } = useTranslation('avatars')
  const text = useGroupText()(group)
  return (
    <li className={styles.group}>
      <Row as="span" gap={2} tone="warn" className={styles.problem}>
        <TriangleAlert aria-hidden />
        {text}
      </Row>
      <Fixes group={group} onFix={onFix} />
      <Button
        tone="quiet"
        size="small"
        aria-label={t('fixes.selectThese', { problem: text })}
        onClick={() => {
          selection.select(group.drafts)
        }}
      >
        {t('fixes.select')}
      </Button>
    </li>
  )
}

function Selected({ drafts, selection, onFix, onCustomFields }: DraftToolbarProps) {
  const { t } = useTranslation('avatars')
  const { selected } = selection
  const isAll = selected.length === drafts.length
  return (
    <div className={styles.selected}>
      <Row font="label" className={styles.all}>
        <Checkbox
          variant="cell"
          label={t('drafts.selectAll')}
          isChecked={isAll}
          isMixed={selected.length > 0 && !isAll}
          onChange={() => {
            selection.select(isAll ? [] : drafts)
          }}
        />
        <span role="status">
          {selected.length > 0 && t('drafts.selected', { selected: selected.length, count: drafts.length })}
        </span>
      </Row>
      {selected.length > 0 && (
        <>
          <Button
            tone="quiet"
            size="small"
            icon={<SlidersHorizontal aria-hidden />}
            onClick={() => {
              onCustomFields(selected)
            }}
          >
            {t('drafts.ownFields')}
          </Button>
          <Button
            tone="quiet"
            size="small"
            icon={<Trash2 aria-hidden />}
            onClick={() => {
              onFix('remove', selected)
            }}
          >
            {t('drafts.remove')}
          </Button>
        </>
      )}
    </div>
  )
}

/** What can be done with several drafts: with those selected, and with those of one problem. */
export function DraftToolbar(props: DraftToolbarProps) {
  const { drafts, selection, onFix } = props
  const ratios = useOpenProfile()?.profile.creation.ratios ?? []
  const groups = fixGroups(drafts, ratios)
  return (
    <div className={styles.bar}>
      <Selected {...props} />
      {groups.length > 0 && (
        <ul className={styles.groups}>
          {groups.map((group) => (
            <Group key={group.id} {...{ group, selection, onFix }} />
          ))}
        </ul>
      )}
    </div>
  )
}
