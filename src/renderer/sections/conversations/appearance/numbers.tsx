import { useTranslation } from 'react-i18next'
import type { AppearanceGeometry } from '../../../../shared/model/conversation-view.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Table } from '../../../ui/table.tsx'
import { bottomOf, edges, rightOf } from './geometry.ts'
import type { Box, Layout } from './geometry.ts'
import styles from './appearance.module.css'

export interface NumbersProps {
  readonly geometry: AppearanceGeometry
  /** Null where nothing can be drawn. */
  readonly layout: Layout | null
}

const columns = ['x', 'y', 'width', 'height', 'right', 'bottom'] as const

type Numbers = Readonly<Record<(typeof columns)[number], number | null>>

function ofBox(box: Box): Numbers {
  return { ...box, right: rightOf(box), bottom: bottomOf(box) }
}

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other
}

// As they came, usable or not.
function ofPerson({ personX: x, personY: y, personWidth: width, personHeight: height }: AppearanceGeometry): Numbers {
  return { x, y, width, height, right: sum(x, width), bottom: sum(y, height) }
}

function Row({ name, numbers }: { readonly name: string; readonly numbers: Numbers }) {
  const { t } = useTranslation('media')
  const format = useFormat()
  return (
    <tr>
      <th scope="row">{name}</th>
      {columns.map((column) => {
        const value = numbers[column]
        return (
          <td key={column} data-align="end">
            {value === null ? <span className={styles.none}>{t('appearance.none')}</span> : format.number(value)}
          </td>
        )
      })}
    </tr>
  )
}

/** All numbers of the drawing in a table, as they came. */
export function Numbers({ geometry, layout }: NumbersProps) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const { canvasWidth: width, canvasHeight: height } = geometry
  const distances = layout?.distances ?? null
  const proportion = layout?.proportion ?? null
  return (
    <Disclosure label={t('appearance.numbers')}>
      <div className={styles.numbers}>
        <Table
          label={t('appearance.numbers')}
          columns={[
            { key: 'what', label: t('appearance.column.what') },
            ...columns.map((column) => ({
              key: column,
              label: t(`appearance.column.${column}`),
              align: 'end' as const,
            })),
          ]}
        >
          <Row name={t('appearance.canvas')} numbers={{ x: 0, y: 0, width, height, right: width, bottom: height }} />
          <Row name={t('appearance.person')} numbers={ofPerson(geometry)} />
          {proportion !== null && (
            <Row
              name={`${t('appearance.layer.proportion')} ${geometry.proportion ?? ''}`}
              numbers={ofBox(proportion)}
            />
          )}
        </Table>
        {distances !== null && (
          <dl className={styles.distances}>
            <dt>{t('appearance.toEdges')}</dt>
            {edges.map((edge) => (
              <dd key={edge} data-beyond={distances[edge] < 0}>
                {t(`appearance.edge.${edge}`)} <b>{format.number(distances[edge])}</b>
              </dd>
            ))}
          </dl>
        )}
      </div>
    </Disclosure>
  )
}
