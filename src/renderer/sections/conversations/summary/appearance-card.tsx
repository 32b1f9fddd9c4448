import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { placeOf, ratioText } from '../appearance/geometry.ts'
import type { Layout } from '../appearance/geometry.ts'
import { useDrawing } from '../appearance/use-drawing.ts'
import type { OfSnapshot, SeenMedia } from '../appearance/use-drawing.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import styles from './summary.module.css'

interface DrawingProps {
  readonly layout: Layout
  readonly background: SeenMedia
  readonly sample: SeenMedia
}

function Picture({ of: { ready } }: { readonly of: SeenMedia }) {
  return ready?.kind === 'picture' && <img src={ready.src} alt="" draggable={false} />
}

/** Canvas and person in their proportions; the whole drawing with its layers stands under Appearance. */
function Drawing({ layout: { canvas, person, sight }, background, sample }: DrawingProps) {
  return (
    <div className={styles.stage} style={{ aspectRatio: sight.width / sight.height }} aria-hidden>
      <div className={styles.canvas} style={placeOf(canvas, sight)}>
        <Picture of={background} />
      </div>
      {person !== null && (
        <div className={styles.person} style={placeOf(person, sight)}>
          <Picture of={sample} />
        </div>
      )}
    </div>
  )
}

/** How it looks, small and to scale, with the size of canvas and person. */
export function AppearanceCard(of: OfSnapshot) {
  const { t } = useTranslation(['media', 'conversations'])
  const { number } = useFormat()
  const { place, background, sample, layout } = useDrawing<HTMLDivElement>(of)
  return (
    <div ref={place} className={styles.appearance}>
      {layout === null ? (
        <p className={styles.none}>{t('appearance.noCanvas')}</p>
      ) : (
        <>
          <Drawing layout={layout} background={background} sample={sample} />
          <DescriptionList
            items={[
              {
                label: t('appearance.canvas'),
                value: t('conversations:summary.canvas', {
                  width: number(layout.canvas.width),
                  height: number(layout.canvas.height),
                  ratio: ratioText(layout.canvas),
                }),
              },
              layout.person !== null && {
                label: t('conversations:summary.person'),
                value: t('appearance.place', {
                  width: number(layout.person.width),
                  height: number(layout.person.height),
                  x: number(layout.person.x),
                  y: number(layout.person.y),
                }),
              },
            ]}
          />
        </>
      )}
    </div>
  )
}
