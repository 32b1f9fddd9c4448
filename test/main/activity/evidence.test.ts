/** Files of evidence, verified without Greenroom: by the program in their first lines. */
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { clockAheadOf } from '../../../src/main/activity/evidence.ts'
import { createEvidenceHandlers } from '../../../src/main/activity/evidence-handlers.ts'
import { rememberSecret } from '../../../src/main/lib/redaction.ts'
import { createExchanges, hashOfExchange } from '../../../src/main/service/exchanges.ts'
import type { RawExchange } from '../../../src/main/service/exchanges.ts'
import { redactor } from '../../../src/main/lib/redaction.ts'
import { actOfBatch } from '../../../src/main/store/activity-repository.ts'
import type { EvidenceSubject } from '../../../src/shared/schemas/activity.ts'
import type { ExchangeId } from '../../../src/shared/ids.ts'
import { jobOf } from '../../../src/shared/model/avatar-job.ts'
import { defaultFields } from '../../../src/shared/model/creation-template.ts'
import type { Job } from '../../../src/shared/schemas/avatar.ts'
import { appId, imageId, jobId, sessionId, taskId } from '../../../src/shared/schemas/ids.ts'
import { savedText } from '../../support/saved-text.ts'
import { profileOf, setStage } from '../../support/subjects.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

const token = 'sentinel-token-7f31c0ffee'
const bearer = 'sentinel-bearer-88aa55'
const typedSecret = 'sentinel-typed-77bb11'
const image = randomBytes(3_000)
const sha256 = createHash('sha256').update(image).digest('hex')
const startedAt = 1_795_000_000_000

const raw = (changes: Partial<RawExchange> = {}): RawExchange => ({
  operation: 'createAvatar',
  profileId: profileOf().id,
  method: 'POST',
  url: 'https://service.example/openapi/v2/createAvatar',
  startedAt,
  endedAt: startedAt + 400,
  requestHeaders: { token, authorization: `Bearer ${bearer}`, accept: 'application/json' },
  requestBody: JSON.stringify({ name: 'Anna', coverImage: `[image/jpeg, 3000 bytes, SHA-256 ${sha256}]` }),
  httpStatus: 200,
  answerHeaders: { date: new Date(startedAt + 5_000).toUTCString() },
  answerText: `{"success":true,"data":"</script><b>${token}"}`,
  problem: null,
  ...changes,
})

const creation: Job = {
  ...jobOf({
    id: jobId.parse('job-1'),
    profileId: profileOf().id,
    createdAt: startedAt - 5_000,
    batchId: 'batch-1',
    fields: { ...defaultFields, name: 'Anna', greeting: `Hello </script> ${typedSecret}` },
    fileName: 'anna.jpg',
    image: { imageId: imageId.parse(sha256), type: 'jpeg', width: 1080, height: 1920, bytes: image.length },
    originalId: null,
  }),
  state: 'training',
  taskId: taskId.parse('1712345678901234567'),
  submittedAt: startedAt,
  evidence: {
    balanceBefore: { avatarCreationsLeft: 37, at: startedAt - 500 },
    balanceAfter: null,
    sentAt: startedAt,
    endedAt: startedAt + 400,
  },
}

function setEvidence() {
  rememberSecret(typedSecret)
  const stage = setStage()
  const saved = new Map<string, string>()
  const exchanges = createExchanges(hashOfExchange, {
    kept: { add: stage.repositories.exchanges.add, find: stage.repositories.exchanges.find },
  })
  const record = (changes: Partial<RawExchange> = {}): ExchangeId => exchanges.record(raw(changes), redactor([token]))
  const handlersWith = (read: (id: ExchangeId) => ReturnType<typeof exchanges.read>) =>
    createEvidenceHandlers(
      {
        ...stage,
        saveFile: (name, contents) => {
          saved.set(name, savedText(contents))
          return Promise.resolve(name)
        },
      },
      {
        readExchange: read,
        creationOf: () => ({
          job: creation,
          balances: {
            before: creation.evidence?.balanceBefore ?? null,
            after: { avatarCreationsLeft: 36, at: startedAt + 900 },
            othersSent: 0,
          },
          readImage: () => Promise.resolve(image),
        }),
        language: () => 'en',
      },
    )
  const handlers = handlersWith(exchanges.read)
  const save = async (subject: EvidenceSubject, by = handlers): Promise<string> => {
    const { fileName } = await by['activity.saveEvidence'](subject, { windowId: 1 })
    return saved.get(fileName ?? '') ?? ''
  }
  const create = (changes: Partial<RawExchange> = {}): ExchangeId => {
    const about = { jobId: creation.id, batchId: creation.batchId }
    const profile = profileOf()
    const exchangeId = record(changes)
    const entry = { profile, target: 'anna.jpg', outcome: 'done' as const }
    // A confirmation names the first avatar of its batch.
    const first = { ...entry, target: 'first.jpg', facts: { ...about, jobId: jobId.parse('job-0'), avatars: 2 } }
    stage.journal.noteAfter({ ...first, action: 'avatar.confirmed', act: actOfBatch('batch-1') })
    const act = stage.journal.begin({ ...entry, action: 'avatar.submitted', facts: about, act: 'avatar job-1' })
    stage.journal.noteAfter({ ...entry, action: 'avatar.ready', facts: { ...about, jobId: jobId.parse('job-2') } })
    act.end({ outcome: 'done', action: 'avatar.accepted', facts: { taskId: creation.taskId, exchangeId } })
    stage.journal.noteAfter({ ...entry, action: 'avatar.refundSeen', facts: about })
    return exchangeId
  }
  return { ...stage, record, save, saved, create, handlersWith }
}

const ofCreation = (withImage = false): EvidenceSubject => ({ kind: 'creation', jobId: creation.id, withImage })

/** Runs the program in the file's first lines on the file. */
function verify(html: string): { readonly isRight: boolean; readonly said: string } {
  const folder = scratchFolder()
  const [, program = ''] = html.split('==========\n')
  writeFileSync(path.join(folder, 'verify.mjs'), program)
  writeFileSync(path.join(folder, 'evidence.html'), html)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['verify.mjs', 'evidence.html'], {
    cwd: folder,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
  })
  return { isRight: status === 0, said: `${stdout}${stderr}`.trim() }
}

interface EvidenceData {
  readonly entries: readonly { readonly text: string }[]
  readonly exchanges: readonly { readonly text: string; readonly clockAhead: unknown }[]
  readonly counts: readonly object[]
  readonly account: object
  readonly image: object
}

function dataIn(html: string): EvidenceData {
  const [, json = ''] = /<script type="application\/json" id="evidence">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json) as EvidenceData
}

describe('evidence of a creation', () => {
  it('contains request, answer, balances, the hash of the image, and only the entries about it', async () => {
    const stage = setEvidence()
    stage.create()
    const html = await stage.save(ofCreation())
    const { entries, exchanges, image: sent } = dataIn(html)
    expect(entries.map(({ text }) => (JSON.parse(text) as readonly unknown[])[0])).toEqual([1, 2, 4, 5])
    expect(exchanges).toHaveLength(1)
    expect(exchanges[0]?.clockAhead).toEqual({ fromMs: 4_600, toMs: 5_999 })
    expect(sent).toEqual({ sha256, type: 'jpeg', bytes: 3_000, width: 1080, height: 1920 })
    for (const text of ['createAvatar', '1712345678901234567', '37', '36', 'anna.jpg', sha256]) {
      expect(html).toContain(text)
    }
    expect(verify(html)).toEqual({ isRight: true, said: 'verified: 4 entries, 1 exchanges' })
  })

  it.each([token, bearer, typedSecret])('never contains the secret %s', async (secret) => {
    const stage = setEvidence()
    stage.create()
    const html = await stage.save(ofCreation(true))
    expect(html).toContain('[redacted]')
    expect(html).not.toContain(secret)
  })

  it('contains the image only when the operator includes it', async () => {
    const stage = setEvidence()
    stage.create()
    const without = await stage.save(ofCreation())
    expect(without).not.toContain(image.toString('base64').slice(0, 40))
    const html = await stage.save(ofCreation(true))
    expect(html).toContain(image.toString('base64'))
    expect(verify(html)).toEqual({ isRight: true, said: 'verified: 4 entries, 1 exchanges, image' })
    expect(verify(html.replace(image.toString('base64').slice(0, 4), 'AAAA')).said).toBe('the image is a different one')
    // The same with the hash of the different image, as far as no hash covers the place.
    const other = randomBytes(3_000)
    const otherHash = createHash('sha256').update(other).digest('hex')
    const replaced = html
      .replace(image.toString('base64'), other.toString('base64'))
      .replace(`"sha256":"${sha256}"`, `"sha256":"${otherHash}"`)
    expect(replaced).toContain(`"sha256":"${otherHash}"`)
    expect(verify(replaced).said).toBe('the image is a different one')
  })

  it('refers to nothing outside the file, and runs nothing', async () => {
    const stage = setEvidence()
    stage.create()
    const html = await stage.save(ofCreation(true))
    // The comment in the first lines is not part of the page.
    const shown = html.slice(html.indexOf('-->'))
    const tags = shown.match(/<[a-z][^>]*>/g) ?? []
    const attributes = tags.flatMap((tag) => [...tag.matchAll(/ (src|srcset|href|action|data|style|on\w+)=/g)])
    expect(attributes.map(([, name]) => name)).toEqual(['src'])
    expect(tags.filter((tag) => tag.includes(' src='))).toEqual([
      expect.stringMatching(/ src="data:image\/jpeg;base64,/),
    ])
    expect(tags.filter((tag) => tag.startsWith('<script'))).toEqual(['<script type="application/json" id="evidence">'])
    expect(shown.match(/<\/script>/g)).toHaveLength(1)
    expect(shown).not.toMatch(/url\(|@import|<b>/)
    expect(html).toContain("content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\"")
  })

  it('includes exchanges of an earlier run', async () => {
    const stage = setEvidence()
    stage.create()
    const kept = stage.handlersWith((id) => stage.repositories.exchanges.find(id) ?? undefined)
    const html = await stage.save(ofCreation(), kept)
    expect(dataIn(html).exchanges).toHaveLength(1)
    expect(verify(html).isRight).toBe(true)
  })

  it('states that an exchange is no longer kept, and proves the rest', async () => {
    const stage = setEvidence()
    stage.create()
    const html = await stage.save(
      ofCreation(true),
      stage.handlersWith(() => undefined),
    )
    expect(html).toContain('No request is kept')
    // Without the request nothing proves which image was sent.
    expect(verify(html)).toEqual({ isRight: true, said: 'verified: 4 entries, 0 exchanges' })
  })

  it('names its avatar, not the first avatar of its batch', async () => {
    const stage = setEvidence()
    stage.create()
    expect(await stage.save(ofCreation())).toContain('<h1>Evidence of a creation: anna.jpg</h1>')
    expect([...stage.saved.keys()]).toEqual([expect.stringContaining('anna.jpg')])
  })

  it('names the service to which the request was sent, not the service of the profile today', async () => {
    const stage = setEvidence()
    stage.create()
    const changed = profileOf({ baseUrl: 'https://next.example/v3' })
    stage.open({ profile: changed, client: stage.service.client })
    const html = await stage.save(ofCreation())
    expect(html).toContain('<dt>Service</dt><dd>https://service.example/openapi/v2</dd>')
    expect(html).not.toContain('next.example')
    const nothingKept = stage.handlersWith(() => undefined)
    expect(await stage.save(ofCreation(), nothingKept)).not.toMatch(/<dt>Service<|next\.example/)
  })

  it('never says that a creation was answered that was not', async () => {
    const stage = setEvidence()
    stage.create({ httpStatus: null, answerHeaders: {}, answerText: null, problem: 'timeout: no answer' })
    const html = await stage.save(ofCreation())
    expect(html.match(/<dt>Answered<.*/g)).toEqual(['<dt>Answered</dt><dd>no answer</dd>'])
    expect(html).not.toContain('After the answer')
    expect(html).toContain(new Date(startedAt + 400).toISOString())
  })

  it('is recorded in the journal with the hash of the file', async () => {
    const stage = setEvidence()
    stage.create()
    const html = await stage.save(ofCreation())
    const [name = ''] = stage.saved.keys()
    expect(name).toMatch(/^evidence-anna\.jpg-\d{4}-\d\d-\d\d\.html$/)
    expect(stage.entries().at(-1)).toMatchObject({
      action: 'activity.evidenceSaved',
      target: name,
      facts: { fileHash: createHash('sha256').update(html).digest('hex') },
    })
  })

  it.each([
    ['an entry', 'avatar.accepted', 'avatar.rejected', /^altered: \[4,/],
    ['the request', 'service.example/openapi/v2/createAvatar\\",', 'another.example/createAvatar\\",', /^altered: /],
    ['a task', '1712345678901234567', '1712345678901234568', /^altered: /],
  ])('shows that %s was altered', async (_what, text, other, problem) => {
    const stage = setEvidence()
    stage.create()
    const html = await stage.save(ofCreation())
    const [head = '', data = ''] = html.split('id="evidence">{')
    expect(data).toContain(text)
    const { isRight, said } = verify(`${head}id="evidence">{${data.replaceAll(text, other)}`)
    expect(isRight).toBe(false)
    expect(said).toMatch(problem)
  })

  it('shows that an exchange was replaced by a different one than the journal names', async () => {
    const stage = setEvidence()
    const exchangeId = stage.create()
    const html = await stage.save(ofCreation())
    const { exchanges } = dataIn(html)
    const forged = (exchanges[0]?.text ?? '').replace('200', '500')
    const forgedHash = createHash('sha256').update(forged).digest('hex')
    const change = (text: string): string => JSON.stringify(text).slice(1, -1)
    const changed = html
      .replace(change(exchanges[0]?.text ?? '').replaceAll('<', '\\u003c'), change(forged).replaceAll('<', '\\u003c'))
      .replace(`"hash":"${exchangeId}"`, `"hash":"${forgedHash}"`)
    expect(changed).not.toBe(html)
    expect(verify(changed).said).toBe(`no entry names exchange ${forgedHash}`)
  })
})

describe('evidence of a close', () => {
  const close = (stage: ReturnType<typeof setEvidence>, run: object = {}, act = 'close p1 s-1 5') => {
    const exchangeId = stage.record({ operation: 'sessionStop', method: 'GET', requestBody: null })
    const about = { profile: profileOf(), target: 's-1', action: 'session.close' as const, act }
    const reading = { appId: appId.parse('lobby'), corporateId: null, yours: 1 }
    stage.samples.addConcurrency(profileOf().id, { ...reading, at: stage.clock.now() - 5_000, total: 12 }, 15_000)
    const begun = stage.journal.begin({ ...about, facts: { ...run, appId: 'lobby', countBefore: 12 } })
    begun.end({ outcome: 'done', facts: { exchangeId, countAfter: 11 } })
    stage.samples.addConcurrency(profileOf().id, { ...reading, at: stage.clock.now() + 5_000, total: 11 }, 15_000)
  }

  it('contains the counts around it, from the session and from its entry alike', async () => {
    const stage = setEvidence()
    close(stage)
    const html = await stage.save({ kind: 'close', sessionId: sessionId.parse('s-1') })
    expect(dataIn(html)).toMatchObject({
      kind: 'close',
      counts: [{ total: 12 }, { total: 11 }],
      entries: [{}, {}],
      exchanges: [{}],
    })
    expect(verify(html).isRight).toBe(true)
    expect(dataIn(await stage.save({ kind: 'entry', entryId: 2 })).entries).toEqual(dataIn(html).entries)
  })

  describe('of a session that was closed twice is about the second close', () => {
    const second = 'close p1 s-1 6'
    const actsIn = async (stage: ReturnType<typeof setEvidence>): Promise<readonly unknown[]> => {
      const html = await stage.save({ kind: 'close', sessionId: sessionId.parse('s-1') })
      return dataIn(html).entries.map(({ text }) => (JSON.parse(text) as readonly unknown[])[5])
    }

    it('although the clock was ahead at the first', async () => {
      const stage = setEvidence()
      const now = stage.clock.now()
      stage.clock.set(now + 3_600_000)
      close(stage)
      stage.clock.set(now)
      close(stage, {}, second)
      expect(await actsIn(stage)).toEqual([second, second])
    })

    it('although a later count was added to the first', async () => {
      const stage = setEvidence()
      close(stage)
      close(stage, {}, second)
      const first = { profile: profileOf(), target: 's-1', act: 'close p1 s-1 5' }
      stage.clock.set(stage.clock.now() + 1_000)
      stage.journal.noteAfter({ ...first, action: 'session.close', outcome: 'done', facts: { countAfter: 10 } })
      expect(await actsIn(stage)).toEqual([second, second])
    })
  })

  it('contains the counts of each minute after the single readings have expired, and never says that none was read', async () => {
    const stage = setEvidence()
    close(stage)
    const ofSession: EvidenceSubject = { kind: 'close', sessionId: sessionId.parse('s-1') }
    const { counts } = dataIn(await stage.save(ofSession))
    const later = async (days: number): Promise<string> => {
      stage.clock.set(stage.clock.now() + days * 86_400_000)
      stage.samples.pruneConcurrency(stage.clock.now(), 100)
      return stage.save(ofSession)
    }
    expect(counts).toHaveLength(2)
    expect(dataIn(await later(3)).counts).toEqual(counts)
    const html = await later(20)
    expect(dataIn(html).counts).toEqual([])
    expect(html).toMatch(/Live calls around the close<\/h2>\n<p>None is kept/)
  })

  it('contains no balance of an account that the profile used before or uses since', async () => {
    const stage = setEvidence()
    const { id } = profileOf()
    const now = stage.clock.now()
    const add = (at: number, avatarCreationsLeft: number): void =>
      stage.accountSamples.add(id, { at, avatarCreationsLeft, durationLeft: null })
    const account = async () => dataIn(await stage.save({ kind: 'close', sessionId: sessionId.parse('s-1') })).account
    add(now - 9_000, 500)
    close(stage)
    add(now + 2_000, 499)
    expect(await account()).toMatchObject({ before: { at: now - 9_000 }, after: { at: now + 2_000 } })
    stage.accountSamples.accountChanged(id, now - 5_000)
    stage.accountSamples.accountChanged(id, now + 1_000)
    expect(await account()).toEqual({ before: null, after: null })
  })

  it('does not say that something was sent where nothing was', async () => {
    const stage = setEvidence()
    const about = { profile: profileOf(), target: 's-1', action: 'session.close' as const, act: 'close p1 s-1 5' }
    const failure = { kind: 'offline', operation: 'sessionStop', sent: 'no', at: stage.clock.now() } as const
    const unsaid = { httpStatus: null, code: null, message: null, exchangeId: null }
    stage.journal.begin(about).end({ outcome: 'failed', failure: { ...failure, ...unsaid } })
    const html = await stage.save({ kind: 'close', sessionId: sessionId.parse('s-1') })
    expect(html).not.toContain('What was sent')
    expect(html).toContain('nothing was sent, or')
  })

  /** Two closes of a run, and one in between that does not belong to it. */
  const closeRun = (stage: ReturnType<typeof setEvidence>): readonly ExchangeId[] => {
    const profile = profileOf()
    const reading = { corporateId: null, yours: null, total: 3, at: stage.clock.now() }
    for (const id of ['lobby', 'desk']) {
      stage.samples.addConcurrency(profile.id, { ...reading, appId: appId.parse(id) }, 15_000)
    }
    const closed = (target: string, application: string, run: object): ExchangeId => {
      const answered = `{"code":"200","message":"${target} ended ${token}"}`
      const url = `https://service.example/openapi/v2/sessionStop?sessionId=${target}`
      const exchangeId = stage.record({ operation: 'sessionStop', method: 'GET', url, answerText: answered })
      const facts = { ...run, appId: application, countBefore: 3 }
      const action = 'session.close' as const
      const act = stage.journal.begin({ profile, action, target, act: `close p1 ${target} 5`, facts })
      act.end({ outcome: 'done', facts: { exchangeId, countAfter: 2, httpStatus: 200, message: typedSecret } })
      return exchangeId
    }
    const run = { runId: 'run-1' }
    const started = { profile, action: 'session.runStarted' as const, target: 'Main hall', act: 'run run-1' }
    const act = stage.journal.begin({ ...started, facts: { ...run, sessions: 2 } })
    const first = closed('s-1', 'lobby', run)
    closed('s-other', 'lobby', {})
    const second = closed('s-2', 'desk', run)
    act.end({ action: 'session.runEnded', outcome: 'done', facts: { accepted: 2 } })
    return [first, second]
  }
  const ofRun: EvidenceSubject = { kind: 'close-run', runId: 'run-1' }

  it('of a run contains each of its closes with request and answer, and no other', async () => {
    const stage = setEvidence()
    const [first, second] = closeRun(stage)
    const html = await stage.save(ofRun)
    const data = dataIn(html)
    expect(data).toMatchObject({
      kind: 'close-run',
      name: 'Main hall',
      exchanges: [
        { hash: first, target: 's-1' },
        { hash: second, target: 's-2' },
      ],
      counts: [{ appId: 'lobby' }, { appId: 'desk' }],
      image: null,
    })
    expect(data.entries).toHaveLength(6)
    expect(html).not.toContain('s-other')
    for (const text of ['<code>s-1</code>', '<code>s-2</code>', '3 → 2', 'HTTP 200']) expect(html).toContain(text)
    expect(verify(html)).toEqual({ isRight: true, said: 'verified: 6 entries, 2 exchanges' })
    const altered = verify(html.replaceAll('s-2 ended', 's-3 ended'))
    expect(altered.said).toMatch(/^altered: /)
  })

  it('of a run shows that a close was added that does not belong to it', async () => {
    const stage = setEvidence()
    closeRun(stage)
    const html = await stage.save(ofRun)
    const other = await stage.save({ kind: 'close', sessionId: sessionId.parse('s-other') })
    const listIn = (text: string, name: string): string =>
      new RegExp(`"${name}":\\[(\\{"hash".*?\\})\\]`).exec(text)?.[1] ?? expect.fail()
    const added = ['exchanges', 'entries'].reduce((text, name) => {
      const list = listIn(text, name)
      return text.replace(list, () => `${list},${listIn(other, name)}`)
    }, html)
    expect(dataIn(added).entries).toHaveLength(8)
    expect(verify(added)).toMatchObject({ isRight: false })
    expect(verify(added).said).toMatch(/^not of this run: \[4,.*\nnot of this run: \[5,/)
  })

  it('of a run is the same from the entry that started it and from the entry that ended it', async () => {
    const stage = setEvidence()
    closeRun(stage)
    const { entries } = dataIn(await stage.save(ofRun))
    const { id } = stage.entries().find(({ action }) => action === 'session.runEnded') ?? { id: 0 }
    for (const entryId of [1, id]) {
      expect(dataIn(await stage.save({ kind: 'entry', entryId })).entries).toEqual(entries)
    }
    // A single close of the run.
    expect(dataIn(await stage.save({ kind: 'entry', entryId: 2 }))).toMatchObject({ kind: 'close', entries: [{}, {}] })
  })

  it('of a run interrupted by a crash contains the closes that were sent', async () => {
    const stage = setEvidence()
    const facts = { runId: 'run-1', sessions: 2 }
    const started = { profile: profileOf(), action: 'session.runStarted' as const, target: 'lobby', act: 'run run-1' }
    stage.journal.begin({ ...started, facts })
    close(stage, { runId: 'run-1' })
    const gone = stage.journal.begin({ profile: profileOf(), action: 'session.close', target: 's-9', act: 'c', facts })
    const at = stage.clock.now()
    const unsaid = { code: null, message: 'Bad gateway', exchangeId: null }
    gone.end({
      outcome: 'unknown',
      failure: { kind: 'http', operation: 'sessionStop', sent: 'yes', at, httpStatus: 502, ...unsaid },
    })
    const html = await stage.save(ofRun)
    expect(dataIn(html)).toMatchObject({ kind: 'close-run', exchanges: [{}] })
    expect(dataIn(html).entries).toHaveLength(5)
    expect(html).toContain('HTTP 502 · Bad gateway')
    expect(verify(html).isRight).toBe(true)
  })

  it.each([token, bearer, typedSecret])('of a run never contains the secret %s', async (secret) => {
    const stage = setEvidence()
    closeRun(stage)
    const html = await stage.save(ofRun)
    expect(html).toContain('[redacted]')
    expect(html).not.toContain(secret)
  })

  it('is refused for a session that was never closed, and for an entry about something else or of a different profile', async () => {
    const stage = setEvidence()
    stage.create()
    const missing = { failure: { kind: 'not-found', what: 'session' } }
    await expect(stage.save({ kind: 'close', sessionId: sessionId.parse('s-2') })).rejects.toMatchObject(missing)
    await expect(stage.save({ kind: 'close-all', appId: appId.parse('desk') })).rejects.toMatchObject(missing)
    await expect(stage.save({ kind: 'entry', entryId: 2 })).rejects.toMatchObject(missing)
    await expect(stage.save(ofRun)).rejects.toMatchObject(missing)
    closeRun(stage)
    close(stage)
    const { id } = stage.entries().at(-1) ?? { id: 0 }
    stage.open({ profile: profileOf({ id: 'p2' as never }), client: stage.service.client })
    await expect(stage.save({ kind: 'entry', entryId: id })).rejects.toMatchObject(missing)
    await expect(stage.save(ofRun)).rejects.toMatchObject(missing)
  })
})

describe('the clock of the service', () => {
  const exchange = { startedAt: 10_000, durationMs: 2_000 }

  it('is known as a range, because the header has whole seconds', () =>
    expect(clockAheadOf({ ...exchange, answerHeaders: { date: new Date(11_000).toUTCString() } })).toEqual({
      fromMs: -1_000,
      toMs: 1_999,
    }))

  it.each([{}, { date: 'soon' }])('is unknown with the headers %o', (answerHeaders) =>
    expect(clockAheadOf({ ...exchange, answerHeaders })).toBeNull(),
  )
})
