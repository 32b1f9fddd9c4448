import { hash } from 'node:crypto'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { Language } from '../../shared/model/language.ts'
import type { EvidenceSubject } from '../../shared/schemas/activity.ts'
import type { AppContext } from '../context/app-context.ts'
import { requireOpen } from '../context/open-profile.ts'
import type { CurrentProfile } from '../context/open-profile.ts'
import { safeName } from '../files/file-name.ts'
import type { Handlers } from '../ipc/handlers.ts'
import { dayStamp } from '../lib/files.ts'
import { evidenceFile } from './evidence-file.ts'
import { gatherEvidence } from './evidence.ts'
import type { EvidenceCreation, EvidenceSources } from './evidence.ts'

interface EvidenceContext extends Pick<AppContext, 'journal' | 'clock' | 'saveFile'> {
  readonly repositories: EvidenceSources['repositories']
  readonly current: CurrentProfile
}

interface EvidenceOptions extends Pick<EvidenceSources, 'readExchange'> {
  /** Failures: not-found, storage. */
  readonly creationOf: (
    profileId: ProfileId,
    id: JobId,
  ) => EvidenceCreation & { readonly readImage: () => Promise<Buffer | null> }
  readonly language: () => Language
}

export function createEvidenceHandlers(
  context: EvidenceContext,
  options: EvidenceOptions,
): Pick<Handlers, 'activity.saveEvidence'> {
  const { journal, clock, saveFile, repositories, current } = context

  const save = async (subject: EvidenceSubject): Promise<string | null> => {
    const { profile } = requireOpen(current)
    const now = clock.now()
    const creation = subject.kind === 'creation' ? options.creationOf(profile.id, subject.jobId) : null
    const about = subject.kind === 'creation' ? null : subject
    const evidence = gatherEvidence({ ...options, repositories }, profile, { closed: about, creation, now })
    const withImage = subject.kind === 'creation' && subject.withImage
    const file = evidenceFile(evidence, {
      language: options.language(),
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      image: withImage && creation !== null ? await creation.readImage() : null,
    })
    const fileName = await saveFile(`${['evidence', safeName(evidence.name), dayStamp(now)].join('-')}.html`, file)
    if (fileName !== null) {
      journal.noteAfter({
        profile,
        action: 'activity.evidenceSaved',
        target: fileName,
        outcome: 'done',
        facts: { fileHash: hash('sha256', file) },
      })
    }
    return fileName
  }

  return { 'activity.saveEvidence': async (subject) => ({ fileName: await save(subject) }) }
}
