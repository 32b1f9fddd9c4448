import { cleanup, renderHook, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Handlers } from '../../../src/main/ipc/handlers.ts'
import type { CheckRule } from '../../../src/shared/conversation/check-rules.ts'
import { checkRules } from '../../../src/shared/conversation/check-rules.ts'
import type { DeadMedia } from '../../../src/shared/conversation/media.ts'
import { writeJson } from '../../../src/shared/model/json.ts'
import { ChecksPanel } from '../../../src/renderer/sections/conversations/checks/checks-panel.tsx'
import { OpenedContext } from '../../../src/renderer/sections/conversations/shown-conversation.ts'
import { useLocation } from '../../../src/renderer/state/location-store.ts'
import { sampleConversation } from '../../support/conversations.ts'
import { fail, renderPage } from '../../support/render.tsx'
import type { RenderedPage } from '../../support/render.tsx'
import { aSavedSnapshot, opened } from './stage.ts'

const { detailDto, conversationInfoDto } = sampleConversation
const [script] = sampleConversation.scriptDtoList
const [model] = sampleConversation.modelDtoList

/** A conversation in which no rule finds anything. */
const faultless = {
  ...sampleConversation,
  conversationInfoDto: { ...conversationInfoDto, name: 'Ada' },
  detailDto: { ...detailDto, proportion: '1:1', ttsVolume: 50, samplePictureUrl: '', backgroundDto: null },
  scriptDtoList: [1, 4, 3].map((scriptType) => ({ ...script, scriptType, scriptContent: '欢迎光临' })),
}

/** A conversation with a finding for each rule, except the rules that find missing fields. */
const faulty = {
  ...sampleConversation,
  id: '109',
  isFreedom: 7,
  detailDto: { ...detailDto, humanX: -1, humanWidth: 1_923, ttsUrl: 'https://media.example/a.wav' },
  modelDtoList: [{ ...model, prompt: '' }],
  scriptDtoList: [script, script, { ...script, scriptType: 2, scriptContent: '', ttsContent: 'javascript:alert(1)' }],
}

function panelOf(data: object) {
  return (
    <OpenedContext value={opened(aSavedSnapshot(`{"success":true,"data":${writeJson(data)}}`))}>
      <ChecksPanel />
    </OpenedContext>
  )
}

function renderChecks(data: object, handlers: Partial<Handlers> = {}, dead: readonly DeadMedia[] = []) {
  const muted = new Set<CheckRule>()
  return renderPage(panelOf(data), {
    handlers: {
      'check.read': () => ({ muted: [...muted], dead: [...dead] }),
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

/** The panel once its report is loaded. */
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
  it('shows each finding with its evidence, under its severity', async () => {
    const { user } = renderChecks(sampleConversation)
    const region = await openAll(user)
    expect(within(region).getAllByRole('img', { name: 'Warning' })).toHaveLength(4)
    expect(wordsOf(rowOf('canvas-proportion'))).toContain('Canvas 1920 × 1920 is 1:1, not 16:9.')
    expect(wordsOf(rowOf('media-relative'))).toContain(
      'Background address /video-server/jpg/zuoyi.jpg needs the media base URL',
    )
    expect(within(rowOf('canvas-proportion')).getByRole('img', { name: 'Warning' })).toBeDefined()
  })

  // Would catch a number in the head that differs from the sum of the rows.
  it('counts the findings of each rule, which add up to the number in the head', async () => {
    renderChecks({ ...sampleConversation, thirdIsUsed: 7, fileIsUsed: 7, isFreedom: 7 })
    const region = await panel()
    const titles = [...region.querySelectorAll('summary')].map(wordsOf)
    expect(titles).toContain('Unknown code 3')
    // A count of one is not shown, and the 0 of “Volume is 0” is no count.
    const counts = titles.map((title) => Math.max(1, Number(/\d+$/.exec(title)?.[0] ?? 1)))
    const total = counts.reduce((sum, count) => sum + count, 0)
    expect(total).toBeGreaterThan(titles.length)
    expect(region.querySelector('h2')?.parentElement?.textContent).toContain(`Checks${String(total)}`)
  })

  it('links to the field, and names it', async () => {
    const { user } = renderChecks(sampleConversation)
    const show = within(await panel()).getByRole('button', { name: 'Show data.detailDto.proportion' })
    expect(show.title).toBe('data.detailDto.proportion')
    await user.click(show)
    const { result } = renderHook(() => useLocation('conversations'))
    expect(result.current).toMatchObject({ at: 'data.detailDto.proportion' })
  })

  it('mutes a rule in this profile, collapses it and unmutes it', async () => {
    const { user, callsOf } = renderChecks(sampleConversation)
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

  it('shows why a rule could not be muted', async () => {
    const { user } = renderChecks(sampleConversation, {
      'check.mute': () => fail({ kind: 'storage', reason: 'full', detail: '' }),
    })
    await openAll(user)
    await user.click(await screen.findByRole('button', { name: 'Mute: Volume is 0' }))
    await screen.findByText("Couldn't change muting:")
  })

  it('tries all media on request, shows the result, and reads the checks again', async () => {
    const { user, callsOf } = renderChecks(sampleConversation)
    await user.click(await screen.findByRole('button', { name: 'Try all media' }))
    await screen.findByText('3 tried · 1 without media · 2 not tried')
    await waitFor(() => expect(callsOf('check.read')).toHaveLength(2))
  })

  // Would catch "no addresses" beside findings about relative addresses without a base.
  it('says that no media were tried when none can be tried', async () => {
    const tryMedia = { 'check.tryMedia': () => ({ tried: 0, unreachable: 0, untried: 0 }) }
    const { user } = renderChecks(sampleConversation, tryMedia)
    await user.click(await screen.findByRole('button', { name: 'Try all media' }))
    await screen.findByText('No media tried')
  })

  // Would catch a sentence that names the host, which a finding does not know.
  it('shows why media could not be fetched', async () => {
    const detailDto = { ...sampleConversation.detailDto, ttsUrl: 'https://media.example/a.wav' }
    const dead = [{ url: 'https://media.example/a.wav', problem: 'unreachable', at: 5 } as const]
    const { user } = renderChecks({ ...sampleConversation, detailDto }, {}, dead)
    await openAll(user)
    expect(wordsOf(rowOf('media-unreachable'))).toMatch(/Voice address https:\S+: no answer \(.+\)\./)
  })

  it('shows no warning when nothing was found', async () => {
    renderChecks(faultless)
    await screen.findByText('Nothing found')
  })

  it('shows the first of many findings, and their number', async () => {
    const scriptDtoList = Array.from({ length: 30 }, () => ({ scriptType: 9, scriptContent: 'a' }))
    const { user } = renderChecks({ ...sampleConversation, scriptDtoList })
    await openAll(user)
    const row = rowOf('unknown-code')
    await user.click(within(row).getByText('27 more'))
    expect(within(row).getAllByRole('button', { name: /^Show data/ })).toHaveLength(20)
    expect(wordsOf(row)).toContain('10 not listed')
  })

  it('shows texts of the service only as text', async () => {
    const data = {
      ...sampleConversation,
      id: '<img src=x onerror=alert(1)>',
      isFreedom: '<id/>{{width}}$t(title)\u202e',
      detailDto: { ttsUrl: 'javascript:alert("<address/>")' },
    }
    const { user } = renderChecks(data)
    const region = await openAll(user)
    await within(region).findByText('Media address refused')
    expect(region.querySelector('img, script')).toBeNull()
    expect(wordsOf(region)).toContain('<img src=x onerror=alert(1)>')
    expect(wordsOf(region)).toContain('javascript:alert("<address/>")')
    expect(wordsOf(region)).toContain('<id/>{{width}}$t(title)RLO')
    expect(region.textContent).not.toContain('\u202e')
  })

  it('has a title for every rule, and a sentence where the title is not enough', async () => {
    const found = new Set<string | null>()
    for (const data of [faulty, {}]) {
      const { user } = renderChecks(data, {}, [{ url: 'https://media.example/a.wav', problem: 'timeout', at: 1 }])
      const region = await openAll(user)
      for (const { textContent } of region.querySelectorAll('li > details code:last-of-type')) found.add(textContent)
      expect(region.textContent).not.toMatch(/\{\{|finding\.|rule\.|<\/?\w+/)
      if (data === faulty) {
        expect(wordsOf(rowOf('person-outside-canvas'))).toContain(': 1 px left and 2 px right.')
      }
      cleanup()
    }
    expect(Object.keys(checkRules).filter((rule) => !found.has(rule))).toEqual([])
  })

  it('shows why the checks could not be read', async () => {
    renderChecks(sampleConversation, {
      'check.read': () => fail({ kind: 'storage', reason: 'corrupt', detail: 'greenroom.db' }),
    })
    await screen.findByText("Couldn't run checks:")
  })
})
