import { ListPlus } from 'lucide-react'
import { Badge } from '../../src/renderer/ui/badge.tsx'
import { Button } from '../../src/renderer/ui/button.tsx'
import { CollapsiblePanel } from '../../src/renderer/ui/collapsible-panel.tsx'
import { CopyId } from '../../src/renderer/ui/copy-id.tsx'
import { DescriptionList } from '../../src/renderer/ui/description-list.tsx'
import { Disclosure } from '../../src/renderer/ui/disclosure.tsx'
import { EmptyState } from '../../src/renderer/ui/empty-state.tsx'
import { ProgressBar } from '../../src/renderer/ui/progress-bar.tsx'
import { ShortId } from '../../src/renderer/ui/short-id.tsx'
import { Skeleton } from '../../src/renderer/ui/skeleton.tsx'
import { Stat } from '../../src/renderer/ui/stat.tsx'
import { StateDot } from '../../src/renderer/ui/state-dot.tsx'
import { StateGlyph } from '../../src/renderer/ui/state-glyph.tsx'
import { StatusLine } from '../../src/renderer/ui/status-line.tsx'
import { StepProgress } from '../../src/renderer/ui/step-progress.tsx'
import styles from './gallery.module.css'
import { useTexts } from './texts.ts'

const id = '1871234567890123479'
const kinds = ['waiting', 'submitting', 'training', 'ready', 'unknown', 'failed', 'alert', 'ok'] as const
const badgeTones = ['neutral', 'accent', 'good', 'warn', 'bad', 'info'] as const

export function Messages() {
  const t = useTexts()
  return (
    <>
      {(['info', 'good', 'warn', 'bad', 'busy'] as const).map((tone) => (
        <StatusLine key={tone} tone={tone}>
          {t.sentence}
        </StatusLine>
      ))}
      <EmptyState icon={<ListPlus />} title={t.empty} action={<Button tone="primary">{t.choose}</Button>}>
        {t.sentence}
      </EmptyState>
      <Skeleton label={t.all} />
      <Disclosure label={t.more}>{t.sentence}</Disclosure>
      <CollapsiblePanel title={t.rules} summary={t.long} isOpen>
        {t.sentence}
      </CollapsiblePanel>
    </>
  )
}

export function States() {
  const t = useTexts()
  return (
    <>
      <div className={styles['row']}>
        {kinds.map((kind) => (
          <span key={kind} className={styles['row']}>
            <StateGlyph kind={kind} />
            {kind}
          </span>
        ))}
      </div>
      <div className={styles['row']}>
        {badgeTones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {t.training}
          </Badge>
        ))}
        {badgeTones.map((tone) => (
          <StateDot key={tone} tone={tone}>
            {t.training}
          </StateDot>
        ))}
      </div>
      <ProgressBar label={t.training} value={19} max={50} text="19 / 50" />
      <StepProgress label={t.training} steps={['preparing', 'processing', 'after_processing', 'done']} current={1} />
    </>
  )
}

export function Figures() {
  const t = useTexts()
  return (
    <>
      <div className={styles['row']}>
        <Stat caption={t.title} value={18} sub={t.sentence} />
        <Stat caption={t.live} value={3} stale />
        <Stat caption={t.history} value={null} />
      </div>
      <DescriptionList
        items={[
          { label: t.name, value: t.long },
          { label: 'ID', value: <CopyId id={id} what={t.name} /> },
          { label: t.key, value: <ShortId id={id} what={t.name} /> },
        ]}
      />
    </>
  )
}
