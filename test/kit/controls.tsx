import { Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, CollapsingButton } from '../../src/renderer/ui/button.tsx'
import { Checkbox } from '../../src/renderer/ui/checkbox.tsx'
import { ChooseFiles } from '../../src/renderer/ui/choose-files.tsx'
import { Combobox } from '../../src/renderer/ui/combobox.tsx'
import { CopyButton } from '../../src/renderer/ui/copy-button.tsx'
import { Field } from '../../src/renderer/ui/field.tsx'
import { MenuButton } from '../../src/renderer/ui/menu-button.tsx'
import { NumberField } from '../../src/renderer/ui/number-field.tsx'
import { RadioGroup } from '../../src/renderer/ui/radio-group.tsx'
import { SecretInput, TextArea, TextInput } from '../../src/renderer/ui/text-input.tsx'
import { Select } from '../../src/renderer/ui/select.tsx'
import { Switch } from '../../src/renderer/ui/switch.tsx'
import { TabList, TabPanel, Tabs } from '../../src/renderer/ui/tabs.tsx'
import { ToggleChip } from '../../src/renderer/ui/toggle-chip.tsx'
import { Tooltip } from '../../src/renderer/ui/tooltip.tsx'
import { Row } from '../../src/renderer/ui/layout.tsx'
import styles from './gallery.module.css'
import { useTexts } from './texts.ts'

const nothing = (): void => undefined
const tones = ['plain', 'primary', 'quiet', 'danger', 'danger-fill'] as const
const manyItems = Array.from({ length: 50 }, (_, index) => `${String(index + 1)} ${index % 2 === 0 ? 'Aria' : 'Nova'}`)

export const voices = manyItems.map((value, index) => ({
  value,
  label: `Voice ${value}`,
  hint: `18${String(index).padStart(2, '0')}…3479`,
  group: index < 10 ? 'Used' : 'Seen',
}))

export function Buttons() {
  const t = useTexts()
  return (
    <>
      {(['normal', 'small'] as const).map((size) => (
        <Row key={size} gap={3} wrap>
          {tones.map((tone) => (
            <Button key={tone} tone={tone} size={size}>
              {t.save}
            </Button>
          ))}
          <Button size={size} Icon={Plus}>
            {t.add}
          </Button>
          <CollapsingButton size={size} Icon={Plus} name={t.name} />
          <Button size={size} busy>
            {t.save}
          </Button>
          <Button size={size} tone="primary" disabled>
            {t.save}
          </Button>
          <Tooltip text={t.more}>
            <Button size={size} tone="quiet" Icon={Ellipsis} aria-label={t.more} />
          </Tooltip>
        </Row>
      ))}
      <Row gap={3} wrap>
        <MenuButton label={t.more} items={manyItems.map((label) => ({ label, onChoose: nothing }))} />
        <MenuButton label={t.all} items={[{ label: t.live, hint: t.hint, onChoose: nothing }]} busy />
        <CopyButton text="1871234567890123479" valueName={t.name} hasLabel />
        <ChooseFiles label={t.choose} hint={t.drop} onFiles={nothing} />
      </Row>
    </>
  )
}

function Voice({ error = null }: { readonly error?: string | null }) {
  const t = useTexts()
  const [value, setValue] = useState('')
  return (
    <Field label={t.voice} hint={t.hint} error={error}>
      <Combobox options={voices} value={value} onChange={setValue} />
    </Field>
  )
}

function Calls() {
  const t = useTexts()
  const [value, setValue] = useState<number | null>(12)
  return <NumberField label={t.count} value={value} onChange={setValue} range={{ min: 1, max: 20 }} />
}

export function Fields() {
  const t = useTexts()
  return (
    <div className={styles['fields']}>
      <Field label={t.name} labelNote={t.hint}>
        <TextInput placeholder={t.hint} />
      </Field>
      <Field label={t.name} hint={t.hint}>
        <TextInput defaultValue={t.long} />
      </Field>
      <Field label={t.name} error={t.error}>
        <TextInput mono defaultValue="1871234567890123479" />
      </Field>
      <Field label={t.name}>
        <TextInput defaultValue={t.save} disabled />
      </Field>
      <Field label={t.key}>
        <SecretInput onEdit={() => undefined} />
      </Field>
      <Field label={t.all}>
        <Select options={[{ value: 'a', label: t.long }]} value="a" onChange={nothing} />
      </Field>
      <Voice />
      <Voice error={t.error} />
      <Calls />
      <Field label={t.sentence}>
        <TextArea defaultValue={t.long} />
      </Field>
      <p>{t.hint}</p>
    </div>
  )
}

export function Choices() {
  const t = useTexts()
  const [tab, setTab] = useState('live')
  const options = [
    { value: 'a', label: t.live, hint: t.hint },
    { value: 'b', label: t.history, hint: t.long },
  ]
  return (
    <>
      <Row gap={3} wrap>
        <RadioGroup
          label={t.all}
          options={options.map(({ value, label }) => ({ value, label }))}
          value="a"
          onChange={nothing}
        />
        <Switch label={t.live} isOn onChange={nothing} />
        <Switch label={t.history} isOn={false} onChange={nothing} />
        <Checkbox label={t.all} isChecked onChange={nothing} />
        <ToggleChip label={t.training} count={4} isOn onToggle={nothing} />
        <ToggleChip label={t.all} count={24} isOn={false} onToggle={nothing} />
      </Row>
      <RadioGroup label={t.rules} variant="cards" options={options} value="b" onChange={nothing} />
      <Tabs value={tab} onChange={setTab}>
        <TabList
          label={t.all}
          items={[
            { value: 'live', label: t.live, count: '12' },
            { value: 'history', label: t.history },
            { value: 'rules', label: t.rules },
          ]}
        />
        <TabPanel value={tab}>{t.sentence}</TabPanel>
      </Tabs>
    </>
  )
}

/** The surrounding box must not cut off opened parts. */
export function InScroller() {
  return (
    <div className={styles['scroller']}>
      <Voice />
      <div className={styles['tall']} />
    </div>
  )
}
