import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { imageFacts } from '../../src/practice/create-request.ts'
import { createImageMemory, createMedia, readRange, repositoryMedia } from '../../src/practice/media.ts'
import { sampleConversations, voices } from '../../src/practice/sample-conversations.ts'
import { readPng } from '../support/png-pixels.ts'
import { exchange, startPractice } from './harness.ts'

const media = createMedia(repositoryMedia, createImageMemory())

async function file(path: string): Promise<Buffer> {
  const found = await media(path)
  if (found === undefined) throw new Error(`no media at ${path}`)
  return Buffer.from(found.bytes)
}

const isMediaPath = (text: string): boolean => /^\/(model|video-server)\//.test(text)

/** Every text in a value, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

describe('media', () => {
  it('exist for every relative address that a conversation or voice names', async () => {
    const named = [...sampleConversations.values(), ...voices].flatMap(textsIn).filter(isMediaPath)
    expect(named.length).toBeGreaterThan(10)
    for (const address of named) expect((await file(address)).length, address).toBeGreaterThan(1_000)
  })

  // Would catch a path that leads out of the folder, or to a file that is not a medium.
  it.each(['/model/nobody.png', '/video-server/mp4', '/portrait.svg', '/model/../portrait.svg', '/../package.json'])(
    'do not exist at %s',
    async (address) => {
      expect(await media(address)).toBeUndefined()
    },
  )

  it('include portraits as complete PNG files', async () => {
    const bytes = await file('/model/receptionist.png')
    expect(imageFacts(bytes)).toEqual({ type: 'png', width: 540, height: 960 })
    const { data } = readPng(path.join(repositoryMedia, 'model/receptionist.png'))
    // Would catch a truncated file, or a picture of one colour.
    expect([...data.subarray(-4)]).not.toEqual([...data.subarray(0, 4)])
  })

  it.each([
    ['/video-server/jpg/atrium.jpg', 1920, 1080],
    ['/video-server/jpg/lobby.jpg', 1080, 1920],
  ])('include %s as a JPEG of %i×%i', async (path, width, height) => {
    const bytes = await file(path)
    expect(imageFacts(bytes)).toEqual({ type: 'jpeg', width, height })
    expect(bytes.subarray(-2).toString('hex')).toBe('ffd9')
  })

  it('include speech as WAV that is neither silent nor clipped', async () => {
    const bytes = await file('/video-server/audio/opening.wav')
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44)
    const samples = new Int16Array(Uint8Array.from(bytes.subarray(44)).buffer)
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    expect(loudest).toBeGreaterThan(5000)
    const clipped = samples.filter((sample) => Math.abs(sample) >= 30_000).length
    expect(clipped / samples.length).toBeLessThan(0.01)
  })

  it('include a video whose samples are where its table says', async () => {
    const bytes = await file('/video-server/mp4/evening-lights.mp4')
    const table = bytes.indexOf('stco', 0, 'latin1')
    const firstSample = bytes.readUInt32BE(table + 12)
    expect(bytes.toString('latin1', firstSample - 4, firstSample)).toBe('mdat')
    expect(bytes.readUInt32BE(firstSample)).toBeLessThan(bytes.length - firstSample)
    expect(bytes.indexOf('avc1', 0, 'latin1')).toBeGreaterThan(0)
  })

  it('replace an upload that was not kept with a portrait', async () => {
    expect(await media('/model/1912345678901234567.jpg')).toMatchObject({ type: 'image/png' })
    expect(await media('/model/1912345678901234567.exe')).toBeUndefined()
  })
})

describe('media over HTTP', () => {
  it('are served completely, in part, or as a head', async () => {
    const practice = await startPractice()
    const url = `${practice.address.origin}/video-server/audio/waiting.wav`
    const whole = await exchange(url)
    expect([whole.status, whole.headers['content-type']]).toEqual([200, 'audio/wav'])
    const part = await exchange(url, { headers: { range: 'bytes=0-3' } })
    expect([part.status, part.text, part.headers['content-range']]).toEqual([
      206,
      'RIFF',
      `bytes 0-3/${whole.bytes.length}`,
    ])
    expect((await exchange(url, { headers: { range: 'bytes=99999999-' } })).status).toBe(416)
    const head = await exchange(url, { method: 'HEAD' })
    expect([head.status, head.bytes.length]).toEqual([200, 0])
  })

  it.each([
    [undefined, undefined],
    ['bytes=-', undefined],
    ['items=0-1', undefined],
    ['bytes=2-', { from: 2, to: 9 }],
    ['bytes=2-99', { from: 2, to: 9 }],
    ['bytes=-3', { from: 7, to: 9 }],
    ['bytes=-99', { from: 0, to: 9 }],
    ['bytes=5-4', null],
    ['bytes=10-', null],
  ])('read the range %j of ten bytes', (header, expected) => expect(readRange(header, 10)).toEqual(expected))
})
