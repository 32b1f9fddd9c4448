import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FaceBox } from '../../../../shared/schemas/avatar.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import styles from './crop.module.css'
import { bestRatio, largestArea, maxUnits, resizedArea, stretchedArea, unitsOf } from './crop-geometry.ts'
import type { Framed, Ratio, Shape, Size } from './crop-geometry.ts'
import { proposedArea } from './proposed-area.ts'
import { zoomRange } from './use-stage-zoom.ts'

export interface CropControlsProps {
  readonly framed: Framed
  readonly image: Size
  readonly faces: readonly FaceBox[]
  /** Ratios that the frame may be fixed to, besides free. */
  readonly ratios: readonly Ratio[]
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
  /** `source` is the same for all steps of one control. */
  readonly onChange: (framed: Framed, source: string) => void
}

type SizeProps = Pick<CropControlsProps, 'framed' | 'image' | 'onChange'>

interface PixelsProps {
  readonly label: string
  readonly value: number
  readonly max: number
  readonly onChange: (value: number) => void
}

function Pixels({ label, value, max: most, onChange }: PixelsProps) {
  // What is being typed stands as typed, also while it is no number yet.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Stack as="label" gap={1} font="secondary" tone="soft" className={styles.size}>
      <span>{label}</span>
      <TextInput
        type="number"
        min={1}
        max={most}
        value={typed ?? value}
        onChange={(event) => {
          setTyped(event.target.value)
          if (event.target.valueAsNumber >= 1) onChange(event.target.valueAsNumber)
        }}
        onBlur={() => {
          setTyped(null)
        }}
      />
    </Stack>
  )
}

function FreeSize({ framed, image, onChange }: SizeProps) {
  const { t } = useTranslation('avatars')
  const { area } = framed
  return (['width', 'height'] as const).map((side) => (
    <Pixels
      key={side}
      label={t(`crop.${side}`)}
      value={area[side]}
      max={image[side]}
      onChange={(value) => {
        onChange({ shape: 'free', area: stretchedArea(area, { ...area, [side]: value }, image) }, side)
      }}
    />
  ))
}

function FrameSize({ framed, image, onChange }: SizeProps) {
  const { t } = useTranslation('avatars')
  const { area, shape } = framed
  if (shape === 'free') return <FreeSize framed={framed} image={image} onChange={onChange} />
  return (
    <Stack as="label" gap={1} font="secondary" tone="soft" className={styles.size}>
      <span>{t('crop.size')}</span>
      <Slider
        min={1}
        max={maxUnits(image, shape)}
        value={unitsOf(area, shape)}
        onChange={(units) => {
          onChange({ shape, area: resizedArea({ area, ratio: shape }, units, image) }, 'size')
        }}
      />
    </Stack>
  )
}

/** Shape and size of the frame, the zoom, and the proposal around the face. */
export function CropControls({ framed, image, faces, ratios, zoom, onZoom, onChange }: CropControlsProps) {
  const { t } = useTranslation('avatars')
  const { area, shape } = framed
  const propose = (): void => {
    const ratio = shape === 'free' ? bestRatio(image, ratios) : shape
    if (ratio === undefined) return
    onChange({ shape: ratio, area: proposedArea(image, ratio, faces) ?? largestArea(image, ratio) }, 'proposal')
  }
  return (
    <Row align="end" wrap className={styles.controls}>
      <RadioGroup
        label={t('crop.ratio')}
        options={[...ratios, 'free' as const].map((value) => ({
          value,
          label: value === 'free' ? t('crop.free') : value,
        }))}
        value={shape}
        onChange={(requested: Shape) => {
          // A free frame begins as the one that is there.
          const next =
            requested === 'free' ? area : (proposedArea(image, requested, faces) ?? largestArea(image, requested))
          onChange({ shape: requested, area: next }, `shape-${requested}`)
        }}
      />
      <FrameSize framed={framed} image={image} onChange={onChange} />
      <Stack as="label" gap={1} font="secondary" tone="soft" className={styles.size}>
        <span>{t('crop.zoom')}</span>
        <Slider
          min={zoomRange.least}
          max={zoomRange.most}
          step={zoomRange.step}
          value={zoom}
          aria-valuetext={t('crop.zoomValue', { percent: Math.round(zoom * 100) })}
          onChange={onZoom}
        />
      </Stack>
      {faces.length > 0 && <Button onClick={propose}>{t('crop.aroundFace')}</Button>}
      <output className={styles.result}>
        {t('crop.result', {
          width: area.width,
          height: area.height,
          imageWidth: image.width,
          imageHeight: image.height,
        })}
      </output>
    </Row>
  )
}
