import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import type { CheckRule } from '../../../src/shared/conversation/check-rules.ts'
import { checkRules } from '../../../src/shared/conversation/check-rules.ts'
import type { CheckReport } from '../../../src/shared/schemas/conversation.ts'
import { runChecks } from '../../../src/shared/conversation/checks.ts'
import { readDocument } from '../../../src/shared/conversation/document.ts'
import { writeJson } from '../../../src/shared/model/json.ts'
import { ChecksPanel } from '../../../src/renderer/sections/conversations/checks/checks-panel.tsx'
import { SnapshotContext } from '../../../src/renderer/sections/conversations/shown-conversation.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { fail, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'

const rules = { baseUrl: 'https://service.example/v2', mediaBaseUrl: '' }

function reportOf(data: object, requestedId = '108'): CheckReport {
  const document = readDocument(`{"success":true,"data":${writeJson(data)}}`)
  const { findings, more } = runChecks(document, { requestedId, rules, dead: [] })
  return { findings: [...findings], more, muted: [] }
}

const checksPanel = (
  <SnapshotContext value="s1">
    <ChecksPanel />
  </SnapshotContext>
)

function renderChecks(report: CheckReport, handlers: Partial<Handlers> = {}) {
  const muted = new Set<CheckRule>(report.muted)
  return renderPage(checksPanel, {
    handlers: {
      'check.read': () => ({ ...report, muted: [...muted] }),
      'check.mute': ({ rule, muted: isMuted }) => {
        if (isMuted) muted.add(rule)
        else muted.delete(rule)
        return [...muted]
      },
      'check.tryMedia': () => ({ tried: 3, unreachable: 1, untried: 2 }),
      ...handlers,
    },
  })
}

/** The panel once the report is in it. */
async function panel(): Promise<HTMLElement> {
  await screen.findByRole('button', { name: 'Try all media' })
  return screen.getByRole('region', { name: 'Checks' })
}

/** Opens every rule of the panel, as a click on each would. */
async function openAll(user: RenderedPage['user']): Promise<HTMLElement> {
  const region = await panel()
  for (const title of region.querySelectorAll('li > details:not([open]) > summary')) await user.click(title)
  return region
}

function wordsOf(element: Element): string {
  return element.textContent.replace(/\s+/g, ' ')
}

function rowOf(rule: CheckRule): HTMLElement {
  const row = screen.getByText(rule, { selector: 'code' }).closest('li')
  return row ?? expect.fail(`no row of ${rule}`)
}

describe('the panel of checks', () => {
  it('tells each finding with its evidence, under its severity', async () => {
    const { user } = renderChecks(reportOf(sampleConversation))
    const region = await openAll(user)
    expect(within(region).getAllByRole('img', { name: 'Warning' })).toHaveLength(4)
    expect(wordsOf(rowOf('canvas-proportion'))).toContain('Canvas 1920 × 1920 is 1:1, not 16:9.')
    expect(wordsOf(rowOf('media-relative'))).toContain(
      'Background address /video-server/jpg/zuoyi.jpg needs the media base URL',
    )
    expect(within(rowOf('canvas-proportion')).getByRole('img', { name: 'Warning' })).toBeDefined()
  })

  // Would catch a number in the head that the rows below it do not add up to.
  it('counts the findings of each rule, which are those of the head together', async () => {
    renderChecks(reportOf({ ...sampleConversation, thirdIsUsed: 7, fileIsUsed: 7, isFreedom: 7 }))
    const region = await panel()
    const titles = [...region.querySelectorAll('summary')].map(wordsOf)
    expect(titles).toContain('Unknown code 3')
    // One is not said; of “Volume is 0” there is one.
    const counts = titles.map((title) => Math.max(1, Number(/\d+$/.exec(title)?.[0] ?? 1)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(reportOf(sampleConversation).findings.length + 3)
  })

  it('leads to the field, and names it', async () => {
    const { user } = renderChecks(reportOf(sampleConversation))
    const show = within(await panel()).getByRole('button', { name: 'Show data.detailDto.proportion' })
    expect(show.title).toBe('data.detailDto.proportion')
    // Its own row stands in the viewer.
    const row = document.createElement('div')
    row.setAttribute('data-path', 'data.detailDto.proportion')
    document.body.append(row)
    await user.click(show)
    expect(row.hasAttribute('data-flash')).toBe(true)
    row.remove()
  })

  it('mutes a rule in this profile, folds it away and brings it back', async () => {
    const { user, callsOf } = renderChecks(reportOf(sampleConversation))
    await openAll(user)
    await user.click(screen.getByRole('button', { name: 'Mute: Volume is 0' }))
    const collapsed = await screen.findByText('1 muted')
    expect(callsOf('check.mute')).toEqual([{ rule: 'volume-zero', muted: true }])
    await user.click(collapsed)
    await openAll(user)
    await user.click(screen.getByRole('button', { name: 'Unmute: Volume is 0' }))
    await waitFor(() => expect(screen.queryByText('1 muted')).toBeNull())
    expect(screen.getByText('Volume is 0')).toBeDefined()
  })

  it('says why a rule could not be muted', async () => {
    const { user } = renderChecks(reportOf(sampleConversation), {
      'check.mute': () => fail({ kind: 'storage', reason: 'full', detail: '' }),
    })
    await openAll(user)
    await user.click(await screen.findByRole('button', { name: 'Mute: Volume is 0' }))
    await screen.findByText("Couldn't change muting:")
  })

  it('tries all media on demand, says what came of it, and reads the checks anew', async () => {
    const { user, callsOf } = renderChecks(reportOf(sampleConversation))
    await user.click(await screen.findByRole('button', { name: 'Try all media' }))
    await screen.findByText('3 tried · 1 without media · 2 not tried')
    await waitFor(() => expect(callsOf('check.read')).toHaveLength(2))
  })

  // Would catch "no addresses" beside findings about addresses, which are relative and have no base.
  it('says that none was tried where none can be', async () => {
    const tryMedia = { 'check.tryMedia': () => ({ tried: 0, unreachable: 0, untried: 0 }) }
    const { user } = renderChecks(reportOf(sampleConversation), tryMedia)
    await user.click(await screen.findByRole('button', { name: 'Try all media' }))
    await screen.findByText('None tried')
  })

  // Would catch a sentence that names the host, which a finding does not know.
  it('says why media could not be had', async () => {
    const facts = { address: '/a.wav', problem: 'unreachable', at: 5 }
    const { user } = renderChecks({
      findings: [
        {
          rule: 'media-unreachable',
          path: 'data.detailDto.ttsUrl',
          field: 'detailDto.ttsUrl',
          facts,
        },
      ],
      more: {},
      muted: [],
    })
    await openAll(user)
    expect(wordsOf(rowOf('media-unreachable'))).toMatch(/Voice address \/a\.wav: no answer \(.+\)\./)
  })

  it('is calm when nothing was found', async () => {
    renderChecks({ findings: [], more: {}, muted: [] })
    await screen.findByText('Nothing found')
  })

  it('shows the first of many, and how many there are', async () => {
    const scriptDtoList = Array.from({ length: 30 }, () => ({ scriptType: 9, scriptContent: 'a' }))
    const { user } = renderChecks(reportOf({ ...sampleConversation, scriptDtoList }))
    await openAll(user)
    const row = rowOf('unknown-code')
    await user.click(within(row).getByText('27 more'))
    expect(within(row).getAllByRole('button', { name: /^Show data/ })).toHaveLength(20)
    expect(wordsOf(row)).toContain('10 not listed')
  })

  it('shows texts of the service as text and nothing else', async () => {
    const data = {
      ...sampleConversation,
      id: '<img src=x onerror=alert(1)>',
      isFreedom: '<id/>{{width}}$t(title)\u202e',
      detailDto: { ttsUrl: 'javascript:alert("<address/>")' },
    }
    const { user } = renderChecks(reportOf(data))
    const region = await openAll(user)
    await within(region).findByText('Media address refused')
    expect(region.querySelector('img, script')).toBeNull()
    expect(wordsOf(region)).toContain('<img src=x onerror=alert(1)>')
    expect(wordsOf(region)).toContain('javascript:alert("<address/>")')
    expect(wordsOf(region)).toContain('<id/>{{width}}$t(title)RLO')
    expect(region.textContent).not.toContain('\u202e')
  })

  it('has a title for every rule, and a sentence where that does not say all', async () => {
    const facts = {
      width: 1,
      height: 1,
      canvas: '1:1',
      proportion: '2:1',
      x: 0,
      y: 0,
      canvasWidth: 1,
      canvasHeight: 1,
      left: 1,
      top: 0,
      right: 2,
      bottom: 0,
      type: 'scriptType.farewell',
      count: 2,
      number: 1,
      name: 'n',
      ...{
        address: '/a',
        reason: 'script',
        problem: 'timeout',
        at: 1,
        language: 'zh',
        expected: 'Hani',
        found: 'Latn',
      },
      text: 't',
      value: '9',
      known: '0, 1',
      id: '1',
      other: '2',
    }
    const all = Object.keys(checkRules) as CheckRule[]
    const findings = all.map((rule) => ({ rule, path: 'data.id', field: 'id', facts }))
    const { user } = renderChecks({ findings, more: {}, muted: [] })
    const region = await openAll(user)
    await within(region).findByText('canvas-proportion')
    expect(region.querySelectorAll('li > details > summary')).toHaveLength(all.length)
    expect(region.textContent).not.toMatch(/\{\{|finding\.|rule\.|<\/?\w+/)
    expect(wordsOf(rowOf('person-outside-canvas'))).toContain(': 1 px left & 2 px right.')
  })

  it('says why it could not be read', async () => {
    renderPage(checksPanel, {
      handlers: { 'check.read': () => fail({ kind: 'not-found', what: 'snapshot' }) },
    })
    await screen.findByText('It no longer exists.')
  })
})
