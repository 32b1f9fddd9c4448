/** Made by scripts/catalogue-types.mjs. */
export type Placeholders = {
  account: {
    duration: ['value']
    perHour: ['amount']
    alsoInHours: ['words', 'hours']
    lasts: { fromTo: ['low', 'high']; range: ['length', 'pace']; atLeast: ['length', 'pace'] }
    trend: {
      label: ['name', 'range', 'from', 'fromTime', 'to', 'toTime']
      used: ['value']
      added: ['value']
      refunded: ['value']
      limit: ['number']
    }
    alert: { switch: ['balance'] }
    changes: { failed: ['name']; accepted: ['accepted'] }
    burn: { likely: ['low', 'high']; readings: ['count', 'span'] }
  }
  activity: {
    fact: ['value']
    count: { events: ['total']; elsewhere: ['total', 'elsewhere']; some: ['found', 'total'] }
    verify: { whole: ['total']; altered: ['id']; missing: ['id']; 'end-missing': ['id'] }
  }
  alerts: {
    limit: ['value']
    condition: {
      'at-or-above': ['limit']
      'at-or-above-for': ['limit', 'time']
      'no-change': ['time']
      stale: ['time']
      'creations-below': ['value']
      'time-to-empty': ['balance', 'time']
    }
    value: { time: ['time']; creations: ['value'] }
    state: { since: ['age']; sinceMany: ['number']; snoozed: ['time'] }
    snooze: { rule: ['rule']; for: ['time'] }
    capacity: { live: ['number'] }
    triggered: { since: ['time']; then: ['value'] }
  }
  app: {
    live: ['live']
    wasLive: ['was']
    left: ['formatted']
    openAside: ['name']
    windowTitle: ['name', 'protection']
    notice: {
      'settings-set-aside': ['file']
      'database-set-aside': ['file']
      'database-restored': ['file', 'at']
      'update-available': ['version']
      'drop-unfinished': ['name', 'count']
    }
    liveUnsure: ['live']
    alerts: ['count']
    status: { answered: ['status'] }
    notOpened: ['name']
  }
  avatars: {
    do: ['what']
    more: ['count']
    count: ['number']
    head: { drafts: ['count']; review: ['count']; adding: ['done', 'total']; preparing: ['done', 'total'] }
    drop: { items: ['count']; refused: ['count', 'types'] }
    drafts: {
      adding: ['count']
      preparing: ['count']
      added: ['count']
      size: ['width', 'height']
      notCroppable: ['limit']
      selected: ['selected', 'count']
      cropTo: ['shape']
      notPrepared: ['reason']
      finding: {
        'not-decodable': ['reason']
        'bytes-over-limit': ['size', 'limit']
        aspect: ['ratios']
        small: ['pixels']
        'many-faces': ['count']
        'face-small': ['percent']
        same: ['name']
        like: ['name']
        huge: ['pixels']
        converted: ['from']
        'wrong-extension': ['extension', 'type']
      }
      job: ['name', 'state', 'time']
      refused: ['count']
      dismissFile: ['file']
    }
    fixes: {
      group: {
        aspect: ['count', 'ratios']
        'bytes-over-limit': ['count', 'limit']
        'same-as-draft': ['count']
        'not-decodable': ['count']
      }
      running: ['done', 'total']
      done: { crop: ['count', 'shape']; downscale: ['count']; mixed: ['count']; undo: ['count'] }
      unfixed: ['count', 'file', 'reason']
    }
    crop: { result: ['size', 'whole']; failed: ['reason']; zoomValue: ['percent']; others: ['count', 'shape'] }
    fields: {
      voiceSeen: { ready: ['count', 'ready']; conversations: ['count'] }
      literal: ['unknown']
      tooLong: ['limit']
      own: { title: ['what']; shared: ['value'] }
    }
    preset: {
      changed: ['name']
      filled: ['name']
      saved: ['name']
      deleted: ['name']
      taken: ['name']
      former: ['name']
      deleteTitle: ['name']
    }
    confirm: {
      uses: ['count', 'balance', 'left']
      problems: ['count', 'names']
      checking: ['count']
      fits: ['count']
      queued: ['count']
      mayBeFree: ['count']
      alsoQueued: ['count']
      floor: ['floor']
    }
    queue: { held: ['time']; progress: { of: ['finished', 'total']; done: ['finished', 'total', 'rest'] } }
    job: {
      line: { place: ['count'] }
      statusRaw: ['status']
      cover: { alt: ['name'] }
      refund: { seen: ['before', 'after', 'time']; seenDespite: ['before', 'after', 'time']; notSeen: ['time'] }
      again: ['time', 'state']
      evidence: {
        balance: ['before', 'beforeTime', 'after', 'afterTime']
        ownSent: ['number']
        noAfter: ['before', 'beforeTime']
        noBefore: ['after', 'afterTime']
        others: ['what']
        sentAt: ['time']
        endedAt: ['time']
        short: ['before', 'after']
      }
      moreOf: ['name']
    }
    decide: {
      edit: { title: ['name'] }
      'enter-task-id': { title: ['name'] }
      'mark-not-created': { title: ['name'] }
      remove: { title: ['name'] }
    }
    manifest: {
      wrong: ['count']
      words: ['file']
      unknown: ['columns']
      row: ['line']
      why: {
        'too-many-fields': ['found', 'expected']
        'too-long': ['column']
        spreadsheet: ['id']
        'duplicate-image': ['line']
      }
      unusable: {
        'too-large': ['detail']
        'column-twice': ['detail']
        'quote-open': ['line']
        'too-many-rows': ['detail']
      }
      columns: ['columns']
    }
    createCount: ['count']
    balance: { uses: ['count', 'left']; createFirst: ['count'] }
  }
  chart: { cell: { range: ['value', 'low', 'high']; gap: ['time'] }; counted: ['count']; notRead: ['name'] }
  checks: {
    muted: ['count']
    muteRule: ['rule']
    unmuteRule: ['rule']
    showPath: ['path']
    moreFindings: ['count']
    notListed: ['count']
    tried: { addresses: ['count']; unreachable: ['count']; untried: ['count'] }
    side: ['pixels']
    finding: {
      'canvas-proportion': ['width', 'height', 'canvas', 'proportion']
      'person-outside-canvas': ['width', 'height', 'x', 'y', 'canvasWidth', 'canvasHeight', 'overlap']
      'duplicate-script-type': ['count', 'type']
      'empty-script': ['number', 'type']
      'empty-script-with-audio': ['number', 'type']
      'empty-prompt': ['number']
      'media-relative': ['label']
      'media-refused': ['label', 'reason']
      'media-unreachable': ['label', 'problem', 'at']
      'script-language': ['expected', 'number', 'found']
      'unknown-code': ['label', 'known']
      'ids-disagree': ['label']
    }
    report: { read: ['time', 'bytes'] }
  }
  closing: {
    typed: {
      text: ['text']
      match: ['matched', 'length']
      differs: ['matched', 'length']
      tail: ['text']
      characters: ['length']
    }
    ask: ['count']
    many: { action: ['count']; limit: ['limit'] }
    status: { said: ['said'] }
    result: ['name', 'status']
    because: ['status', 'reason']
    said: { both: ['code', 'message']; message: ['message'] }
    count: {
      counting: ['counts']
      fell: ['counts', 'time']
      beforeOnly: ['before']
      broken: ['counts', 'time']
      still: ['now', 'time', 'before']
    }
    run: { of: ['done', 'all']; accepted: ['done', 'all']; said: ['count']; refused: ['count']; unknown: ['count'] }
    all: { rose: ['from', 'to'] }
  }
  common: {
    range: ['min', 'max']
    about: ['about']
    copy: ['what']
    notRemoved: ['name', 'sentence', 'next', 'count']
    suggestionCount: ['count']
    ago: ['duration']
    duration: {
      milliseconds: ['count']
      seconds: ['count']
      minutes: ['count']
      hours: ['hours']
      hoursMinutes: ['hours', 'minutes']
      days: ['count']
    }
    bytes: ['value']
    savedAs: ['file']
  }
  compare: {
    more: ['count']
    changesShown: ['shown', 'total']
    idOf: ['id']
    cut: ['shown', 'length']
    changePlace: ['place', 'all']
    equalLines: ['count']
    sentence: {
      changed: ['what']
      added: ['what']
      removed: ['what']
      scriptAdded: ['item']
      scriptRemoved: ['item']
      moved: ['what', 'from', 'to']
      movedAmong: ['what']
      ofItem: ['item', 'what']
      scriptOfType: ['type']
      model: ['name']
      knowledge: ['name']
      withMeaning: ['value', 'meaning']
    }
    changes: ['count']
  }
  conversations: {
    reading: ['id']
    fetchFailed: ['id']
    value: { characters: ['number'] }
    item: ['number']
    raw: { found: ['place', 'total']; foundMany: ['place', 'number', 'total'] }
    tooLong: ['number']
    shownOther: ['shown', 'id']
    moreOtherFields: ['count']
    prompt: { of: ['name']; words: ['number']; lines: ['number'] }
    scripts: { found: ['number', 'total']; typeNotDocumented: ['type'] }
    summary: { allScripts: ['number']; canvas: ['size', 'ratio'] }
  }
  failures: {
    sentence: {
      dns: ['host']
      tls: ['host', 'reason']
      'connection-refused': ['host']
      'proxy-authentication': ['proxy']
      'timeout-connect': ['limit']
      'timeout-answer': ['limit']
      'link-local': ['host']
      redirect: ['targetOrigin']
      'too-large': ['limit']
      'http-busy': ['httpStatus', 'said']
      'http-server': ['httpStatus', 'said']
      'http-other': ['httpStatus', 'said']
      'cut-short': ['received']
      'not-json': ['contentType']
      'wrong-shape': ['fields']
      declined: ['said']
      'token-rejected': ['said']
      'secret-not-for-host': ['host']
      'secret-too-long': ['limit']
      'missing-fields': ['detail']
      'file-gone': ['detail']
      'file-too-large': ['detail']
      'not-settings': ['detail']
      'newer-settings': ['detail']
      'json-unusable': ['detail']
      'file-not-json': ['detail']
      'not-a-conversation': ['detail']
      'file-unreadable': ['detail']
      'not-a-file': ['detail']
      'outside-folder': ['detail']
      'too-many-files': ['detail']
      'too-many-in-folder': ['detail']
      'image-too-large': ['detail']
      'not-prepared': ['detail']
      'not-decodable': ['detail']
      unencrypted: ['detail']
      unreachable: ['host']
      insecure: ['host']
      redirects: ['host']
      'fetched-http': ['host', 'detail']
      proxy: ['host']
      'wrong-content': ['host']
      'storage-corrupt': ['detail']
      'storage-other': ['detail']
      'newer-data': ['version']
      'forbidden-host': ['host']
      'forbidden-managed-profile': ['detail']
      'forbidden-protection': ['detail']
      'policy-unreadable': ['file', 'detail']
      'policy-not-a-file': ['detail']
      'policy-writable': ['detail', 'file']
      'policy-wrong-shape': ['file', 'detail']
    }
    next: { log: ['logId'] }
    saidCode: ['code']
    saidMessage: ['message']
  }
  inbox: {
    summary: {
      counted: ['live', 'known', 'unknown']
      ended: ['live', 'known', 'more']
      stale: ['live', 'known']
      unread: ['known']
    }
    arrived: ['sessionId']
    add: {
      tooLong: ['limit']
      noneInFiles: ['files']
      add: ['count']
      tooMany: ['limit']
      found: ['selected', 'number']
      added: ['added']
      addedSome: ['added', 'known']
    }
    watch: { remove: ['path']; found: ['number'] }
    known: {
      select: ['sessionId']
      labelOf: ['sessionId']
      seen: ['time', 'source']
      actionAt: ['action', 'time']
      closeOf: ['sessionId']
      notSaved: ['sentence']
      truncated: ['limit']
    }
    selection: { count: ['count'] }
    changed: ['count']
    foot: { unknown: ['formatted']; markEnded: ['number'] }
  }
  library: {
    rowFailed: ['why']
    lastReadFailed: ['why']
    hits: ['formatted']
    tagged: ['tag']
    readUnread: ['formatted']
    add: {
      fromFile: ['file', 'size']
      tooLong: ['limit']
      found: ['selected', 'formatted']
      pace: ['time']
      tooMany: ['limit']
      action: ['formatted']
    }
    planned: {
      progress: ['done', 'total']
      paused: ['progress']
      held: ['progress', 'why']
      pausedHeld: ['progress', 'why']
      failures: ['formatted']
    }
    tools: { removeTag: ['tag']; every: ['time'] }
    searchHint: ['formatted']
  }
  media: {
    play: ['what']
    pause: ['what']
    position: ['what']
    at: ['time', 'whole']
    loading: ['what']
    load: ['what']
    picture: ['size']
    tryAgainFor: ['what']
    appearance: {
      personAt: ['place', 'left', 'top', 'right', 'bottom']
      place: ['size', 'x', 'y']
      outside: ['edge', 'px']
      differs: ['proportion', 'canvas']
      unreadable: ['proportion']
    }
  }
  palette: {
    results: ['count']
    shortcuts: { change: ['name', 'keys']; resetOf: ['name']; taken: ['keys', 'name']; notKeys: ['main', 'other'] }
  }
  sessions: {
    chart: {
      now: ['total']
      last: ['total', 'time']
      peak: ['total', 'time']
      label: ['title', 'text']
      mean: ['number']
      unread: ['duration']
    }
    list: {
      agreed: ['time']
      differed: ['time', 'differences']
      difference: ['figure', 'list', 'number']
      readAt: ['time']
    }
    overview: {
      live: ['live', 'fresh', 'all']
      stale: ['stale', 'was']
      notRead: ['failed']
      wasOne: ['number']
      number: ['number']
    }
    limit: ['number']
    readingsEvery: ['duration']
    rule: { onRule: ['rule']; moreFor: ['rule']; removed: ['rule'] }
    unknown: ['number']
    withoutApplication: ['number']
    ofCapacity: ['capacity']
  }
  settings: {
    openNamed: ['name']
    deleteNamed: ['name']
    discardWords: ['name']
    deleteTitle: ['name']
    erased: {
      drafts: ['count']
      portraits: ['count']
      jobs: ['count']
      snapshots: ['count']
      sessions: ['count']
      samples: ['count']
      rules: ['count']
      watchedPaths: ['count']
    }
    tokenUntil: ['when']
    unencrypted: ['host']
    mistake: { range: ['min', 'max'] }
    unsaved: ['count']
    creations: ['size', 'shapes', 'parallel', 'floor']
    removeSecretWords: ['name']
    saved: ['where']
    tested: ['took', 'creations', 'duration', 'unit']
    about: { crashDumpsKept: ['count'] }
    updates: { failed: ['reason'] }
    data: { previewOf: ['file', 'at']; apply: ['count']; unchanged: ['count'] }
    removeApplication: ['application']
    practicePanel: { resetWords: ['name'] }
    alertsPanel: { on: ['count']; quiet: ['from', 'until']; quietOnWeekends: ['from', 'until'] }
  }
  suggestions: {
    condition: { 'after-hours': ['from', 'until']; 'older-than': ['time'] }
    proposal: { title: ['count']; live: ['count']; lapses: ['time']; lapsesShort: ['time'] }
    countdown: ['time']
  }
}
