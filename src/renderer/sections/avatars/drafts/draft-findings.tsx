import { CircleAlert, Crop, Minimize2, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { findingKinds } from '../../../../shared/model/findings.ts'
import type { Severity } from '../../../../shared/model/findings.ts'
import type { Draft, Finding } from '../../../../shared/schemas/avatar.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useIsFixing } from '../../../state/image-edit-batch-store.ts'
import type { ImageFix } from '../../../state/image-edit-batch-store.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import styles from './draft-findings.module.css'
import { useDraftFindingText } from './draft-finding-text.ts'
import { fixesFor } from './fix-groups.ts'

export interface DraftFindingsProps {
  readonly draft: Draft
  /** True while its image waits for analysis: a crop is placed around the face. */
  readonly isWaiting: boolean
  /** Id of the element that names the draft. */
  readonly titleId: string
  readonly onFix: (fix: ImageFix, draft: Draft) => void
}

const icons = {
  'crop-16:9': Crop,
  'crop-9:16': Crop,
  downscale: Minimize2,
} as const

function Weighty({ finding, severity }: { readonly finding: Finding; readonly severity: 'stop' | 'warn' }) {
  const text = useDraftFindingText()
  const Icon = severity === 'stop' ? CircleAlert : TriangleAlert
  return (
    <p className={cx(styles.finding, styles[severity])}>
      <Icon aria-hidden />
      {text(finding)}
    </p>
  )
}

function FindingNotes({ notes }: { readonly notes: readonly Finding[] }) {
  const { t } = useTranslation('avatars')
  const text = useDraftFindingText()
  const [only] = notes
  if (only === undefined) return null
  if (notes.length === 1) {
    return (
      <p className={styles.note} title={text(only)}>
        {text(only)}
      </p>
    )
  }
  return (
    <details className={styles.notes}>
      <summary>{t('drafts.notes', { count: notes.length })}</summary>
      <ul>
        {notes.map((note) => (
          <li key={note.id}>{text(note)}</li>
        ))}
      </ul>
    </details>
  )
}

function Fixes({ draft, isWaiting, titleId, onFix }: DraftFindingsProps) {
  const { t } = useTranslation('avatars')
  const ratios = useOpenProfile()?.profile.creation.ratios ?? []
  const isFixing = useIsFixing(draft.id)
  // Every card has its own Remove; two findings with one cure need one button.
  const all = new Set(draft.findings.flatMap(({ id }) => fixesFor(id, ratios)))
  const fixes = [...all].filter((fix) => fix !== 'remove')
  if (fixes.length === 0) return null
  return (
    <div className={styles.fixes}>
      {fixes.map((fix) => {
        const Icon = icons[fix]
        const shape = fix.startsWith('crop-') ? fix.slice('crop-'.length) : null
        return (
          <Button
            key={fix}
            size="small"
            busy={isFixing}
            disabled={isWaiting}
            icon={<Icon aria-hidden />}
            aria-label={shape === null ? undefined : t('drafts.cropTo', { shape })}
            aria-describedby={titleId}
            onClick={() => {
              onFix(fix, draft)
            }}
          >
            {shape ?? t('drafts.downscale')}
          </Button>
        )
      })}
    </div>
  )
}

/** The findings of a draft: the most severe first, then advice, then notes in one quiet line. */
export function DraftFindings(props: DraftFindingsProps) {
  const { t } = useTranslation('avatars')
  const text = useDraftFindingText()
  const of = (severity: Severity): readonly Finding[] =>
    props.draft.findings.filter(({ id }) => findingKinds[id].severity === severity)
  if (props.draft.findings.length === 0) return null
  return (
    <div className={styles.findings}>
      {(['stop', 'warn'] as const).map((severity) =>
        of(severity).map((finding) => <Weighty key={finding.id} finding={finding} severity={severity} />),
      )}
      <Fixes {...props} />
      {of('advice').map((finding) => (
        <p key={finding.id} className={styles.advice}>
          <span className={styles.mark}>{t('drafts.advice')}</span>
          {text(finding)}
        </p>
      ))}
      <FindingNotes notes={of('note')} />
    </div>
  )
}
