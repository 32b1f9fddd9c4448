import { ListPlus } from 'lucide-react'
import { Badge, StateDot } from '../../src/renderer/ui/badge.tsx'
import { Button } from '../../src/renderer/ui/button.tsx'
import { CopyId, ShortId } from '../../src/renderer/ui/short-id.tsx'
import { DescriptionList } from '../../src/renderer/ui/description-list.tsx'
import { Disclosure } from '../../src/renderer/ui/disclosure.tsx'
import { EmptyState } from '../../src/renderer/ui/empty-state.tsx'
import { ProgressBar, StepProgress } from '../../src/renderer/ui/progress-bar.tsx'
import { Skeleton } from '../../src/renderer/ui/skeleton.tsx'
import { Stat } from '../../src/renderer/ui/stat.tsx'
import { StateGlyph } from '../../src/renderer/ui/state-glyph.tsx'
import { StatusLine } from '../../src/renderer/ui/status-line.tsx'
import { Row, Stack, Text } from '../../src/renderer/ui/layout.tsx'
import { useTexts } from './texts.ts'

const id = '1871234567890123479'
const kinds = ['waiting', 'submitting', 'training', 'ready', 'unknown', 'failed', 'alert', 'ok'] as const
const fonts = ['page', 'card', 'label', 'body', 'secondary', 'id'] as const
const tones = ['ink', 'soft', 'faint', 'good', 'warn', 'bad'] as const
const badgeTones = ['neutral', 'accent', 'good', 'warn', 'bad', 'info'] as const

/** The page's text styles and tones. */
export function Texts() {
  const t = useTexts()
  return (
    <Stack gap={3}>
      {fonts.map((font) => (
        <Row key={font} align="baseline" justify="between" gap={3}>
          {tones.map((tone) => (
            <Text key={tone} font={font} tone={tone}>
              {font === 'id' ? id.slice(-4) : t.name}
            </Text>
          ))}
        </Row>
      ))}
      <Text as="p" tone="soft" truncate>
        {t.long} {t.long} {t.long} {t.long}
      </Text>
    </Stack>
  )
}

export function Messages() {
  const t = useTexts()
  return (
    <>
      {(['info', 'good', 'warn', 'bad', 'busy'] as const).map((tone) => (
        <StatusLine key={tone} tone={tone}>
          {t.sentence}
        </StatusLine>
      ))}
      <EmptyState Icon={ListPlus} title={t.empty} action={<Button tone="primary">{t.choose}</Button>}>
        {t.sentence}
      </EmptyState>
      <Skeleton label={t.all} />
      <Disclosure label={t.more}>{t.sentence}</Disclosure>
    </>
  )
}

export function States() {
  const t = useTexts()
  return (
    <>
      <Row gap={3} wrap>
        {kinds.map((kind) => (
          <Row as="span" key={kind} gap={3} wrap>
            <StateGlyph kind={kind} />
            {kind}
          </Row>
        ))}
      </Row>
      <Row gap={3} wrap>
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
      </Row>
      <ProgressBar label={t.training} value={19} max={50} text="19 / 50" />
      <StepProgress label={t.training} steps={['preparing', 'processing', 'after_processing', 'done']} current={1} />
    </>
  )
}

export function Figures() {
  const t = useTexts()
  return (
    <>
      <Row gap={3} wrap>
        <Stat caption={t.title} value={18} sub={t.sentence} />
        <Stat caption={t.live} value={3} stale />
        <Stat caption={t.history} value={null} />
      </Row>
      <DescriptionList
        items={[
          { label: t.name, value: t.long },
          { label: 'ID', value: <CopyId id={id} valueName={t.name} /> },
          { label: t.key, value: <ShortId id={id} valueName={t.name} /> },
        ]}
      />
    </>
  )
}
