"""What the operations of the API take and answer.

Written by `npm run python-client` from the OpenAPI document. Do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class GetAccountAnswer(TypedDict):
    id: str
    email: str | None
    name: str
    siteAdmin: bool
    language: Literal["en", "de", "es", "zh", "ar"] | None
    keys: dict[str, str]
    showsTour: bool
    showsFirstSteps: bool


class GetAccountInboxAnswerItemsItemProject(TypedDict):
    id: str
    name: str


class GetAccountInboxAnswerItemsItem(TypedDict):
    id: str
    kind: Literal["sent-back", "new-work", "question-answered", "question-asked", "batch-finished", "annotator-stopped", "run-finished", "run-stopped", "release-ready"]
    project: GetAccountInboxAnswerItemsItemProject
    name: str
    path: str
    at: str
    read: bool


class GetAccountInboxAnswer(TypedDict):
    items: list[GetAccountInboxAnswerItemsItem]
    next: str | None


class PostAccountInboxMarksAnswer(TypedDict):
    marked: int
    unread: int


class PostAccountInboxMarksBody(TypedDict):
    notices: NotRequired[list[str]]
    read: bool


class GetAccountInboxUnreadAnswer(TypedDict):
    unread: int


class GetAccountNoticesAnswer(TypedDict):
    choices: dict[str, Literal["mail", "daily", "off"]]


PutAccountNoticesAnswer: TypeAlias = "GetAccountNoticesAnswer"


PutAccountNoticesBody: TypeAlias = "GetAccountNoticesAnswer"


class GetAccountPasskeysAnswerPasskeysItem(TypedDict):
    id: str
    name: str
    createdAt: str
    lastUsedAt: str | None


class GetAccountPasskeysAnswer(TypedDict):
    passkeys: list[GetAccountPasskeysAnswerPasskeysItem]


class GetAskAnswersAnswerAnswer(TypedDict):
    id: str
    batch: str
    assignment: str
    use: Literal["work", "check", "training", "exam"]
    arm: str
    step: int
    question: str
    rater: str
    task: str
    response: str | None
    responseB: str | None
    value: str
    at: str


class GetAssignmentsAnswerItem(TypedDict):
    id: str
    state: Literal["reserved", "open", "submitted", "skipped", "expired", "returned", "reopened"]
    position: float
    version: float
    submittedAt: str | None
    leaseUntil: str | None
    title: str


GetAssignmentsAnswer: TypeAlias = "list[GetAssignmentsAnswerItem]"


class GetAssignmentsIdAnswerStage(TypedDict):
    use: Literal["training", "exam"]
    n: float
    of: float
    attempt: float
    attempts: float
    isOver: bool


class GetAssignmentsIdAnswerFeedbackItem(TypedDict):
    about: Literal["value", "preference", "labels"]
    item: str | None
    question: str | None
    given: Literal["yes", "no", "na", "A", "B", "tie"] | float | list[str] | None
    gold: Literal["yes", "no", "na", "A", "B", "tie"] | float | list[str]
    explanation: str
    right: bool


class GetAssignmentsIdAnswerDebriefItem(TypedDict):
    about: Literal["value", "preference", "labels"]
    item: str | None
    shown: Literal["yes", "no", "na", "A", "B", "tie"] | float | list[str] | None
    drafted: Literal["yes", "no", "na", "A", "B", "tie"] | float | list[str] | None
    detected: bool


class GetAssignmentsIdAnswerReopened(TypedDict):
    note: str
    at: str


class GetAssignmentsIdAnswerBatch(TypedDict):
    id: str
    name: str
    state: Literal["draft", "open", "paused", "closed", "archived"]
    sample: bool
    projectArchived: bool
    leaseMinutes: float
    signals: bool


class GetAssignmentsIdAnswerDisclosuresItemTraining(TypedDict):
    about: Literal["training"]
    subjects: int


class GetAssignmentsIdAnswerDisclosuresItemExam(TypedDict):
    about: Literal["exam"]
    afterTraining: bool
    subjects: int
    percent: int
    attempts: int


class GetAssignmentsIdAnswerDisclosuresItemSignals(TypedDict):
    about: Literal["signals"]


class GetAssignmentsIdAnswerDisclosuresItemGold(TypedDict):
    about: Literal["gold"]


class GetAssignmentsIdAnswerDisclosuresItemErrors(TypedDict):
    about: Literal["errors"]
    shownLater: bool


class GetAssignmentsIdAnswerTaskMessagesItem(TypedDict):
    role: str
    content: str


class GetAssignmentsIdAnswerTask(TypedDict):
    instruction: str
    input: str | None
    messages: list[GetAssignmentsIdAnswerTaskMessagesItem] | None
    reference: str | None
    tags: list[str]


class GetAssignmentsIdAnswerResponse(TypedDict):
    text: str


class GetAssignmentsIdAnswerPair(TypedDict):
    a: str
    b: str


GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem = TypedDict(
    "GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem",
    {
        "type": "Literal[\"ask\", \"label\"]",
        "id": "str",
        "is": "str",
    },
)


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemScaleYesno(TypedDict):
    type: Literal["yesno"]
    metadata: NotRequired[Any]


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemScaleYesnona(TypedDict):
    type: Literal["yesnona"]
    metadata: NotRequired[Any]


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemScalePoints(TypedDict):
    type: Literal["points"]
    min: float
    max: float
    labels: NotRequired[dict[str, str]]
    metadata: NotRequired[Any]


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesSpansItem(TypedDict):
    start: float
    end: float


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesNote1MeasuredEvidencePartsItem1(TypedDict):
    code: Literal["count", "asked-eq", "asked-ge", "asked-le", "asked-lt", "asked-gt", "asked-approx", "asked-between", "doubt-script", "doubt-words", "doubt-prose", "doubt-signs", "doubt-running", "doubt-restarts", "doubt-headings", "times", "times-near", "nth-word", "starts", "ends", "no-case", "title", "title-small", "sentence-case", "yaml", "list", "list-none", "code-whole", "code-outside", "code-none", "bold-last", "as-list", "sections", "ps-none", "ps-last", "ps-elsewhere", "pieces", "json-valid", "json-array", "json-object", "json-elements", "json-keys", "letters", "empty", "too-long", "too-many", "parts", "parts-none", "each-holds", "each-open", "option", "option-none", "distinct", "twice", "order", "repeat-opens", "repeat-near", "differs", "loose-asterisks", "loose-first", "loose-last", "loose-both"]
    n: str
    m: str
    text: str
    unit: Literal["word", "sentence", "paragraph", "line", "character", "letter", "bullet", "item", "section", "stanza", "heading", "hashtag", "emoji", "placeholder", "highlight", "question", "question_mark", "exclamation_mark", "comma", "digit", "number", "uppercase_letter", "lowercase_letter", "symbol", "caps_word", "code_block", "bold", "numbered"] | None


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesNote1MeasuredEvidencePartsItem2(TypedDict):
    words: str


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesNote1MeasuredEvidence(TypedDict):
    parts: list[GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesNote1MeasuredEvidencePartsItem1 | GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesNote1MeasuredEvidencePartsItem2]
    counts: str | None
    loose: GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesNote1MeasuredEvidencePartsItem1 | GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesNote1MeasuredEvidencePartsItem2 | None


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesNote1Measured(TypedDict):
    words: str
    evidence: GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesNote1MeasuredEvidence


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesNote1(TypedDict):
    code: Literal["borderline", "inapplicable", "partial", "no-program"]
    measured: GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesNote1Measured | None


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRules(TypedDict):
    spans: list[GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesSpansItem]
    note: GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesNote1 | GetAssignmentsIdAnswerResponse | None
    flags: list[str]
    evidence: list[GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesNote1MeasuredEvidence]


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraft(TypedDict):
    id: str
    by: str
    value: str | float | None
    labels: NotRequired[list[str]]
    isMirrored: NotRequired[Literal[True]]
    lines: list[str]
    first: float
    scoreLine: float | None
    rules: NotRequired[GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRules]


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItem(TypedDict):
    key: str
    rubric: str
    name: str | None
    text: str
    scale: GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemScaleYesno | GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemScaleYesnona | GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemScalePoints
    category: str | None
    draft: GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraft | None
    beside: NotRequired[GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraft]
    span: NotRequired[GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraftRulesSpansItem]
    withheld: NotRequired[Literal[True]]


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemOfferedItem(TypedDict):
    text: str
    start: float
    end: float


class GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItem(TypedDict):
    key: str
    by: str
    isRuleBased: NotRequired[Literal[True]]
    isInstance: NotRequired[Literal[True]]
    items: list[GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItem]
    offered: NotRequired[list[GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemOfferedItem]]
    library: NotRequired[list[str]]


class GetAssignmentsIdAnswerFrameStepsItemRubric(TypedDict):
    type: Literal["rubric"]
    onlyIf: NotRequired[list[GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem]]
    kind: Literal["checklist", "criteria"]
    exposure: Literal["none", "draft-first", "on-request"]
    reasons: NotRequired[Literal["off", "required"]]
    agree: NotRequired[Literal["allowed"]]
    rubrics: list[GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItem]
    withheld: NotRequired[Literal[True]]


class GetAssignmentsIdAnswerFrameStepsItemJudge(TypedDict):
    type: Literal["judge"]
    onlyIf: NotRequired[list[GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem]]
    kind: Literal["checklist", "criteria"]
    exposure: Literal["none", "draft-first", "judge-then-reveal", "on-request", "score-hidden"]
    reasons: NotRequired[Literal["off", "required"]]
    explanations: NotRequired[Literal["optional", "required"]]
    agree: NotRequired[Literal["allowed"]]
    items: list[GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItem]


class GetAssignmentsIdAnswerFrameStepsItemScoreScale(TypedDict):
    type: Literal["points"]
    min: int
    max: int
    labels: NotRequired[dict[str, str]]


class GetAssignmentsIdAnswerFrameStepsItemScore(TypedDict):
    type: Literal["score"]
    onlyIf: NotRequired[list[GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem]]
    question: str
    scale: GetAssignmentsIdAnswerFrameStepsItemScoreScale
    exposure: Literal["none", "draft-first", "judge-then-reveal", "on-request", "score-hidden"]
    opens: Literal["at-once", "when-judged"]
    reasons: NotRequired[Literal["off", "required"]]
    explanations: NotRequired[Literal["optional", "required"]]
    agree: NotRequired[Literal["allowed"]]
    draft: GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraft | None
    withheld: NotRequired[Literal[True]]


class GetAssignmentsIdAnswerFrameStepsItemPrefer(TypedDict):
    type: Literal["prefer"]
    onlyIf: NotRequired[list[GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem]]
    question: str
    form: Literal["five-point", "forced-choice"]
    exposure: Literal["none", "draft-first", "judge-then-reveal", "on-request", "score-hidden"]
    reasons: NotRequired[Literal["off", "required"]]
    explanations: NotRequired[Literal["optional", "required"]]
    agree: NotRequired[Literal["allowed"]]
    draft: GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraft | None
    withheld: NotRequired[Literal[True]]


class GetAssignmentsIdAnswerFrameStepsItemLabelLabelsItem(TypedDict):
    name: str
    hint: NotRequired[str]
    text: NotRequired[str]


class GetAssignmentsIdAnswerFrameStepsItemLabelUnitsItem(TypedDict):
    key: str
    item: str | None
    name: str | None
    text: str | None
    draft: GetAssignmentsIdAnswerFrameStepsItemRubricRubricsItemItemsItemDraft | None
    withheld: NotRequired[Literal[True]]


class GetAssignmentsIdAnswerFrameStepsItemLabel(TypedDict):
    type: Literal["label"]
    onlyIf: NotRequired[list[GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem]]
    id: str
    question: str
    about: Literal["task", "response", "items", "matches"]
    labels: list[GetAssignmentsIdAnswerFrameStepsItemLabelLabelsItem]
    several: bool
    none: bool
    exposure: Literal["none", "draft-first", "judge-then-reveal", "on-request"]
    reasons: NotRequired[Literal["off", "required"]]
    units: list[GetAssignmentsIdAnswerFrameStepsItemLabelUnitsItem]


class GetAssignmentsIdAnswerFrameStepsItemAskOptionsItem(TypedDict):
    value: str
    label: str


class GetAssignmentsIdAnswerFrameStepsItemAsk(TypedDict):
    type: Literal["ask"]
    onlyIf: NotRequired[list[GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem]]
    id: str
    question: str
    form: NotRequired[Literal["several", "number", "text"]]
    options: list[GetAssignmentsIdAnswerFrameStepsItemAskOptionsItem]
    min: NotRequired[float]
    max: NotRequired[float]
    optional: NotRequired[Literal[True]]


class GetAssignmentsIdAnswerFrame(TypedDict):
    steps: list[GetAssignmentsIdAnswerFrameStepsItemRubric | GetAssignmentsIdAnswerFrameStepsItemJudge | GetAssignmentsIdAnswerFrameStepsItemScore | GetAssignmentsIdAnswerFrameStepsItemPrefer | GetAssignmentsIdAnswerFrameStepsItemLabel | GetAssignmentsIdAnswerFrameStepsItemAsk]


class GetAssignmentsIdAnswerOpsItemDecideTarget1(TypedDict):
    item: str


class GetAssignmentsIdAnswerOpsItemDecideTarget2(TypedDict):
    item: str
    line: int


class GetAssignmentsIdAnswerOpsItemDecideScale(TypedDict):
    type: Literal["points"]
    min: int
    max: int
    labels: NotRequired[dict[str, str]]


class GetAssignmentsIdAnswerOpsItemDecideReason(TypedDict):
    code: Literal["wrong-fact", "too-harsh", "too-lenient", "not-required", "duplicate", "ambiguous", "not-verifiable", "other"]
    note: NotRequired[str]


class GetAssignmentsIdAnswerOpsItemDecide(TypedDict):
    op: str
    at: str
    continues: NotRequired[str]
    type: Literal["decide"]
    target: GetAssignmentsIdAnswerOpsItemDecideTarget1 | GetAssignmentsIdAnswerOpsItemDecideTarget2
    action: Literal["accept", "revise", "remove"] | None
    text: NotRequired[str]
    scale: NotRequired[GetAssignmentsIdAnswerOpsItemDecideScale]
    reason: NotRequired[GetAssignmentsIdAnswerOpsItemDecideReason]


class GetAssignmentsIdAnswerOpsItemAddTarget1(TypedDict):
    rubric: str


class GetAssignmentsIdAnswerOpsItemAddTarget2(TypedDict):
    item: str
    lines: Literal[True]


class GetAssignmentsIdAnswerOpsItemAddScale1(TypedDict):
    type: Literal["yesno", "yesnona"]


GetAssignmentsIdAnswerOpsItemAdd = TypedDict(
    "GetAssignmentsIdAnswerOpsItemAdd",
    {
        "op": "str",
        "at": "str",
        "continues": "NotRequired[str]",
        "type": "Literal[\"add\"]",
        "target": "GetAssignmentsIdAnswerOpsItemAddTarget1 | GetAssignmentsIdAnswerOpsItemAddTarget2",
        "as": "str",
        "text": "str",
        "offered": "NotRequired[str]",
        "scale": "NotRequired[GetAssignmentsIdAnswerOpsItemAddScale1 | GetAssignmentsIdAnswerOpsItemDecideScale]",
    },
)


class GetAssignmentsIdAnswerOpsItemAnswer(TypedDict):
    op: str
    at: str
    type: Literal["answer"]
    item: str
    value: Literal["yes", "no", "na"] | float | None


class GetAssignmentsIdAnswerOpsItemScore(TypedDict):
    op: str
    at: str
    type: Literal["score"]
    value: float | None


class GetAssignmentsIdAnswerOpsItemPrefer(TypedDict):
    op: str
    at: str
    type: Literal["prefer"]
    value: Literal["A", "B"] | int | None


class GetAssignmentsIdAnswerOpsItemLabel(TypedDict):
    op: str
    at: str
    type: Literal["label"]
    question: str
    item: NotRequired[str]
    labels: list[str] | None


class GetAssignmentsIdAnswerOpsItemWhy(TypedDict):
    op: str
    at: str
    continues: NotRequired[str]
    type: Literal["why"]
    item: str
    reason: GetAssignmentsIdAnswerOpsItemDecideReason | None


class GetAssignmentsIdAnswerOpsItemAsk(TypedDict):
    op: str
    at: str
    continues: NotRequired[str]
    type: Literal["ask"]
    question: str
    value: str | float | list[str] | None


class GetAssignmentsIdAnswerOpsItemReveal(TypedDict):
    op: str
    at: str
    type: Literal["reveal"]
    step: int
    item: NotRequired[str]


class GetAssignmentsIdAnswerOpsItemAgree(TypedDict):
    op: str
    at: str
    type: Literal["agree"]
    step: int
    item: NotRequired[str]
    targets: list[GetAssignmentsIdAnswerOpsItemDecideTarget1 | GetAssignmentsIdAnswerOpsItemDecideTarget2]
    value: NotRequired[Literal["yes", "no", "na", "A", "B"] | float]


class GetAssignmentsIdAnswerOpsItemNote(TypedDict):
    op: str
    at: str
    continues: NotRequired[str]
    type: Literal["note"]
    text: str


class GetAssignmentsIdAnswerOpsItemFlag(TypedDict):
    op: str
    at: str
    type: Literal["flag"]
    code: str
    on: bool
    note: NotRequired[str]


class GetAssignmentsIdAnswerOpsItemTimeSpentItem(TypedDict):
    on: str
    activeMs: int
    idleMs: int


class GetAssignmentsIdAnswerOpsItemTimeSignals(TypedDict):
    pastes: int
    pastedCharacters: int
    timesAway: int
    awayMs: int


class GetAssignmentsIdAnswerOpsItemTime(TypedDict):
    op: str
    at: str
    type: Literal["time"]
    spent: list[GetAssignmentsIdAnswerOpsItemTimeSpentItem]
    signals: NotRequired[GetAssignmentsIdAnswerOpsItemTimeSignals]


class GetAssignmentsIdAnswerOpsItemUndo(TypedDict):
    op: str
    at: str
    type: Literal["undo"]
    of: str


class GetAssignmentsIdAnswer(TypedDict):
    id: str
    state: Literal["reserved", "open", "submitted", "skipped", "expired", "returned", "reopened"]
    position: float
    lease: str | None
    leaseUntil: str | None
    submittedAt: str | None
    undoUntil: str | None
    skipReason: str | None
    mayTakeBack: bool
    stage: NotRequired[GetAssignmentsIdAnswerStage]
    feedback: NotRequired[list[GetAssignmentsIdAnswerFeedbackItem]]
    debrief: NotRequired[list[GetAssignmentsIdAnswerDebriefItem]]
    reopened: GetAssignmentsIdAnswerReopened | None
    batch: GetAssignmentsIdAnswerBatch
    guidelines: str
    disclosures: list[GetAssignmentsIdAnswerDisclosuresItemTraining | GetAssignmentsIdAnswerDisclosuresItemExam | GetAssignmentsIdAnswerDisclosuresItemSignals | GetAssignmentsIdAnswerDisclosuresItemGold | GetAssignmentsIdAnswerDisclosuresItemErrors]
    task: GetAssignmentsIdAnswerTask
    response: GetAssignmentsIdAnswerResponse | None
    pair: GetAssignmentsIdAnswerPair | None
    prepared: NotRequired[dict[str, str | None]]
    frame: GetAssignmentsIdAnswerFrame
    version: float
    savedAt: str | None
    ops: list[GetAssignmentsIdAnswerOpsItemDecide | GetAssignmentsIdAnswerOpsItemAdd | GetAssignmentsIdAnswerOpsItemAnswer | GetAssignmentsIdAnswerOpsItemScore | GetAssignmentsIdAnswerOpsItemPrefer | GetAssignmentsIdAnswerOpsItemLabel | GetAssignmentsIdAnswerOpsItemWhy | GetAssignmentsIdAnswerOpsItemAsk | GetAssignmentsIdAnswerOpsItemReveal | GetAssignmentsIdAnswerOpsItemAgree | GetAssignmentsIdAnswerOpsItemNote | GetAssignmentsIdAnswerOpsItemFlag | GetAssignmentsIdAnswerOpsItemTime | GetAssignmentsIdAnswerOpsItemUndo]


class PostAssignmentsIdHeartbeatAnswer(TypedDict):
    leaseUntil: str


class PostAssignmentsIdHeartbeatBody(TypedDict):
    lease: str


class PostAssignmentsIdOpsAnswer(TypedDict):
    version: float
    savedAt: str
    leaseUntil: str | None
    merged: list[GetAssignmentsIdAnswerOpsItemDecide | GetAssignmentsIdAnswerOpsItemAdd | GetAssignmentsIdAnswerOpsItemAnswer | GetAssignmentsIdAnswerOpsItemScore | GetAssignmentsIdAnswerOpsItemPrefer | GetAssignmentsIdAnswerOpsItemLabel | GetAssignmentsIdAnswerOpsItemWhy | GetAssignmentsIdAnswerOpsItemAsk | GetAssignmentsIdAnswerOpsItemReveal | GetAssignmentsIdAnswerOpsItemAgree | GetAssignmentsIdAnswerOpsItemNote | GetAssignmentsIdAnswerOpsItemFlag | GetAssignmentsIdAnswerOpsItemTime | GetAssignmentsIdAnswerOpsItemUndo]
    revealed: NotRequired[GetAssignmentsIdAnswerFrame]


class PostAssignmentsIdOpsBody(TypedDict):
    lease: str
    base: int
    ops: list[GetAssignmentsIdAnswerOpsItemDecide | GetAssignmentsIdAnswerOpsItemAdd | GetAssignmentsIdAnswerOpsItemAnswer | GetAssignmentsIdAnswerOpsItemScore | GetAssignmentsIdAnswerOpsItemPrefer | GetAssignmentsIdAnswerOpsItemLabel | GetAssignmentsIdAnswerOpsItemWhy | GetAssignmentsIdAnswerOpsItemAsk | GetAssignmentsIdAnswerOpsItemReveal | GetAssignmentsIdAnswerOpsItemAgree | GetAssignmentsIdAnswerOpsItemNote | GetAssignmentsIdAnswerOpsItemFlag | GetAssignmentsIdAnswerOpsItemTime | GetAssignmentsIdAnswerOpsItemUndo]


class PostAssignmentsIdQuestionAnswer(TypedDict):
    id: str


class PostAssignmentsIdQuestionBody(TypedDict):
    text: str


PostAssignmentsIdQuestionSeenAnswer: TypeAlias = "dict[str, Any]"


class PostAssignmentsIdReleaseAnswer(TypedDict):
    state: Literal["reserved", "open", "submitted", "skipped", "expired", "returned", "reopened"]


DeleteAssignmentsIdReopenAnswer: TypeAlias = "PostAssignmentsIdReleaseAnswer"


PostAssignmentsIdReopenAnswer: TypeAlias = "PostAssignmentsIdReleaseAnswer"


class PostAssignmentsIdReopenBody(TypedDict):
    note: str


class PostAssignmentsIdSkipAnswer(TypedDict):
    state: Literal["skipped"]


class PostAssignmentsIdSkipBody(TypedDict):
    lease: str
    reason: str


class PostAssignmentsIdSubmitAnswer(TypedDict):
    state: Literal["submitted"]
    submittedAt: str
    undoUntil: str
    feedback: NotRequired[Literal[True]]
    result: NotRequired[Literal[True]]


class PostAssignmentsIdSubmitBody(TypedDict):
    lease: str
    base: NotRequired[int]
    language: NotRequired[Literal["en", "de", "es", "zh", "ar"]]


class DeleteAssignmentsIdUndoSubmitAnswer(TypedDict):
    state: Literal["submitted"]


class PostAssignmentsIdUndoSubmitAnswer(TypedDict):
    state: Literal["open"]
    lease: str
    leaseUntil: str
    version: int


class PostBatchesAnswer(TypedDict):
    id: str
    revision: int


PostBatchesBodyArmsItemStepsItemRubricRubricRun = TypedDict(
    "PostBatchesBodyArmsItemStepsItemRubricRubricRun",
    {
        "from": "Literal[\"run\"]",
        "run": "str",
    },
)


PostBatchesBodyArmsItemStepsItemRubricRubricMethod = TypedDict(
    "PostBatchesBodyArmsItemStepsItemRubricRubricMethod",
    {
        "from": "Literal[\"method\"]",
        "method": "str | None",
        "model": "str | None",
        "condition": "str | None",
    },
)


PostBatchesBodyArmsItemStepsItemRubricRubricRules = TypedDict(
    "PostBatchesBodyArmsItemStepsItemRubricRubricRules",
    {
        "from": "Literal[\"rules\"]",
    },
)


PostBatchesBodyArmsItemStepsItemRubricRubricImported = TypedDict(
    "PostBatchesBodyArmsItemStepsItemRubricRubricImported",
    {
        "from": "Literal[\"imported\"]",
        "origin": "str | None",
        "method": "str | None",
        "model": "str | None",
    },
)


PostBatchesBodyArmsItemStepsItemRubricRubricReviewed = TypedDict(
    "PostBatchesBodyArmsItemStepsItemRubricRubricReviewed",
    {
        "from": "Literal[\"reviewed\"]",
        "batch": "str",
    },
)


PostBatchesBodyArmsItemStepsItemRubricRubricPeople = TypedDict(
    "PostBatchesBodyArmsItemStepsItemRubricRubricPeople",
    {
        "from": "Literal[\"people\"]",
    },
)


class PostBatchesBodyArmsItemStepsItemRubric(TypedDict):
    type: Literal["rubric"]
    kind: Literal["checklist", "criteria"]
    exposure: Literal["none", "draft-first", "on-request"]
    reasons: NotRequired[Literal["off", "required"]]
    agree: NotRequired[Literal["allowed"]]
    library: NotRequired[Literal["offered"]]
    drafter: NotRequired[Literal["hidden", "shown"]]
    rubric: NotRequired[PostBatchesBodyArmsItemStepsItemRubricRubricRun | PostBatchesBodyArmsItemStepsItemRubricRubricMethod | PostBatchesBodyArmsItemStepsItemRubricRubricRules | PostBatchesBodyArmsItemStepsItemRubricRubricImported | PostBatchesBodyArmsItemStepsItemRubricRubricReviewed | PostBatchesBodyArmsItemStepsItemRubricRubricPeople]
    reference: NotRequired[Literal["hidden"]]
    onlyIf: NotRequired[list[GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem]]


PostBatchesBodyArmsItemStepsItemJudgeDraftsImported = TypedDict(
    "PostBatchesBodyArmsItemStepsItemJudgeDraftsImported",
    {
        "from": "Literal[\"imported\"]",
        "method": "str | None",
        "model": "str",
        "condition": "str | None",
    },
)


class PostBatchesBodyArmsItemStepsItemJudge(TypedDict):
    type: Literal["judge"]
    kind: Literal["checklist", "criteria"]
    exposure: Literal["none", "draft-first", "judge-then-reveal", "on-request", "score-hidden"]
    reasons: NotRequired[Literal["off", "required"]]
    explanations: NotRequired[Literal["optional", "required"]]
    agree: NotRequired[Literal["allowed"]]
    rubric: NotRequired[PostBatchesBodyArmsItemStepsItemRubricRubricRun | PostBatchesBodyArmsItemStepsItemRubricRubricMethod | PostBatchesBodyArmsItemStepsItemRubricRubricRules | PostBatchesBodyArmsItemStepsItemRubricRubricImported | PostBatchesBodyArmsItemStepsItemRubricRubricReviewed | PostBatchesBodyArmsItemStepsItemRubricRubricPeople]
    drafter: NotRequired[Literal["hidden", "shown"]]
    drafts: NotRequired[PostBatchesBodyArmsItemStepsItemRubricRubricRun | PostBatchesBodyArmsItemStepsItemRubricRubricMethod | PostBatchesBodyArmsItemStepsItemRubricRubricRules | PostBatchesBodyArmsItemStepsItemJudgeDraftsImported]
    reference: NotRequired[Literal["hidden"]]
    onlyIf: NotRequired[list[GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem]]


class PostBatchesBodyArmsItemStepsItemScore(TypedDict):
    type: Literal["score"]
    question: str
    scale: GetAssignmentsIdAnswerFrameStepsItemScoreScale
    exposure: Literal["none", "draft-first", "judge-then-reveal", "on-request", "score-hidden"]
    opens: Literal["at-once", "when-judged"]
    reasons: NotRequired[Literal["off", "required"]]
    explanations: NotRequired[Literal["optional", "required"]]
    agree: NotRequired[Literal["allowed"]]
    drafter: NotRequired[Literal["hidden", "shown"]]
    drafts: NotRequired[PostBatchesBodyArmsItemStepsItemRubricRubricRun | PostBatchesBodyArmsItemStepsItemRubricRubricMethod | PostBatchesBodyArmsItemStepsItemRubricRubricRules | PostBatchesBodyArmsItemStepsItemJudgeDraftsImported]
    reference: NotRequired[Literal["hidden"]]
    onlyIf: NotRequired[list[GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem]]


class PostBatchesBodyArmsItemStepsItemPrefer(TypedDict):
    type: Literal["prefer"]
    question: str
    form: Literal["five-point", "forced-choice"]
    sides: Literal["random", "fixed"]
    exposure: Literal["none", "draft-first", "judge-then-reveal", "on-request", "score-hidden"]
    reasons: NotRequired[Literal["off", "required"]]
    explanations: NotRequired[Literal["optional", "required"]]
    agree: NotRequired[Literal["allowed"]]
    drafter: NotRequired[Literal["hidden", "shown"]]
    drafts: NotRequired[PostBatchesBodyArmsItemStepsItemRubricRubricRun | PostBatchesBodyArmsItemStepsItemRubricRubricMethod | PostBatchesBodyArmsItemStepsItemRubricRubricRules | PostBatchesBodyArmsItemStepsItemJudgeDraftsImported]
    reference: NotRequired[Literal["hidden"]]
    onlyIf: NotRequired[list[GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem]]


class PostBatchesBodyArmsItemStepsItemLabelLabelsItem(TypedDict):
    name: str
    hint: NotRequired[str]


class PostBatchesBodyArmsItemStepsItemLabel(TypedDict):
    type: Literal["label"]
    id: str
    question: str
    about: Literal["task", "response", "items", "matches"]
    kind: NotRequired[Literal["checklist", "criteria"]]
    labels: list[PostBatchesBodyArmsItemStepsItemLabelLabelsItem]
    several: bool
    none: bool
    exposure: Literal["none", "draft-first", "judge-then-reveal", "on-request"]
    reasons: NotRequired[Literal["off", "required"]]
    rubric: NotRequired[PostBatchesBodyArmsItemStepsItemRubricRubricRun | PostBatchesBodyArmsItemStepsItemRubricRubricMethod | PostBatchesBodyArmsItemStepsItemRubricRubricRules | PostBatchesBodyArmsItemStepsItemRubricRubricImported | PostBatchesBodyArmsItemStepsItemRubricRubricReviewed | PostBatchesBodyArmsItemStepsItemRubricRubricPeople]
    against: NotRequired[PostBatchesBodyArmsItemStepsItemRubricRubricRun | PostBatchesBodyArmsItemStepsItemRubricRubricMethod | PostBatchesBodyArmsItemStepsItemRubricRubricRules | PostBatchesBodyArmsItemStepsItemRubricRubricImported | PostBatchesBodyArmsItemStepsItemRubricRubricReviewed | PostBatchesBodyArmsItemStepsItemRubricRubricPeople]
    drafter: NotRequired[Literal["hidden", "shown"]]
    drafts: NotRequired[PostBatchesBodyArmsItemStepsItemRubricRubricRun | PostBatchesBodyArmsItemStepsItemRubricRubricMethod | PostBatchesBodyArmsItemStepsItemRubricRubricRules | PostBatchesBodyArmsItemStepsItemJudgeDraftsImported]
    reference: NotRequired[Literal["hidden"]]
    onlyIf: NotRequired[list[GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem]]


class PostBatchesBodyArmsItemStepsItemAsk(TypedDict):
    type: Literal["ask"]
    id: str
    question: str
    form: NotRequired[Literal["several", "number", "text"]]
    options: list[GetAssignmentsIdAnswerFrameStepsItemAskOptionsItem]
    min: NotRequired[float]
    max: NotRequired[float]
    optional: NotRequired[Literal[True]]
    onlyIf: NotRequired[list[GetAssignmentsIdAnswerFrameStepsItemRubricOnlyIfItem]]


class PostBatchesBodyArmsItem(TypedDict):
    name: str
    k: int
    steps: list[PostBatchesBodyArmsItemStepsItemRubric | PostBatchesBodyArmsItemStepsItemJudge | PostBatchesBodyArmsItemStepsItemScore | PostBatchesBodyArmsItemStepsItemPrefer | PostBatchesBodyArmsItemStepsItemLabel | PostBatchesBodyArmsItemStepsItemAsk] | None
    exposure: Literal["none", "draft-first", "judge-then-reveal", "on-request", "score-hidden"] | None


class PostBatchesBodySelectionFilter(TypedDict):
    q: NotRequired[str]
    tag: NotRequired[list[str]]
    tags: NotRequired[Literal["any", "all"]]
    meta: NotRequired[list[str]]
    responseMeta: NotRequired[list[str]]
    model: NotRequired[list[str]]
    least: NotRequired[int]
    most: NotRequired[int]
    has: NotRequired[list[Literal["checklist", "criteria", "drafts"]]]
    status: NotRequired[Literal["untouched", "batch", "judged"]]


class PostBatchesBodySelectionSample(TypedDict):
    size: int
    by: Literal["everything", "tag", "model", "uncertainty", "disagreement"]


class PostBatchesBodySelection(TypedDict):
    filter: PostBatchesBodySelectionFilter
    sample: PostBatchesBodySelectionSample | None
    pairs: NotRequired[Literal["all", "given"]]


class PostBatchesBodyQualityReserve(TypedDict):
    share: float
    k: int


class PostBatchesBodyQualityOverlap(TypedDict):
    most: int
    points: NotRequired[int]


class PostBatchesBodyQualityGold(TypedDict):
    share: float
    feedback: bool


class PostBatchesBodyQualityPlanted(TypedDict):
    share: float
    debrief: bool


class PostBatchesBodyQualityTraining(TypedDict):
    subjects: int


PostBatchesBodyQualityExam = TypedDict(
    "PostBatchesBodyQualityExam",
    {
        "subjects": "int",
        "pass": "int",
        "within": "int",
        "attempts": "int",
        "reveal": "bool",
    },
)


class PostBatchesBodyQuality(TypedDict):
    reserve: NotRequired[PostBatchesBodyQualityReserve | None]
    overlap: NotRequired[PostBatchesBodyQualityOverlap | None]
    gold: NotRequired[PostBatchesBodyQualityGold | None]
    planted: NotRequired[PostBatchesBodyQualityPlanted | None]
    training: NotRequired[PostBatchesBodyQualityTraining | None]
    exam: NotRequired[PostBatchesBodyQualityExam | None]
    askAgain: NotRequired[bool]
    disclosed: NotRequired[bool]
    reopening: NotRequired[bool]
    signals: NotRequired[bool]


class PostBatchesBodyIntake(TypedDict):
    limit: int
    rate: NotRequired[float]
    perDay: NotRequired[int | None]


class PostBatchesBody(TypedDict):
    project: str
    name: str
    dataset: str
    preset: Literal["criteria-review", "checklist-review", "criterion-scoring", "checklist-answering", "check-then-score", "direct-scoring", "preference", "forced-choice", "item-labelling", "checklist-writing", "full-review", "curation", "queue"]
    arms: list[PostBatchesBodyArmsItem]
    selection: NotRequired[PostBatchesBodySelection]
    seed: NotRequired[int]
    subjectOrder: NotRequired[Literal["fixed", "random"]]
    itemOrder: NotRequired[Literal["fixed", "random"]]
    annotators: NotRequired[list[str]]
    joinLater: NotRequired[bool]
    guidelines: NotRequired[str]
    mustRead: NotRequired[bool]
    quality: NotRequired[PostBatchesBodyQuality]
    leaseMinutes: NotRequired[int]
    dueAt: NotRequired[str | None]
    intake: NotRequired[PostBatchesBodyIntake | None]


DeleteBatchesIdAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class GetBatchesIdAnswerQualityOverlap(TypedDict):
    most: int
    points: int


class GetBatchesIdAnswerQuality(TypedDict):
    reserve: PostBatchesBodyQualityReserve | None
    overlap: GetBatchesIdAnswerQualityOverlap | None
    gold: PostBatchesBodyQualityGold | None
    planted: PostBatchesBodyQualityPlanted | None
    training: PostBatchesBodyQualityTraining | None
    exam: PostBatchesBodyQualityExam | None
    askAgain: bool
    disclosed: bool
    reopening: bool
    signals: bool


class GetBatchesIdAnswerIntake(TypedDict):
    limit: int
    rate: float
    perDay: int | None


class GetBatchesIdAnswerArmsItemProtocol(TypedDict):
    steps: list[PostBatchesBodyArmsItemStepsItemRubric | PostBatchesBodyArmsItemStepsItemJudge | PostBatchesBodyArmsItemStepsItemScore | PostBatchesBodyArmsItemStepsItemPrefer | PostBatchesBodyArmsItemStepsItemLabel | PostBatchesBodyArmsItemStepsItemAsk]


class GetBatchesIdAnswerArmsItem(TypedDict):
    id: str
    name: str
    k: int
    reserved: bool
    protocol: GetBatchesIdAnswerArmsItemProtocol
    design: PostBatchesBodyArmsItem


class GetBatchesIdAnswerGuidelines(TypedDict):
    version: int
    text: str


class GetBatchesIdAnswer(TypedDict):
    id: str
    projectId: str
    dataset: GetAccountInboxAnswerItemsItemProject
    name: str
    sample: bool
    state: Literal["draft", "open", "paused", "closed", "archived"]
    preset: Literal["criteria-review", "checklist-review", "criterion-scoring", "checklist-answering", "check-then-score", "direct-scoring", "preference", "forced-choice", "item-labelling", "checklist-writing", "full-review", "curation", "queue"]
    selection: PostBatchesBodySelection
    chosen: int
    seed: int
    subjectOrder: Literal["fixed", "random"]
    itemOrder: Literal["fixed", "random"]
    joinLater: bool
    mustRead: bool
    quality: GetBatchesIdAnswerQuality
    revision: int
    leaseMinutes: int
    dueAt: str | None
    intake: GetBatchesIdAnswerIntake | None
    createdAt: str
    openedAt: str | None
    closedAt: str | None
    arms: list[GetBatchesIdAnswerArmsItem]
    guidelines: GetBatchesIdAnswerGuidelines
    annotators: list[str]


PatchBatchesIdAnswer: TypeAlias = "PostBatchesAnswer"


class PatchBatchesIdBodyQuality(TypedDict):
    reserve: NotRequired[PostBatchesBodyQualityReserve | None]
    overlap: NotRequired[PostBatchesBodyQualityOverlap | None]
    gold: NotRequired[PostBatchesBodyQualityGold | None]
    planted: NotRequired[PostBatchesBodyQualityPlanted | None]
    training: NotRequired[PostBatchesBodyQualityTraining | None]
    exam: NotRequired[PostBatchesBodyQualityExam | None]
    askAgain: NotRequired[bool]
    disclosed: NotRequired[bool]
    reopening: NotRequired[bool]
    signals: NotRequired[bool]


class PatchBatchesIdBody(TypedDict):
    name: NotRequired[str]
    dataset: NotRequired[str]
    preset: NotRequired[Literal["criteria-review", "checklist-review", "criterion-scoring", "checklist-answering", "check-then-score", "direct-scoring", "preference", "forced-choice", "item-labelling", "checklist-writing", "full-review", "curation", "queue"]]
    arms: NotRequired[list[PostBatchesBodyArmsItem]]
    selection: NotRequired[PostBatchesBodySelection]
    seed: NotRequired[int]
    subjectOrder: NotRequired[Literal["fixed", "random"]]
    itemOrder: NotRequired[Literal["fixed", "random"]]
    annotators: NotRequired[list[str]]
    joinLater: NotRequired[bool]
    guidelines: NotRequired[str]
    mustRead: NotRequired[bool]
    quality: NotRequired[PatchBatchesIdBodyQuality]
    leaseMinutes: NotRequired[int]
    dueAt: NotRequired[str | None]
    intake: NotRequired[PostBatchesBodyIntake | None]
    revision: NotRequired[int]


class GetBatchesIdAdjudicationAnswer(TypedDict):
    units: float
    compared: float
    cases: float
    reasons: dict[str, float]


class PostBatchesIdAdjudicationAnswer(TypedDict):
    cases: int
    joined: int
    left: int


class PostBatchesIdAdjudicationBodyRule(TypedDict):
    below: float | None
    tolerance: int
    tied: bool
    flagged: bool


class PostBatchesIdAdjudicationBody(TypedDict):
    rule: PostBatchesIdAdjudicationBodyRule
    adjudicators: list[str]


class PostBatchesIdAdjudicationCaseAnswer(TypedDict):
    rulings: int


class PostBatchesIdAdjudicationCaseBody(TypedDict):
    value: Literal["yes", "no", "na", "A", "B", "tie"] | float | list[str] | None
    note: NotRequired[str]
    after: int


PostBatchesIdAdjudicationCaseCommentsAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class PostBatchesIdAdjudicationCaseCommentsBody(TypedDict):
    text: str


class PutBatchesIdAdjudicationDiscussionAnswer(TypedDict):
    open: bool


PutBatchesIdAdjudicationDiscussionBody: TypeAlias = "PutBatchesIdAdjudicationDiscussionAnswer"


class PostBatchesIdAdjudicationSharesAnswer(TypedDict):
    shared: int


class PostBatchesIdAdjudicationSharesBody(TypedDict):
    among: list[str]
    anew: bool


class DeleteBatchesIdAheadAnswer(TypedDict):
    left: int


class PostBatchesIdAheadAnswer(TypedDict):
    assignments: list[str]


class PostBatchesIdAheadBody(TypedDict):
    page: str
    again: NotRequired[list[str]]


class PostBatchesIdAnnotatorsAnswer(TypedDict):
    added: int


class PostBatchesIdAnnotatorsBody(TypedDict):
    annotators: list[str]


class DeleteBatchesIdAnnotatorsMembershipAnswer(TypedDict):
    removed: bool
    returned: int
    stand: int


class PostBatchesIdAnnotatorsMembershipQualificationAnswer(TypedDict):
    granted: Literal["attempt", "admission"]


class PostBatchesIdAnnotatorsMembershipQualificationBody(TypedDict):
    grant: Literal["attempt", "admission"]
    note: str


class GetBatchesIdAnswersAnswerQuestionsItemMessagesItem(TypedDict):
    fromAnnotator: bool
    text: str
    at: str


class GetBatchesIdAnswersAnswerQuestionsItem(TypedDict):
    id: str
    assignment: str
    position: float
    title: str
    waiting: bool
    unread: bool
    messages: list[GetBatchesIdAnswersAnswerQuestionsItemMessagesItem]


class GetBatchesIdAnswersAnswerPublishedItem(TypedDict):
    id: str
    question: str
    answer: str
    publishedAt: str


class GetBatchesIdAnswersAnswer(TypedDict):
    questions: list[GetBatchesIdAnswersAnswerQuestionsItem]
    published: list[GetBatchesIdAnswersAnswerPublishedItem]


class PostBatchesIdArchiveAnswer(TypedDict):
    state: Literal["draft", "open", "paused", "closed", "archived"]
    returned: int
    stand: int


class GetBatchesIdAskAnswersAnswer(TypedDict):
    items: list[GetAskAnswersAnswerAnswer]
    next: str | None


class GetBatchesIdAssignmentsAnswerItemsItem(TypedDict):
    id: str
    batch: str
    subject: str
    task: str
    response: str | None
    responseB: str | None
    arm: str
    use: Literal["work", "check", "training", "exam"]
    replicate: int | None
    rater: str
    state: Literal["reserved", "open", "submitted", "skipped", "expired", "returned", "reopened"]
    position: int
    guidelinesVersion: int
    openedAt: str | None
    submittedAt: str | None
    reopenedAt: str | None
    skippedAt: str | None
    skipReason: str | None
    activeMs: float | None
    signals: GetAssignmentsIdAnswerOpsItemTimeSignals | None
    language: Literal["en", "de", "es", "zh", "ar"] | None
    createdAt: str


class GetBatchesIdAssignmentsAnswer(TypedDict):
    items: list[GetBatchesIdAssignmentsAnswerItemsItem]
    next: str | None


GetBatchesIdAssignmentsAssignmentAnswer: TypeAlias = "GetBatchesIdAssignmentsAnswerItemsItem"


class GetBatchesIdAssignmentsAssignmentOperationsAnswerItemsItem(TypedDict):
    id: str
    assignment: str
    seq: int
    type: str
    payload: dict[str, Any]
    clientAt: str
    recordedAt: str


class GetBatchesIdAssignmentsAssignmentOperationsAnswer(TypedDict):
    items: list[GetBatchesIdAssignmentsAssignmentOperationsAnswerItemsItem]
    next: str | None


class PostBatchesIdClaimAnswerClaimedAssignment(TypedDict):
    id: str
    lease: str
    leaseUntil: str
    position: int


class PostBatchesIdClaimAnswerClaimed(TypedDict):
    status: Literal["claimed"]
    assignment: PostBatchesIdClaimAnswerClaimedAssignment


class PostBatchesIdClaimAnswerNone(TypedDict):
    status: Literal["none"]
    later: bool


PostBatchesIdClaimAnswer: TypeAlias = "PostBatchesIdClaimAnswerClaimed | PostBatchesIdClaimAnswerNone"


PostBatchesIdCloseAnswer: TypeAlias = "PostBatchesIdArchiveAnswer"


class PostBatchesIdConsensusAnswer(TypedDict):
    made: int
    open: int


class PostBatchesIdConsensusBodyHandItemsItemKeep(TypedDict):
    do: Literal["keep"]
    item: str


class PostBatchesIdConsensusBodyHandItemsItemTake(TypedDict):
    do: Literal["take"]
    item: str
    decision: str


class PostBatchesIdConsensusBodyHandItemsItemWrite(TypedDict):
    do: Literal["write"]
    item: str
    text: str
    scale: NotRequired[GetAssignmentsIdAnswerFrameStepsItemScoreScale]


class PostBatchesIdConsensusBodyHandItemsItemDrop(TypedDict):
    do: Literal["drop"]
    item: str


class PostBatchesIdConsensusBodyHandAdditionsItem(TypedDict):
    addition: str
    text: str | None


class PostBatchesIdConsensusBodyHand(TypedDict):
    by: Literal["hand"]
    rubric: str
    latest: int
    list: NotRequired[str]
    items: list[PostBatchesIdConsensusBodyHandItemsItemKeep | PostBatchesIdConsensusBodyHandItemsItemTake | PostBatchesIdConsensusBodyHandItemsItemWrite | PostBatchesIdConsensusBodyHandItemsItemDrop]
    additions: list[PostBatchesIdConsensusBodyHandAdditionsItem]


class PostBatchesIdConsensusBodyMajority(TypedDict):
    by: Literal["majority"]
    dataVersion: int


PostBatchesIdConsensusBody: TypeAlias = "PostBatchesIdConsensusBodyHand | PostBatchesIdConsensusBodyMajority"


class GetBatchesIdDecisionsAnswerItemsItem(TypedDict):
    id: str
    key: str | None
    dataset: str
    batch: str | None
    assignment: str | None
    arm: str | None
    step: int | None
    rater: str
    raterKind: Literal["human", "llm", "rules", "gold", "adjudicator"]
    exposure: Literal["none", "draft-first", "judge-then-reveal", "on-request", "score-hidden"] | None
    counts: bool
    action: Literal["accept", "revise", "remove", "add"]
    text: str | None
    reasonCode: str | None
    reasonNote: str | None
    bulk: bool
    at: str | None
    rubric: str | None
    item: str | None
    itemKey: str | None
    scale: dict[str, Any] | None
    judgement: str | None
    draft: str | None
    line: int | None
    draftText: str | None


class GetBatchesIdDecisionsAnswer(TypedDict):
    items: list[GetBatchesIdDecisionsAnswerItemsItem]
    next: str | None


class GetBatchesIdFlagsAnswerItemsItem(TypedDict):
    id: str
    batch: str
    assignment: str
    rater: str
    task: str
    code: str
    note: str
    raisedAt: str
    withdrawnAt: str | None
    resolvedAt: str | None
    resolution: str | None


class GetBatchesIdFlagsAnswer(TypedDict):
    items: list[GetBatchesIdFlagsAnswerItemsItem]
    next: str | None


PostBatchesIdFollowersAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class PostBatchesIdFollowersBody(TypedDict):
    purpose: Literal["score", "judge-again"]
    kind: Literal["checklist", "criteria"]


class GetBatchesIdGoldAnswersAnswerItemsItem(TypedDict):
    batch: str
    assignment: str
    rater: str
    task: str
    use: Literal["work", "check", "training", "exam"]
    position: int
    about: Literal["value", "labels", "preference"]
    item: str | None
    itemVersion: str | None
    question: str | None
    given: Literal["yes", "no", "na", "A", "B", "tie"] | float | list[str] | None
    gold: Literal["yes", "no", "na", "A", "B", "tie"] | float | list[str]
    explanation: str
    right: bool


class GetBatchesIdGoldAnswersAnswer(TypedDict):
    items: list[GetBatchesIdGoldAnswersAnswerItemsItem]
    next: str | None


class GetBatchesIdGuidelinesAnswerBefore(TypedDict):
    version: float
    text: str


class GetBatchesIdGuidelinesAnswer(TypedDict):
    batch: str
    version: float
    text: str
    disclosures: list[GetAssignmentsIdAnswerDisclosuresItemTraining | GetAssignmentsIdAnswerDisclosuresItemExam | GetAssignmentsIdAnswerDisclosuresItemSignals | GetAssignmentsIdAnswerDisclosuresItemGold | GetAssignmentsIdAnswerDisclosuresItemErrors]
    mustRead: bool
    readAt: str | None
    before: GetBatchesIdGuidelinesAnswerBefore | None


class PostBatchesIdGuidelinesAnswer(TypedDict):
    version: int


class PostBatchesIdGuidelinesBody(TypedDict):
    read: int
    language: NotRequired[Literal["en", "de", "es", "zh", "ar"]]


class GetBatchesIdGuidelinesVersionsAnswerItemsItemReadersItem(TypedDict):
    rater: str
    at: str
    language: Literal["en", "de", "es", "zh", "ar"] | None


class GetBatchesIdGuidelinesVersionsAnswerItemsItem(TypedDict):
    id: str
    batch: str
    version: int
    text: str
    createdAt: str
    readers: list[GetBatchesIdGuidelinesVersionsAnswerItemsItemReadersItem]


class GetBatchesIdGuidelinesVersionsAnswer(TypedDict):
    items: list[GetBatchesIdGuidelinesVersionsAnswerItemsItem]
    next: str | None


class DeleteBatchesIdIntakeAnswerIntake(TypedDict):
    limit: int
    rate: float
    perDay: int | None
    startedAt: str
    tookAt: str | None
    subjects: int
    taken: int
    takenToday: int
    waiting: int
    waitsUntil: str | None


class DeleteBatchesIdIntakeAnswer(TypedDict):
    intake: DeleteBatchesIdIntakeAnswerIntake | None


GetBatchesIdIntakeAnswer: TypeAlias = "DeleteBatchesIdIntakeAnswer"


PutBatchesIdIntakeAnswer: TypeAlias = "DeleteBatchesIdIntakeAnswer"


PutBatchesIdIntakeBody: TypeAlias = "PostBatchesBodyIntake"


class GetBatchesIdJudgementsAnswerItemsItem(TypedDict):
    id: str
    key: str | None
    dataset: str
    batch: str | None
    assignment: str | None
    arm: str | None
    step: int | None
    rater: str
    raterKind: Literal["human", "llm", "rules", "gold", "adjudicator"]
    exposure: Literal["none", "draft-first", "judge-then-reveal", "on-request", "score-hidden"] | None
    counts: bool
    task: str
    target: Literal["item", "overall", "preference"]
    response: str | None
    responseB: str | None
    item: str | None
    itemVersion: str | None
    draft: str | None
    value: Literal["yes", "no", "na", "A", "B", "tie"] | float | None
    initial: Literal["yes", "no", "na", "A", "B", "tie"] | float | None
    revealedFirst: bool
    swapped: bool | None
    shown: int | None
    activeMs: int | None
    idleMs: int | None
    bulk: bool
    startedAt: str | None
    submittedAt: str | None
    metadata: dict[str, Any]


class GetBatchesIdJudgementsAnswer(TypedDict):
    items: list[GetBatchesIdJudgementsAnswerItemsItem]
    next: str | None


class GetBatchesIdLabellingsAnswerItemsItem(TypedDict):
    id: str
    batch: str
    assignment: str
    use: Literal["work", "check", "training", "exam"]
    arm: str
    step: int
    question: str
    rater: str
    task: str
    counts: bool
    response: str | None
    item: str | None
    itemVersion: str | None
    exposure: Literal["none", "draft-first", "judge-then-reveal", "on-request", "score-hidden"]
    run: str | None
    drafted: list[str] | None
    initial: list[str] | None
    revealedFirst: bool
    labels: list[str]
    reasonCode: str | None
    reasonNote: str | None
    shown: int
    activeMs: int | None
    idleMs: int | None
    startedAt: str | None
    submittedAt: str


class GetBatchesIdLabellingsAnswer(TypedDict):
    items: list[GetBatchesIdLabellingsAnswerItemsItem]
    next: str | None


class PostBatchesIdOpenAnswer(TypedDict):
    subjects: int
    slots: int


class GetBatchesIdOpeningAnswer(TypedDict):
    subjects: int
    slots: int
    checks: int
    training: int
    exam: int
    reserved: int
    planted: int


class GetBatchesIdParticipationAnswerLinksItem(TypedDict):
    id: str
    name: str
    url: str
    quota: float
    share: float | None
    completionCode: str | None
    completionUrl: str | None
    screenedCode: str | None
    screenedUrl: str | None
    personParameter: str
    studyParameter: str | None
    sessionParameter: str | None
    consent: str
    createdAt: str
    expiresAt: str | None
    closedAt: str | None
    started: float
    working: float
    completed: float
    left: float
    screened: float


class GetBatchesIdParticipationAnswer(TypedDict):
    links: list[GetBatchesIdParticipationAnswerLinksItem]


class PostBatchesIdParticipationAnswer(TypedDict):
    id: str
    url: str


class PostBatchesIdParticipationBody(TypedDict):
    name: str
    quota: int
    expiresAt: NotRequired[str | None]
    share: int | None
    completionCode: NotRequired[str | None]
    completionUrl: NotRequired[str | None]
    screenedCode: NotRequired[str | None]
    screenedUrl: NotRequired[str | None]
    personParameter: str
    studyParameter: NotRequired[str | None]
    sessionParameter: NotRequired[str | None]
    consent: NotRequired[str]


PostBatchesIdPauseAnswer: TypeAlias = "PostBatchesIdArchiveAnswer"


class PutBatchesIdPayAnswerPay(TypedDict):
    per: Literal["hour", "assignment"]
    micros: int
    currency: str


class PutBatchesIdPayAnswer(TypedDict):
    pay: PutBatchesIdPayAnswerPay | None


PutBatchesIdPayBody: TypeAlias = "PutBatchesIdPayAnswer"


class GetBatchesIdPlantedErrorsAnswerItemsItemAnswersItem(TypedDict):
    assignment: str
    rater: str
    answer: Any
    detected: bool
    reasonCode: str | None


class GetBatchesIdPlantedErrorsAnswerItemsItem(TypedDict):
    id: str
    batch: str
    subject: str
    task: str
    kind: Literal["verdict", "item", "labels"]
    draft: str | None
    rubric: str | None
    item: str | None
    itemVersion: str | None
    question: str | None
    label: str | None
    value: Literal["yes", "no", "na", "A", "B", "tie"] | float | list[str] | None
    lines: list[str]
    answers: list[GetBatchesIdPlantedErrorsAnswerItemsItemAnswersItem]


class GetBatchesIdPlantedErrorsAnswer(TypedDict):
    items: list[GetBatchesIdPlantedErrorsAnswerItemsItem]
    next: str | None


class GetBatchesIdProgressAnswerAnnotatorsItem(TypedDict):
    membershipId: str
    code: str
    name: str | None
    works: bool
    submitted: float
    open: float
    skipped: float
    left: float
    medianMs: float | None
    available: float
    lastAt: str | None


class GetBatchesIdProgressAnswer(TypedDict):
    subjects: float
    complete: float
    untouched: float
    slots: float
    submitted: float
    open: float
    annotators: list[GetBatchesIdProgressAnswerAnnotatorsItem]


GetBatchesIdPublishedAnswersAnswerItemsItem = TypedDict(
    "GetBatchesIdPublishedAnswersAnswerItemsItem",
    {
        "id": "str",
        "batch": "str",
        "from": "str | None",
        "question": "str",
        "answer": "str",
        "publishedAt": "str",
        "withdrawnAt": "str | None",
    },
)


class GetBatchesIdPublishedAnswersAnswer(TypedDict):
    items: list[GetBatchesIdPublishedAnswersAnswerItemsItem]
    next: str | None


class GetBatchesIdPulseAnswer(TypedDict):
    version: str


class GetBatchesIdQualificationsAnswerItemsItemExamsItem(TypedDict):
    attempt: int
    asked: int
    right: int
    passed: bool
    endedAt: str


class GetBatchesIdQualificationsAnswerItemsItem(TypedDict):
    batch: str
    rater: str
    startedAt: str
    qualifiedAt: str | None
    by: Literal["training", "exam", "earlier", "admin"] | None
    exams: list[GetBatchesIdQualificationsAnswerItemsItemExamsItem]


class GetBatchesIdQualificationsAnswer(TypedDict):
    items: list[GetBatchesIdQualificationsAnswerItemsItem]
    next: str | None


class GetBatchesIdQuestionsAnswerItemsItemMessagesItem(TypedDict):
    fromAnnotator: bool
    text: str
    at: str


class GetBatchesIdQuestionsAnswerItemsItem(TypedDict):
    id: str
    batch: str
    assignment: str
    rater: str
    task: str
    waiting: bool
    createdAt: str
    changedAt: str
    messages: list[GetBatchesIdQuestionsAnswerItemsItemMessagesItem]


class GetBatchesIdQuestionsAnswer(TypedDict):
    items: list[GetBatchesIdQuestionsAnswerItemsItem]
    next: str | None


class GetBatchesIdReopeningsAnswerItemsItem(TypedDict):
    id: str
    batch: str
    assignment: str
    rater: str
    task: str
    note: str
    at: str
    submittedAt: str
    version: int
    endedAt: str | None


class GetBatchesIdReopeningsAnswer(TypedDict):
    items: list[GetBatchesIdReopeningsAnswerItemsItem]
    next: str | None


class PostBatchesIdReplicatesAnswer(TypedDict):
    slots: int


class PostBatchesIdReplicatesBodyArmsItem(TypedDict):
    name: str
    k: int


class PostBatchesIdReplicatesBody(TypedDict):
    arms: list[PostBatchesIdReplicatesBodyArmsItem]


PostBatchesIdResumeAnswer: TypeAlias = "PostBatchesIdArchiveAnswer"


class GetBatchesIdRubricsAnswerItemsItemItemsItem(TypedDict):
    id: str
    itemVersion: str
    key: str
    parent: str | None
    name: str | None
    text: str
    scale: dict[str, Any]
    weight: float | None
    category: str | None


class GetBatchesIdRubricsAnswerItemsItem(TypedDict):
    dataset: str
    task: str | None
    response: str | None
    responseB: str | None
    key: str
    kind: Literal["checklist", "criteria"]
    version: int
    origin: str | None
    method: str | None
    model: str | None
    id: str
    rubric: str
    run: str | None
    batch: str | None
    createdAt: str
    items: list[GetBatchesIdRubricsAnswerItemsItemItemsItem]
    only: list[str]


class GetBatchesIdRubricsAnswer(TypedDict):
    items: list[GetBatchesIdRubricsAnswerItemsItem]
    next: str | None


PostBatchesIdRubricsRubricCommentsAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


PostBatchesIdRubricsRubricCommentsBody: TypeAlias = "PostBatchesIdAdjudicationCaseCommentsBody"


PutBatchesIdRubricsDiscussionAnswer: TypeAlias = "PutBatchesIdAdjudicationDiscussionAnswer"


PutBatchesIdRubricsDiscussionBody: TypeAlias = "PutBatchesIdAdjudicationDiscussionAnswer"


class GetBatchesIdSlotsAnswerItemsItem(TypedDict):
    id: str
    batch: str
    subject: str
    use: Literal["work", "check", "training", "exam"]
    reserved: bool
    task: str
    response: str | None
    responseB: str | None
    arm: str
    replicate: int
    assignment: str | None


class GetBatchesIdSlotsAnswer(TypedDict):
    items: list[GetBatchesIdSlotsAnswerItemsItem]
    next: str | None


class GetBatchesIdStakesAnswer(TypedDict):
    free: float
    open: float
    onHold: float
    reopened: float
    submitted: float


class GetBatchesIdSubjectsAnswerFirstItem(TypedDict):
    position: float
    taskId: str
    responseId: str | None
    responseBId: str | None
    task: str
    response: str | None
    title: str


class GetBatchesIdSubjectsAnswer(TypedDict):
    count: float
    each: float
    reserve: PostBatchesBodyQualityReserve | None
    first: list[GetBatchesIdSubjectsAnswerFirstItem]


PostBatchesIdSubjectsAnswer: TypeAlias = "PostBatchesIdOpenAnswer"


class PostBatchesIdSubjectsBodyTakeFirst(TypedDict):
    how: Literal["first"]
    size: int


class PostBatchesIdSubjectsBodyTakeSample(TypedDict):
    how: Literal["sample"]
    size: int
    seed: int


class PostBatchesIdSubjectsBodyTakeChosenOfItem(TypedDict):
    task: str
    response: NotRequired[str | None]
    responseB: NotRequired[str | None]


class PostBatchesIdSubjectsBodyTakeChosen(TypedDict):
    how: Literal["chosen"]
    of: list[PostBatchesIdSubjectsBodyTakeChosenOfItem]


class PostBatchesIdSubjectsBody(TypedDict):
    filter: PostBatchesBodySelectionFilter
    take: NotRequired[PostBatchesIdSubjectsBodyTakeFirst | PostBatchesIdSubjectsBodyTakeSample | PostBatchesIdSubjectsBodyTakeChosen]


PostBatchesIdUnarchiveAnswer: TypeAlias = "PostBatchesIdArchiveAnswer"


PostBatchesIdVersionsAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


DeleteBatchesIdWaitAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class PostBatchesIdWaitAnswer(TypedDict):
    id: str
    run: str


class PostBatchesIdWaitBody(TypedDict):
    run: str


class PostBatchesSubjectsAnswerGroupsTaskItem(TypedDict):
    criteria: bool
    checklist: bool
    twoCriteria: bool
    twoChecklists: bool
    criteriaDraft: bool
    checklistDraft: bool
    overallDraft: bool
    preferenceDraft: bool
    labelDraft: bool
    count: int


class PostBatchesSubjectsAnswerGroups(TypedDict):
    task: list[PostBatchesSubjectsAnswerGroupsTaskItem]
    response: list[PostBatchesSubjectsAnswerGroupsTaskItem]
    pair: list[PostBatchesSubjectsAnswerGroupsTaskItem]


class PostBatchesSubjectsAnswerFirstItem(TypedDict):
    position: float
    task: str
    response: str | None
    model: str | None
    tags: list[str]
    title: str


class PostBatchesSubjectsAnswerJudged(TypedDict):
    by: Literal["uncertainty", "disagreement"]
    possible: int
    judged: int
    scored: int


PostBatchesSubjectsAnswerMinutesItem = TypedDict(
    "PostBatchesSubjectsAnswerMinutesItem",
    {
        "minutes": "float | None",
        "from": "float",
    },
)


class PostBatchesSubjectsAnswer(TypedDict):
    groups: PostBatchesSubjectsAnswerGroups
    first: list[PostBatchesSubjectsAnswerFirstItem]
    tags: list[str]
    models: list[str]
    responseGroups: list[str]
    gold: float
    judged: PostBatchesSubjectsAnswerJudged | None
    minutes: list[PostBatchesSubjectsAnswerMinutesItem]
    sources: Any
    twoVersions: list[Literal["checklist", "criteria"]]


class PostBatchesSubjectsBody(TypedDict):
    dataset: str
    draft: str | None
    selection: PostBatchesBodySelection
    seed: int
    arms: list[PostBatchesBodyArmsItem]


class GetCardsCardManifestAnswerBatchesItemGuidelines(TypedDict):
    version: int
    sha256: str


class GetCardsCardManifestAnswerBatchesItemRubricsItem(TypedDict):
    version: int
    rubrics: int


class GetCardsCardManifestAnswerBatchesItemReport(TypedDict):
    rules: int
    replicates: int
    seed: int


class GetCardsCardManifestAnswerBatchesItemCounts(TypedDict):
    tasks: int
    responses: int
    drafts: int
    judgements: int
    decisions: int
    labellings: int
    people: int


class GetCardsCardManifestAnswerBatchesItem(TypedDict):
    batch: int
    id: str
    imported: NotRequired[Literal[True]]
    name: str
    dataset: str
    dataVersion: int
    data: str
    guidelines: GetCardsCardManifestAnswerBatchesItemGuidelines | None
    arms: list[str]
    seed: int | None
    rubrics: list[GetCardsCardManifestAnswerBatchesItemRubricsItem]
    report: GetCardsCardManifestAnswerBatchesItemReport
    counts: GetCardsCardManifestAnswerBatchesItemCounts


class GetCardsCardManifestAnswerPartsItem(TypedDict):
    batch: int
    kind: Literal["design", "material", "drafting", "labels", "answers", "tables", "card", "public_labels"]
    records: int
    sha256: str


class GetCardsCardManifestAnswer(TypedDict):
    format: Literal["countersign-study/1"]
    title: str
    authors: str
    version: int
    previous: str | None
    frozenAt: str
    program: str
    batches: list[GetCardsCardManifestAnswerBatchesItem]
    configuration: str
    data: str
    parts: list[GetCardsCardManifestAnswerPartsItem]


DeleteDatasetsDatasetAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class GetDatasetsDatasetAnswerCounts(TypedDict):
    tasks: float
    responses: float
    rubrics: float
    items: float
    drafts: float
    judgements: float
    decisions: float


GetDatasetsDatasetAnswerLeftOut = TypedDict(
    "GetDatasetsDatasetAnswerLeftOut",
    {
        "import": "str",
        "rows": "int",
    },
)


class GetDatasetsDatasetAnswer(TypedDict):
    id: str
    projectId: str
    name: str
    source: str | None
    sample: bool
    state: Literal["importing", "ready", "archived"]
    counts: GetDatasetsDatasetAnswerCounts
    readyAt: str | None
    leftOut: GetDatasetsDatasetAnswerLeftOut | None


class PatchDatasetsDatasetAnswer(TypedDict):
    id: str
    state: Literal["archived", "ready"]


class PatchDatasetsDatasetBody(TypedDict):
    archived: NotRequired[bool]
    name: NotRequired[str]


class GetDatasetsDatasetCurationAnswerSubsetsItem(TypedDict):
    subset: str
    instances: float
    judged: float
    kept: float


class GetDatasetsDatasetCurationAnswerBenchmark(TypedDict):
    usable: float
    leftOut: dict[str, float]


class GetDatasetsDatasetCurationAnswerPanel(TypedDict):
    methods: list[str]
    models: list[str]


class GetDatasetsDatasetCurationAnswerSourcesItemSource(TypedDict):
    model: str | None
    method: str | None


class GetDatasetsDatasetCurationAnswerSourcesItem(TypedDict):
    source: GetDatasetsDatasetCurationAnswerSourcesItemSource
    outputs: float


class GetDatasetsDatasetCurationAnswerVectorsItem(TypedDict):
    run: str
    name: str
    tasks: float


class GetDatasetsDatasetCurationAnswerBatchesItemSubsetsItem(TypedDict):
    subset: str
    outcomes: dict[str, float]


class GetDatasetsDatasetCurationAnswerBatchesItemContestedItem(TypedDict):
    task: str
    key: str


class GetDatasetsDatasetCurationAnswerBatchesItem(TypedDict):
    id: str
    name: str
    state: str
    subsets: list[GetDatasetsDatasetCurationAnswerBatchesItemSubsetsItem]
    contested: list[GetDatasetsDatasetCurationAnswerBatchesItemContestedItem]


class GetDatasetsDatasetCurationAnswer(TypedDict):
    subsets: list[GetDatasetsDatasetCurationAnswerSubsetsItem]
    others: dict[str, float]
    pairs: float
    compared: float
    benchmark: GetDatasetsDatasetCurationAnswerBenchmark | None
    evaluators: list[str]
    panel: GetDatasetsDatasetCurationAnswerPanel
    sources: list[GetDatasetsDatasetCurationAnswerSourcesItem]
    vectors: list[GetDatasetsDatasetCurationAnswerVectorsItem]
    batches: list[GetDatasetsDatasetCurationAnswerBatchesItem]


PostDatasetsDatasetCurationAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class PostDatasetsDatasetCurationBodyInstancesPanel(TypedDict):
    methods: list[str]
    models: list[str]


PostDatasetsDatasetCurationBodyInstances = TypedDict(
    "PostDatasetsDatasetCurationBodyInstances",
    {
        "from": "Literal[\"instances\"]",
        "name": "str",
        "seed": "NotRequired[int]",
        "panel": "PostDatasetsDatasetCurationBodyInstancesPanel | None",
        "sample": "NotRequired[int | None]",
        "mixed": "NotRequired[bool]",
    },
)


class PostDatasetsDatasetCurationBodyOutputsNeighbours(TypedDict):
    run: str
    below: float


PostDatasetsDatasetCurationBodyOutputs = TypedDict(
    "PostDatasetsDatasetCurationBodyOutputs",
    {
        "from": "Literal[\"outputs\"]",
        "name": "str",
        "seed": "NotRequired[int]",
        "subset": "str",
        "better": "GetDatasetsDatasetCurationAnswerSourcesItemSource",
        "worse": "GetDatasetsDatasetCurationAnswerSourcesItemSource",
        "neighbours": "NotRequired[PostDatasetsDatasetCurationBodyOutputsNeighbours | None]",
    },
)


PostDatasetsDatasetCurationBodyConstraints = TypedDict(
    "PostDatasetsDatasetCurationBodyConstraints",
    {
        "from": "Literal[\"constraints\"]",
        "name": "str",
        "seed": "NotRequired[int]",
        "structures": "list[Literal[\"exactly n words\", \"exactly n sentences\", \"last word\", \"nth words\", \"contains a character\", \"contains a word\", \"does not contain a character\", \"does not contain a word\", \"contains one character or not another\"]]",
        "all": "NotRequired[bool]",
    },
)


PostDatasetsDatasetCurationBodyNegation = TypedDict(
    "PostDatasetsDatasetCurationBodyNegation",
    {
        "from": "Literal[\"negation\"]",
        "name": "str",
        "seed": "NotRequired[int]",
    },
)


PostDatasetsDatasetCurationBodyProblems = TypedDict(
    "PostDatasetsDatasetCurationBodyProblems",
    {
        "from": "Literal[\"problems\"]",
        "name": "str",
        "seed": "NotRequired[int]",
        "base": "int",
        "count": "int",
    },
)


PostDatasetsDatasetCurationBodyBenchmark = TypedDict(
    "PostDatasetsDatasetCurationBodyBenchmark",
    {
        "from": "Literal[\"benchmark\"]",
        "name": "str",
        "seed": "NotRequired[int]",
        "tag": "NotRequired[str | None]",
        "sample": "NotRequired[int | None]",
    },
)


PostDatasetsDatasetCurationBodyResult = TypedDict(
    "PostDatasetsDatasetCurationBodyResult",
    {
        "from": "Literal[\"result\"]",
        "name": "str",
        "seed": "NotRequired[int]",
        "batch": "str",
    },
)


PostDatasetsDatasetCurationBody: TypeAlias = "PostDatasetsDatasetCurationBodyInstances | PostDatasetsDatasetCurationBodyOutputs | PostDatasetsDatasetCurationBodyConstraints | PostDatasetsDatasetCurationBodyNegation | PostDatasetsDatasetCurationBodyProblems | PostDatasetsDatasetCurationBodyBenchmark | PostDatasetsDatasetCurationBodyResult"


GetDatasetsDatasetDecisionsAnswer: TypeAlias = "GetBatchesIdDecisionsAnswer"


class GetDatasetsDatasetDependantsAnswerBatchesItem(TypedDict):
    id: str
    name: str
    state: str
    submitted: int


class GetDatasetsDatasetDependantsAnswerFrozenItem(TypedDict):
    id: str
    title: str


class GetDatasetsDatasetDependantsAnswer(TypedDict):
    name: str
    batches: list[GetDatasetsDatasetDependantsAnswerBatchesItem]
    datasets: int
    tasks: int
    judgements: int
    runs: int
    people: int
    frozen: list[GetDatasetsDatasetDependantsAnswerFrozenItem]


class GetDatasetsDatasetDraftsAnswerItemsItem(TypedDict):
    id: str
    dataset: str
    key: str
    task: str
    target: Literal["item", "overall", "preference"]
    response: str | None
    responseB: str | None
    item: str | None
    rater: str
    raterKind: Literal["human", "llm", "rules", "gold", "adjudicator"]
    method: str | None
    run: str | None
    value: Literal["yes", "no", "na", "A", "B", "tie"] | float | None
    lines: list[str]
    scoreLine: int | None
    condition: str | None
    order: Literal["AB", "BA"] | None
    sample: int | None
    confidence: float | None
    createdAt: str


class GetDatasetsDatasetDraftsAnswer(TypedDict):
    items: list[GetDatasetsDatasetDraftsAnswerItemsItem]
    next: str | None


PostDatasetsDatasetEmptyAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class PostDatasetsDatasetGoldAnswer(TypedDict):
    marked: bool


class PostDatasetsDatasetGoldBody1(TypedDict):
    response: str
    item: str | None
    value: Literal["yes", "no", "na"] | float | None
    explanation: NotRequired[str]


class PostDatasetsDatasetGoldBody2(TypedDict):
    pair: list[str]
    value: Literal["A", "B", "tie"] | int | None
    explanation: NotRequired[str]


class PostDatasetsDatasetGoldBody3(TypedDict):
    task: str
    item: str | None
    question: str
    labels: list[str] | None
    explanation: NotRequired[str]


PostDatasetsDatasetGoldBody: TypeAlias = "PostDatasetsDatasetGoldBody1 | PostDatasetsDatasetGoldBody2 | PostDatasetsDatasetGoldBody3"


class GetDatasetsDatasetGoldLabelsAnswerItemsItem(TypedDict):
    id: str
    dataset: str
    key: str
    task: str
    item: str | None
    question: str
    labels: list[str]
    rater: str
    metadata: dict[str, Any]
    createdAt: str


class GetDatasetsDatasetGoldLabelsAnswer(TypedDict):
    items: list[GetDatasetsDatasetGoldLabelsAnswerItemsItem]
    next: str | None


class PostDatasetsDatasetGoldCheckAnswerProblemsItem(TypedDict):
    row: int
    reason: str


class PostDatasetsDatasetGoldCheckAnswer(TypedDict):
    fits: int
    replaces: int
    takesBack: int
    problems: list[PostDatasetsDatasetGoldCheckAnswerProblemsItem]
    unfit: int


class PostDatasetsDatasetGoldCheckBodyRowsItem(TypedDict):
    response: str
    item: str | None
    value: Literal["yes", "no", "na"] | float | None
    explanation: NotRequired[str]


class PostDatasetsDatasetGoldCheckBody(TypedDict):
    rows: list[PostDatasetsDatasetGoldCheckBodyRowsItem]


class PostDatasetsDatasetGoldFromBatchAnswer(TypedDict):
    marked: int


PostDatasetsDatasetGoldFromBatchBody = TypedDict(
    "PostDatasetsDatasetGoldFromBatchBody",
    {
        "batch": "str",
        "from": "Literal[\"adjudication\", \"consensus\"]",
    },
)


PostDatasetsDatasetGoldManyAnswer: TypeAlias = "PostDatasetsDatasetGoldFromBatchAnswer"


PostDatasetsDatasetGoldManyBody: TypeAlias = "PostDatasetsDatasetGoldCheckBody"


GetDatasetsDatasetJudgementsAnswer: TypeAlias = "GetBatchesIdJudgementsAnswer"


class GetDatasetsDatasetLabelSplitAnswerSplitPartsExamples(TypedDict):
    tasks: float
    labelled: float


GetDatasetsDatasetLabelSplitAnswerSplitParts = TypedDict(
    "GetDatasetsDatasetLabelSplitAnswerSplitParts",
    {
        "examples": "GetDatasetsDatasetLabelSplitAnswerSplitPartsExamples",
        "development": "GetDatasetsDatasetLabelSplitAnswerSplitPartsExamples",
        "held-out": "GetDatasetsDatasetLabelSplitAnswerSplitPartsExamples",
    },
)


class GetDatasetsDatasetLabelSplitAnswerSplit(TypedDict):
    id: str
    seed: float
    examples: float
    development: float
    createdAt: str
    parts: GetDatasetsDatasetLabelSplitAnswerSplitParts
    unassigned: float


class GetDatasetsDatasetLabelSplitAnswer(TypedDict):
    split: GetDatasetsDatasetLabelSplitAnswerSplit | None


PostDatasetsDatasetLabelSplitAnswer: TypeAlias = "GetDatasetsDatasetLabelSplitAnswerSplit"


class PostDatasetsDatasetLabelSplitBody(TypedDict):
    seed: NotRequired[int]
    examples: NotRequired[int]
    development: NotRequired[int]


class GetDatasetsDatasetLabelSplitTasksAnswerItemsItem(TypedDict):
    id: str
    key: str
    part: Literal["examples", "development", "held-out"]


class GetDatasetsDatasetLabelSplitTasksAnswer(TypedDict):
    items: list[GetDatasetsDatasetLabelSplitTasksAnswerItemsItem]
    next: str | None


class GetDatasetsDatasetMetadataAnswerFieldsItemValuesItem(TypedDict):
    value: str
    count: int


class GetDatasetsDatasetMetadataAnswerFieldsItem(TypedDict):
    of: Literal["tasks", "responses"]
    field: str
    count: int
    values: list[GetDatasetsDatasetMetadataAnswerFieldsItemValuesItem]
    distinct: int
    isGroup: bool
    isPartial: bool


class GetDatasetsDatasetMetadataAnswer(TypedDict):
    fields: list[GetDatasetsDatasetMetadataAnswerFieldsItem]


class PatchDatasetsDatasetMetadataAnswer(TypedDict):
    changed: int


class PatchDatasetsDatasetMetadataBody(TypedDict):
    of: NotRequired[Literal["tasks", "responses"]]
    field: str
    on: bool


class PostDatasetsDatasetRecordsAnswerAdded(TypedDict):
    task: int
    response: int
    draft: int


class PostDatasetsDatasetRecordsAnswer(TypedDict):
    added: PostDatasetsDatasetRecordsAnswerAdded
    replaced: int
    skipped: int
    unchanged: int


class PostDatasetsDatasetRecordsBody(TypedDict):
    records: list[dict[str, Any]]
    firstLine: NotRequired[int]
    onConflict: NotRequired[Literal["refuse", "skip", "replace"]]


class PostDatasetsDatasetRecordsLinesAnswerProblemsItem(TypedDict):
    line: int | None
    place: str
    reason: str


class PostDatasetsDatasetRecordsLinesAnswer(TypedDict):
    added: PostDatasetsDatasetRecordsAnswerAdded
    replaced: int
    skipped: int
    unchanged: int
    refused: int
    problems: list[PostDatasetsDatasetRecordsLinesAnswerProblemsItem]


class GetDatasetsDatasetResponsesAnswerItemsItem(TypedDict):
    id: str
    dataset: str
    task: str
    key: str
    position: int
    model: str | None
    text: str
    metadata: dict[str, Any]


class GetDatasetsDatasetResponsesAnswer(TypedDict):
    items: list[GetDatasetsDatasetResponsesAnswerItemsItem]
    next: str | None


class GetDatasetsDatasetRubricsAnswerItemsItem(TypedDict):
    id: str
    dataset: str
    task: str | None
    response: str | None
    responseB: str | None
    key: str
    position: int
    kind: Literal["checklist", "criteria"]
    version: int
    versionId: str
    origin: str | None
    method: str | None
    model: str | None
    items: list[GetBatchesIdRubricsAnswerItemsItemItemsItem]


class GetDatasetsDatasetRubricsAnswer(TypedDict):
    items: list[GetDatasetsDatasetRubricsAnswerItemsItem]
    next: str | None


class GetDatasetsDatasetRulesAnswerLatest(TypedDict):
    id: str
    kind: Literal["draft", "check"]
    tasks: float
    seen: float
    checklists: float
    items: float
    answered: float
    undecided: float
    leftOut: float
    createdAt: str
    finishedAt: str | None


class GetDatasetsDatasetRulesAnswer(TypedDict):
    latest: GetDatasetsDatasetRulesAnswerLatest | None
    tasks: float
    withoutChecklist: float


PostDatasetsDatasetRulesAnswer: TypeAlias = "GetDatasetsDatasetRulesAnswerLatest"


class PostDatasetsDatasetRulesBody(TypedDict):
    do: Literal["draft", "check"]


class PostDatasetsDatasetScoresAnswer(TypedDict):
    responses: int
    names: list[str]


class PostDatasetsDatasetScoresBodyRowsItem(TypedDict):
    response: str
    scores: dict[str, float]


class PostDatasetsDatasetScoresBody(TypedDict):
    rows: list[PostDatasetsDatasetScoresBodyRowsItem]


class GetDatasetsDatasetTasksAnswerItemsItem(TypedDict):
    id: str
    dataset: str
    key: str
    position: int
    instruction: str
    input: str | None
    messages: list[dict[str, Any]] | None
    reference: str | None
    tags: list[str]
    metadata: dict[str, Any]


class GetDatasetsDatasetTasksAnswer(TypedDict):
    items: list[GetDatasetsDatasetTasksAnswerItemsItem]
    next: str | None


GetDecisionsDecisionAnswer: TypeAlias = "GetBatchesIdDecisionsAnswerItemsItem"


GetDraftsDraftAnswer: TypeAlias = "GetDatasetsDatasetDraftsAnswerItemsItem"


class GetDraftsDraftProvenanceAnswerMethod(TypedDict):
    id: str
    version: str
    title: str | None
    profile: Literal["faithful", "structured"]


class GetDraftsDraftProvenanceAnswerRun(TypedDict):
    id: str
    name: str


class GetDraftsDraftProvenanceAnswerSelectiveWithout(TypedDict):
    value: Literal["yes", "no", "na", "A", "B", "tie"] | float | None
    votes: list[str | float | None]


class GetDraftsDraftProvenanceAnswerSelective(TypedDict):
    score: float | None
    threshold: float
    used: bool
    without: GetDraftsDraftProvenanceAnswerSelectiveWithout


class GetDraftsDraftProvenanceAnswerAblationsItem(TypedDict):
    item: str
    value: Literal["yes", "no", "na", "A", "B", "tie"] | float | None
    votes: list[str | float | None]
    flags: list[str]
    text: str


class GetDraftsDraftProvenanceAnswerCallsItemTemplate(TypedDict):
    id: str
    version: str
    hash: str


class GetDraftsDraftProvenanceAnswerCallsItemModel(TypedDict):
    requested: str
    returned: str | None


class GetDraftsDraftProvenanceAnswerCallsItemSamplingRequested(TypedDict):
    temperature: NotRequired[float]
    topP: NotRequired[float]
    seed: NotRequired[int]
    maxOutputTokens: int
    reasoning: NotRequired[Literal["none", "low", "medium", "high", "provider-default"]]


class GetDraftsDraftProvenanceAnswerCallsItemSamplingSent(TypedDict):
    temperature: NotRequired[float]
    topP: NotRequired[float]
    seed: NotRequired[int]
    maxOutputTokens: NotRequired[int]
    reasoning: NotRequired[Literal["none", "low", "medium", "high", "provider-default"]]


class GetDraftsDraftProvenanceAnswerCallsItem(TypedDict):
    id: str
    key: str
    attempt: float
    cached: bool
    template: GetDraftsDraftProvenanceAnswerCallsItemTemplate
    repairedPrompt: bool
    order: str | None
    messages: list[GetAssignmentsIdAnswerTaskMessagesItem]
    schema: Any
    model: GetDraftsDraftProvenanceAnswerCallsItemModel
    base: str
    samplingRequested: GetDraftsDraftProvenanceAnswerCallsItemSamplingRequested
    samplingSent: GetDraftsDraftProvenanceAnswerCallsItemSamplingSent | None
    samplingDropped: list[str]
    text: str | None
    reasoning: str | None
    finishReason: str | None
    refusal: bool
    parseCode: str | None
    parsed: Any
    flags: list[str]
    usage: dict[str, float] | None
    costMicros: float | None
    currency: str
    latencyMs: float | None
    httpAttempts: list[Any]
    requestId: str | None
    systemFingerprint: str | None
    at: str


class GetDraftsDraftProvenanceAnswer(TypedDict):
    method: GetDraftsDraftProvenanceAnswerMethod
    params: dict[str, Any]
    run: GetDraftsDraftProvenanceAnswerRun
    flags: list[str]
    undecided: str | None
    votes: list[Any] | None
    selective: GetDraftsDraftProvenanceAnswerSelective | None
    ablations: list[GetDraftsDraftProvenanceAnswerAblationsItem] | None
    calls: list[GetDraftsDraftProvenanceAnswerCallsItem]


class GetEndpointsEndpointAnswerPricesItem(TypedDict):
    model: str
    inputMicros: int
    outputMicros: int
    since: str
    cachedInputMicros: float | None


class GetEndpointsEndpointAnswerTestText(TypedDict):
    works: bool | None
    failure: NotRequired[Literal["rate-limited", "server-error", "timeout", "network", "cancelled", "refused-address", "redirect", "too-large", "unauthorised", "not-found", "bad-request", "bad-answer", "not-recorded"]]


class GetEndpointsEndpointAnswerTest(TypedDict):
    at: str
    model: str
    modelReturned: NotRequired[str]
    text: GetEndpointsEndpointAnswerTestText
    jsonSchema: GetEndpointsEndpointAnswerTestText
    temperature: GetEndpointsEndpointAnswerTestText
    seed: GetEndpointsEndpointAnswerTestText
    embedding: GetEndpointsEndpointAnswerTestText
    milliseconds: NotRequired[float]


class GetEndpointsEndpointAnswer(TypedDict):
    id: str
    name: str
    provider: Literal["openai-compatible", "openai", "anthropic", "google"]
    baseUrl: str
    keyLastFour: str | None
    model: str
    embeddingModel: str | None
    requestsPerMinute: float
    tokensPerMinute: float | None
    concurrency: float
    timeoutSeconds: float
    answerMegabytes: float
    currency: str
    budgetMicros: float | None
    spentMicros: float
    testsMicros: float
    refused: dict[str, list[str]]
    brokenUntil: str | None
    prices: list[GetEndpointsEndpointAnswerPricesItem]
    testRequestedAt: str | None
    test: GetEndpointsEndpointAnswerTest | None
    createdAt: str


PostEndpointsEndpointPricesAnswer: TypeAlias = "GetEndpointsEndpointAnswer"


class PostEndpointsEndpointPricesBody(TypedDict):
    model: str
    inputMicros: int
    cachedInputMicros: NotRequired[int | None]
    outputMicros: int
    since: str


PostEndpointsEndpointTestAnswer: TypeAlias = "GetEndpointsEndpointAnswer"


class GetExportsStudyTrainingAnswerSetsItemRows(TypedDict):
    train: int
    test: int
    out_of_domain: int


class GetExportsStudyTrainingAnswerSetsItem(TypedDict):
    set: Literal["preferences", "criteria", "judge"]
    name: str
    title: str
    origin: Literal["human", "llm+human", "gold", "llm"]
    rows: GetExportsStudyTrainingAnswerSetsItemRows
    dropped: dict[str, int]


class GetExportsStudyTrainingAnswer(TypedDict):
    scale: str
    margin: float
    sets: list[GetExportsStudyTrainingAnswerSetsItem]


class PostFlagsFlagResolveAnswer(TypedDict):
    resolvedAt: str


class PostFlagsFlagResolveBody(TypedDict):
    resolution: str


class GetHealthAnswerWorker(TypedDict):
    alive: bool
    secondsAgo: float | None


class GetHealthAnswer(TypedDict):
    ok: bool
    missing: list[Literal["database", "migrations", "saving", "worker"]]
    pendingMigrations: float | None
    worker: GetHealthAnswerWorker


class GetHealthLiveAnswer(TypedDict):
    ok: bool


DeleteImportsImportAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class GetImportsImportAnswerCausesItem(TypedDict):
    place: str
    reason: str
    count: int
    line: int | None


class GetImportsImportAnswer(TypedDict):
    id: str
    projectId: str
    fileName: str
    shape: str | None
    state: Literal["uploading", "queued", "checking", "writing", "ready", "failed", "cancelled"]
    bytes: float
    sha256: str | None
    lines: int
    done: int
    problems: int
    causes: list[GetImportsImportAnswerCausesItem]
    unfit: int
    failure: str | None
    createdAt: str
    finishedAt: str | None
    dismissedAt: str | None
    dataset: GetAccountInboxAnswerItemsItemProject | None


PatchImportsImportAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class PatchImportsImportBody1(TypedDict):
    leaveOut: Literal[True]


class PatchImportsImportBody2(TypedDict):
    dismissed: Literal[True]


PatchImportsImportBody: TypeAlias = "PatchImportsImportBody1 | PatchImportsImportBody2"


class GetImportsImportProblemsAnswerProblemsItem(TypedDict):
    n: float
    line: float | None
    place: str
    reason: str
    rowId: str | None
    excerpt: str | None
    echo: bool


class GetImportsImportProblemsAnswer(TypedDict):
    problems: list[GetImportsImportProblemsAnswerProblemsItem]
    total: int


class PostJoinAnswer(TypedDict):
    batch: str


class PostJoinBody(TypedDict):
    token: str
    person: str
    study: NotRequired[str | None]
    session: NotRequired[str | None]
    language: NotRequired[Literal["en", "de", "es", "zh", "ar"]]


class PostJudgeInstructionsInstructionDecisionsAnswerDecisionsItem(TypedDict):
    action: Literal["accept", "revise", "remove"]
    text: str | None
    at: str
    by: str | None


class PostJudgeInstructionsInstructionDecisionsAnswer(TypedDict):
    id: str
    text: str
    decisions: list[PostJudgeInstructionsInstructionDecisionsAnswerDecisionsItem]
    versions: list[float]


class PostJudgeInstructionsInstructionDecisionsBody(TypedDict):
    action: Literal["accept", "revise", "remove"]
    text: NotRequired[str]


class PostJudgeVersionsVersionHeldOutLooksAnswerFiguresAccuracy(TypedDict):
    value: float | None
    reason: str | None
    low: float | None
    high: float | None


class PostJudgeVersionsVersionHeldOutLooksAnswerFigures(TypedDict):
    units: float
    tasks: float
    missing: float
    accuracy: PostJudgeVersionsVersionHeldOutLooksAnswerFiguresAccuracy
    kappa: PostJudgeVersionsVersionHeldOutLooksAnswerFiguresAccuracy
    bias: PostJudgeVersionsVersionHeldOutLooksAnswerFiguresAccuracy


class PostJudgeVersionsVersionHeldOutLooksAnswer(TypedDict):
    id: str
    dataset: str
    judge: GetDraftsDraftProvenanceAnswerRun
    version: float
    count: float
    figures: PostJudgeVersionsVersionHeldOutLooksAnswerFigures
    at: str
    by: str | None


class PostJudgeVersionsVersionHeldOutLooksBody(TypedDict):
    dataset: str


class PostJudgeVersionsVersionProposalsAnswer(TypedDict):
    id: str
    dataset: str
    version: float
    model: str
    state: Literal["waiting", "done", "failed"]
    error: str | None
    tasks: list[str]
    requestedAt: str
    instructions: list[PostJudgeInstructionsInstructionDecisionsAnswer]


PostJudgeVersionsVersionProposalsBody: TypeAlias = "PostJudgeVersionsVersionHeldOutLooksBody"


class PostJudgeVersionsVersionRunsAnswer(TypedDict):
    id: str
    units: int


class PostJudgeVersionsVersionRunsBody(TypedDict):
    dataset: str
    scope: Literal["trial", "development", "held-out", "all"]
    maxCalls: NotRequired[int | None]
    maxCostMicros: NotRequired[int | None]


GetJudgementsJudgementAnswer: TypeAlias = "GetBatchesIdJudgementsAnswerItemsItem"


class GetJudgesJudgeAnswerVersionsItem(TypedDict):
    id: str
    number: float
    parent: float | None
    hash: str
    endpoint: GetDraftsDraftProvenanceAnswerRun
    model: str
    note: str
    origin: str | None
    isModified: bool
    isPanel: bool
    createdAt: str
    author: str | None
    runs: float


class GetJudgesJudgeAnswer(TypedDict):
    id: str
    name: str
    subject: Literal["response", "label", "pair", "item", "criterion"]
    createdAt: str
    archivedAt: str | None
    versions: list[GetJudgesJudgeAnswerVersionsItem]


PatchJudgesJudgeAnswer: TypeAlias = "GetJudgesJudgeAnswer"


class PatchJudgesJudgeBody(TypedDict):
    archived: bool


class GetJudgesJudgeHeldOutLooksAnswer(TypedDict):
    items: list[PostJudgeVersionsVersionHeldOutLooksAnswer]
    next: str | None


class PostJudgesJudgePanelVersionsAnswer(TypedDict):
    id: str
    number: int


class PostJudgesJudgePanelVersionsBody(TypedDict):
    members: list[str]
    rule: Literal["majority", "median", "mean", "weighted"]
    dataset: NotRequired[str | None]
    note: NotRequired[str]
    parent: str


class GetJudgesJudgeProposalsAnswer(TypedDict):
    items: list[PostJudgeVersionsVersionProposalsAnswer]
    next: str | None


class GetJudgesJudgeVersionsAnswerItemsItemSpecScale(TypedDict):
    min: int
    max: int
    labels: dict[str, str]


class GetJudgesJudgeVersionsAnswerItemsItemSpecLabelsOptionsItem(TypedDict):
    name: str
    hint: str


class GetJudgesJudgeVersionsAnswerItemsItemSpecLabels(TypedDict):
    question: str
    text: NotRequired[str]
    options: list[GetJudgesJudgeVersionsAnswerItemsItemSpecLabelsOptionsItem]


class GetJudgesJudgeVersionsAnswerItemsItemSpecExamplesItemRange(TypedDict):
    min: int
    max: int


class GetJudgesJudgeVersionsAnswerItemsItemSpecExamplesItemSource(TypedDict):
    task: str
    responses: list[str]
    item: str | None


class GetJudgesJudgeVersionsAnswerItemsItemSpecExamplesItem(TypedDict):
    instruction: str
    responses: list[str]
    question: NotRequired[str]
    range: NotRequired[GetJudgesJudgeVersionsAnswerItemsItemSpecExamplesItemRange]
    value: Literal["yes", "no", "na", "A", "B", "tie"] | float | str
    explanation: str
    source: GetJudgesJudgeVersionsAnswerItemsItemSpecExamplesItemSource | None


class GetJudgesJudgeVersionsAnswerItemsItemSpecPanelMembersItemSpec(TypedDict):
    subject: Literal["response", "label", "pair", "item", "criterion"]
    system: str
    user: str
    output: Literal["analysis-score", "feedback-score", "score", "analysis-choice", "verdict", "analysis-answer", "answer", "analysis-label", "label"]
    profile: Literal["faithful", "structured"]
    scale: GetJudgesJudgeVersionsAnswerItemsItemSpecScale | None
    labels: NotRequired[GetJudgesJudgeVersionsAnswerItemsItemSpecLabels]
    examples: list[GetJudgesJudgeVersionsAnswerItemsItemSpecExamplesItem]
    temperature: float | None
    maxOutputTokens: int
    seed: int | None
    samples: int
    aggregation: Literal["majority", "median", "mean"]
    swap: bool


class GetJudgesJudgeVersionsAnswerItemsItemSpecPanelMembersItem(TypedDict):
    version: str
    judge: str
    number: int
    endpoint: str
    model: str
    spec: GetJudgesJudgeVersionsAnswerItemsItemSpecPanelMembersItemSpec
    weight: float


class GetJudgesJudgeVersionsAnswerItemsItemSpecPanel(TypedDict):
    rule: Literal["majority", "median", "mean", "weighted"]
    members: list[GetJudgesJudgeVersionsAnswerItemsItemSpecPanelMembersItem]
    weightedOn: str | None


class GetJudgesJudgeVersionsAnswerItemsItemSpec(TypedDict):
    subject: Literal["response", "label", "pair", "item", "criterion"]
    system: str
    user: str
    output: Literal["analysis-score", "feedback-score", "score", "analysis-choice", "verdict", "analysis-answer", "answer", "analysis-label", "label"]
    profile: Literal["faithful", "structured"]
    scale: GetJudgesJudgeVersionsAnswerItemsItemSpecScale | None
    labels: NotRequired[GetJudgesJudgeVersionsAnswerItemsItemSpecLabels]
    examples: list[GetJudgesJudgeVersionsAnswerItemsItemSpecExamplesItem]
    temperature: float | None
    maxOutputTokens: int
    seed: int | None
    samples: int
    aggregation: Literal["majority", "median", "mean"]
    swap: bool
    panel: NotRequired[GetJudgesJudgeVersionsAnswerItemsItemSpecPanel]


class GetJudgesJudgeVersionsAnswerItemsItem(TypedDict):
    id: str
    number: float
    parent: float | None
    hash: str
    endpoint: GetDraftsDraftProvenanceAnswerRun
    model: str
    note: str
    origin: str | None
    isModified: bool
    isPanel: bool
    createdAt: str
    author: str | None
    runs: float
    spec: GetJudgesJudgeVersionsAnswerItemsItemSpec


class GetJudgesJudgeVersionsAnswer(TypedDict):
    items: list[GetJudgesJudgeVersionsAnswerItemsItem]
    next: str | None


PostJudgesJudgeVersionsAnswer: TypeAlias = "PostJudgesJudgePanelVersionsAnswer"


class PostJudgesJudgeVersionsBodySpecScale(TypedDict):
    min: int
    max: int
    labels: NotRequired[dict[str, str]]


class PostJudgesJudgeVersionsBodySpecLabelsOptionsItem(TypedDict):
    name: str
    hint: NotRequired[str]


class PostJudgesJudgeVersionsBodySpecLabels(TypedDict):
    question: str
    text: NotRequired[str]
    options: list[PostJudgesJudgeVersionsBodySpecLabelsOptionsItem]


class PostJudgesJudgeVersionsBodySpecExamplesItem(TypedDict):
    instruction: str
    responses: list[str]
    question: NotRequired[str]
    range: NotRequired[GetJudgesJudgeVersionsAnswerItemsItemSpecExamplesItemRange]
    value: Literal["yes", "no", "na", "A", "B", "tie"] | float | str
    explanation: NotRequired[str]
    source: NotRequired[GetJudgesJudgeVersionsAnswerItemsItemSpecExamplesItemSource | None]


class PostJudgesJudgeVersionsBodySpec(TypedDict):
    subject: Literal["response", "label", "pair", "item", "criterion"]
    system: NotRequired[str]
    user: str
    output: Literal["analysis-score", "feedback-score", "score", "analysis-choice", "verdict", "analysis-answer", "answer", "analysis-label", "label"]
    profile: NotRequired[Literal["faithful", "structured"]]
    scale: NotRequired[PostJudgesJudgeVersionsBodySpecScale | None]
    labels: NotRequired[PostJudgesJudgeVersionsBodySpecLabels]
    examples: NotRequired[list[PostJudgesJudgeVersionsBodySpecExamplesItem]]
    temperature: NotRequired[float | None]
    maxOutputTokens: NotRequired[int]
    seed: NotRequired[int | None]
    samples: NotRequired[int]
    aggregation: NotRequired[Literal["majority", "median", "mean"]]
    swap: NotRequired[bool]


class PostJudgesJudgeVersionsBody(TypedDict):
    spec: PostJudgesJudgeVersionsBodySpec
    endpoint: str
    model: NotRequired[str | None]
    note: NotRequired[str]
    parent: str


GetJudgesJudgeWorkshopAnswerVersionsItemChange = TypedDict(
    "GetJudgesJudgeWorkshopAnswerVersionsItemChange",
    {
        "from": "float",
        "figures": "PostJudgeVersionsVersionHeldOutLooksAnswerFigures",
    },
)


class GetJudgesJudgeWorkshopAnswerVersionsItem(TypedDict):
    number: float
    figures: PostJudgeVersionsVersionHeldOutLooksAnswerFigures
    change: GetJudgesJudgeWorkshopAnswerVersionsItemChange | None


class GetJudgesJudgeWorkshopAnswerDisagreementsRowsItemTask(TypedDict):
    id: str
    key: str
    instruction: str
    tags: list[str]


class GetJudgesJudgeWorkshopAnswerDisagreementsRowsItemResponsesItem(TypedDict):
    id: str
    model: str | None
    text: str


class GetJudgesJudgeWorkshopAnswerDisagreementsRowsItemItem(TypedDict):
    id: str
    text: str


class GetJudgesJudgeWorkshopAnswerDisagreementsRowsItemPeopleItem(TypedDict):
    rater: str
    value: Literal["yes", "no", "na", "A", "B", "tie"] | float | str | None
    explanation: str


class GetJudgesJudgeWorkshopAnswerDisagreementsRowsItemJudge(TypedDict):
    value: Literal["yes", "no", "na", "A", "B", "tie"] | float | str
    lines: list[str]


class GetJudgesJudgeWorkshopAnswerDisagreementsRowsItem(TypedDict):
    task: GetJudgesJudgeWorkshopAnswerDisagreementsRowsItemTask
    responses: list[GetJudgesJudgeWorkshopAnswerDisagreementsRowsItemResponsesItem]
    item: GetJudgesJudgeWorkshopAnswerDisagreementsRowsItemItem | None
    label: Literal["yes", "no", "na", "A", "B", "tie"] | float | str
    people: list[GetJudgesJudgeWorkshopAnswerDisagreementsRowsItemPeopleItem]
    judge: GetJudgesJudgeWorkshopAnswerDisagreementsRowsItemJudge
    before: Literal["yes", "no", "na", "A", "B", "tie"] | float | str | None
    distance: float


class GetJudgesJudgeWorkshopAnswerDisagreements(TypedDict):
    count: float
    rows: list[GetJudgesJudgeWorkshopAnswerDisagreementsRowsItem]
    labels: list[str]
    tags: list[str]


class GetJudgesJudgeWorkshopAnswer(TypedDict):
    labelled: float
    split: float
    shown: float
    versions: list[GetJudgesJudgeWorkshopAnswerVersionsItem]
    disagreements: GetJudgesJudgeWorkshopAnswerDisagreements
    warnings: list[str]


GetLabellingsLabellingAnswer: TypeAlias = "GetBatchesIdLabellingsAnswerItemsItem"


class PostLinksFirstAdminAnswer(TypedDict):
    email: str


class PostLinksFirstAdminBody(TypedDict):
    token: str
    email: str
    name: str
    password: str


class PostLinksForgottenPasswordAnswer(TypedDict):
    sent: Literal[True]


class PostLinksForgottenPasswordBody(TypedDict):
    email: str


class PostLinksInvitationAnswer(TypedDict):
    email: str
    path: str


class PostLinksInvitationBody(TypedDict):
    token: str
    name: str
    password: str


PostLinksSetPasswordAnswer: TypeAlias = "PostLinksFirstAdminAnswer"


class PostLinksSetPasswordBody(TypedDict):
    token: str
    password: str


class GetOpenapiJsonAnswerServersItem(TypedDict):
    url: str


class GetOpenapiJsonAnswer(TypedDict):
    openapi: Literal["3.1.0"]
    info: dict[str, str]
    servers: list[GetOpenapiJsonAnswerServersItem]
    paths: dict[str, dict[str, Any]]
    components: dict[str, Any]


PatchParticipationLinkAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class PatchParticipationLinkBody(TypedDict):
    name: NotRequired[str]
    quota: NotRequired[int]
    expiresAt: NotRequired[str | None]
    closed: NotRequired[bool]


class GetParticipationLinkProlificAnswerStudySpent(TypedDict):
    rewards: float
    screenOuts: float
    bonuses: float


class GetParticipationLinkProlificAnswerStudySubmissionsItem(TypedDict):
    id: str
    externalId: str
    code: str | None
    status: str
    startedAt: str | None
    completedAt: str | None
    returnRequestedAt: str | None
    bonus: float
    busy: bool


class GetParticipationLinkProlificAnswerStudyActionsItem(TypedDict):
    id: str
    kind: Literal["create", "publish", "approve", "request_return", "reject", "screen_out", "bonus"]
    state: Literal["pending", "sending", "unclear", "done", "refused"]
    amount: float | None
    total: float | None
    problem: str | None
    createdAt: str
    endedAt: str | None
    submissions: list[str]


class GetParticipationLinkProlificAnswerStudy(TypedDict):
    id: str
    externalId: str | None
    name: str
    description: str
    reward: float
    places: float
    minutes: float
    autoApprove: bool
    screenOutReward: float | None
    screenOutPlaces: float | None
    canScreenOut: bool
    status: str | None
    currency: str | None
    placesTaken: float | None
    totalCost: float | None
    fetchedAt: str | None
    fetchProblem: str | None
    fetching: bool
    spent: GetParticipationLinkProlificAnswerStudySpent
    submissions: list[GetParticipationLinkProlificAnswerStudySubmissionsItem]
    actions: list[GetParticipationLinkProlificAnswerStudyActionsItem]


class GetParticipationLinkProlificAnswer(TypedDict):
    study: GetParticipationLinkProlificAnswerStudy | None


PostParticipationLinkProlificFetchAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class GetProjectsAnswerItemsItem(TypedDict):
    id: str
    name: str
    description: str
    sample: bool
    archivedAt: str | None
    createdAt: str
    role: Literal["annotator", "researcher", "admin"]


class GetProjectsAnswer(TypedDict):
    items: list[GetProjectsAnswerItemsItem]
    next: str | None


PostProjectsAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class PostProjectsBody(TypedDict):
    name: str
    description: NotRequired[str]


DeleteProjectsProjectAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class GetProjectsProjectAnswer(TypedDict):
    id: str
    name: str
    description: str
    sample: bool
    archivedAt: str | None
    createdAt: str
    onErasure: Literal["keep", "remove"]
    role: Literal["annotator", "researcher", "admin"]


PatchProjectsProjectAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class PatchProjectsProjectBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str]
    archived: NotRequired[bool]
    onErasure: NotRequired[Literal["keep", "remove"]]


class GetProjectsProjectBatchesAnswerItemsItem(TypedDict):
    id: str
    project: str
    dataset: str
    name: str
    state: Literal["draft", "open", "paused", "closed", "archived"]
    preset: str
    createdAt: str
    openedAt: str | None
    closedAt: str | None
    dueAt: str | None
    subjects: int
    slots: int
    submitted: int


class GetProjectsProjectBatchesAnswer(TypedDict):
    items: list[GetProjectsProjectBatchesAnswerItemsItem]
    next: str | None


class GetProjectsProjectDatasetsAnswerItemsItemCounts(TypedDict):
    tasks: float
    responses: float
    rubrics: float
    items: float
    drafts: float
    judgements: float
    decisions: float


class GetProjectsProjectDatasetsAnswerItemsItem(TypedDict):
    id: str
    project: str
    name: str
    source: str | None
    sample: bool
    state: Literal["ready", "archived"]
    counts: GetProjectsProjectDatasetsAnswerItemsItemCounts
    createdAt: str
    readyAt: str | None


class GetProjectsProjectDatasetsAnswer(TypedDict):
    items: list[GetProjectsProjectDatasetsAnswerItemsItem]
    next: str | None


GetProjectsProjectDependantsAnswer: TypeAlias = "GetDatasetsDatasetDependantsAnswer"


PostProjectsProjectEmptyAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class GetProjectsProjectEndpointsAnswer(TypedDict):
    items: list[GetEndpointsEndpointAnswer]
    next: str | None


class GetProjectsProjectExportsAnswerItemsItemStudy(TypedDict):
    kind: Literal["dataset", "batch"]
    id: str
    name: str | None


class GetProjectsProjectExportsAnswerItemsItem(TypedDict):
    id: str
    at: str
    by: str | None
    format: Literal["bundle", "csv", "jsonl", "parquet", "xlsx", "huggingface", "otel", "study", "agreement", "label-studio", "argilla", "preferences", "training"]
    study: GetProjectsProjectExportsAnswerItemsItemStudy
    rows: float | None
    sha256: str | None


class GetProjectsProjectExportsAnswer(TypedDict):
    items: list[GetProjectsProjectExportsAnswerItemsItem]
    next: str | None


class GetProjectsProjectImportsAnswer(TypedDict):
    items: list[GetImportsImportAnswer]
    next: str | None


PostProjectsProjectImportsAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class GetProjectsProjectInvitationsAnswerItemsItem(TypedDict):
    id: str
    email: str
    name: str
    role: Literal["annotator", "researcher", "admin"]
    createdAt: str
    expiresAt: str


class GetProjectsProjectInvitationsAnswer(TypedDict):
    items: list[GetProjectsProjectInvitationsAnswerItemsItem]
    next: str | None


DeleteProjectsProjectInvitationsInvitationAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class GetProjectsProjectJudgesAnswer(TypedDict):
    items: list[GetJudgesJudgeAnswer]
    next: str | None


PostProjectsProjectJudgesAnswer: TypeAlias = "GetJudgesJudgeAnswer"


class PostProjectsProjectJudgesBody(TypedDict):
    name: str
    spec: NotRequired[PostJudgesJudgeVersionsBodySpec]
    endpoint: str
    model: NotRequired[str | None]
    note: NotRequired[str]
    origin: NotRequired[str | None]


PostProjectsProjectJudgesPanelsAnswer: TypeAlias = "GetJudgesJudgeAnswer"


class PostProjectsProjectJudgesPanelsBody(TypedDict):
    name: str
    members: list[str]
    rule: Literal["majority", "median", "mean", "weighted"]
    dataset: NotRequired[str | None]
    note: NotRequired[str]


class PostProjectsProjectJudgesPreviewAnswerLintsItem(TypedDict):
    severity: Literal["error", "warning"]
    code: str
    message: str


class PostProjectsProjectJudgesPreviewAnswerRunPromptPromptsItem(TypedDict):
    messages: list[GetAssignmentsIdAnswerTaskMessagesItem]
    schema: dict[str, Any] | None
    times: float


class PostProjectsProjectJudgesPreviewAnswerRunPrompt(TypedDict):
    at: float
    task: str
    responses: list[str]
    prompts: list[PostProjectsProjectJudgesPreviewAnswerRunPromptPromptsItem]
    more: float
    goesOn: bool


class PostProjectsProjectJudgesPreviewAnswerRun(TypedDict):
    units: float
    unfit: float
    calls: float
    left: float | None
    inputTokens: float
    outputTokens: float
    costMicros: float | None
    currency: str
    priceSince: str | None
    sampled: bool
    seconds: float
    rubric: PostBatchesBodyArmsItemStepsItemRubricRubricRun | PostBatchesBodyArmsItemStepsItemRubricRubricMethod | PostBatchesBodyArmsItemStepsItemRubricRubricRules | PostBatchesBodyArmsItemStepsItemRubricRubricImported | PostBatchesBodyArmsItemStepsItemRubricRubricReviewed | PostBatchesBodyArmsItemStepsItemRubricRubricPeople | None
    prompt: PostProjectsProjectJudgesPreviewAnswerRunPrompt | None


class PostProjectsProjectJudgesPreviewAnswer(TypedDict):
    lints: list[PostProjectsProjectJudgesPreviewAnswerLintsItem]
    isHeldOut: bool
    run: PostProjectsProjectJudgesPreviewAnswerRun | None


class PostProjectsProjectJudgesPreviewBody(TypedDict):
    spec: PostJudgesJudgeVersionsBodySpec
    endpoint: str
    model: NotRequired[str | None]
    dataset: str
    show: NotRequired[int]


class GetProjectsProjectPeopleAnswerItemsItem(TypedDict):
    id: str
    user: str
    name: str
    email: str | None
    role: Literal["annotator", "researcher", "admin"]
    pseudonym: str
    disabled: bool
    createdAt: str


class GetProjectsProjectPeopleAnswer(TypedDict):
    items: list[GetProjectsProjectPeopleAnswerItemsItem]
    next: str | None


class PostProjectsProjectPeopleAnswer(TypedDict):
    id: str
    pseudonym: str


class PostProjectsProjectPeopleBody(TypedDict):
    email: str
    role: Literal["annotator", "researcher", "admin"]


PatchProjectsProjectPeopleMembershipAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class PatchProjectsProjectPeopleMembershipBody(TypedDict):
    role: NotRequired[Literal["annotator", "researcher", "admin"]]
    disabled: NotRequired[bool]


class GetProjectsProjectProlificAnswerConnection(TypedDict):
    tokenLastFour: str
    createdAt: str
    checkedAt: str | None
    currency: str | None
    problem: str | None


class GetProjectsProjectProlificAnswer(TypedDict):
    connection: GetProjectsProjectProlificAnswerConnection | None


class GetProjectsProjectRunsAnswerItemsItem(TypedDict):
    id: str
    project: str
    dataset: str
    endpoint: str
    name: str
    method: str
    methodVersion: str
    model: str
    state: Literal["draft", "running", "paused", "paused_budget", "done", "cancelled"]
    pausedFor: str | None
    units: int
    requests: int
    costMicros: float
    createdAt: str
    startedAt: str | None
    finishedAt: str | None


class GetProjectsProjectRunsAnswer(TypedDict):
    items: list[GetProjectsProjectRunsAnswerItemsItem]
    next: str | None


PostProjectsProjectRunsAnswer: TypeAlias = "PostJudgeVersionsVersionRunsAnswer"


class PostProjectsProjectRunsBodySelectionDemonstration(TypedDict):
    task: str
    response: str


class PostProjectsProjectRunsBodySelection(TypedDict):
    filter: NotRequired[PostBatchesBodySelectionFilter]
    tasks: NotRequired[list[str]]
    first: NotRequired[int]
    pair: NotRequired[list[str]]
    rubric: NotRequired[PostBatchesBodyArmsItemStepsItemRubricRubricRun | PostBatchesBodyArmsItemStepsItemRubricRubricMethod | PostBatchesBodyArmsItemStepsItemRubricRubricRules | PostBatchesBodyArmsItemStepsItemRubricRubricImported | PostBatchesBodyArmsItemStepsItemRubricRubricReviewed | PostBatchesBodyArmsItemStepsItemRubricRubricPeople]
    rubricMethod: NotRequired[str]
    demonstration: NotRequired[PostProjectsProjectRunsBodySelectionDemonstration]
    description: NotRequired[str]


class PostProjectsProjectRunsBody(TypedDict):
    dataset: str
    method: str
    params: NotRequired[dict[str, Any]]
    endpoint: str
    model: NotRequired[str | None]
    selection: NotRequired[PostProjectsProjectRunsBodySelection]
    name: str
    maxCalls: NotRequired[int | None]
    maxCostMicros: NotRequired[int | None]
    uncached: NotRequired[bool]
    cachePolicy: NotRequired[Literal["use", "refresh", "replay-only"]]
    addResponses: NotRequired[Literal["none", "final", "all"]]
    start: NotRequired[bool]
    published: NotRequired[bool]


PostProjectsProjectRunsPreviewAnswer: TypeAlias = "PostProjectsProjectJudgesPreviewAnswerRun"


class PostProjectsProjectRunsPreviewBody(TypedDict):
    dataset: str
    method: str
    params: NotRequired[dict[str, Any]]
    endpoint: str
    model: NotRequired[str | None]
    selection: NotRequired[PostProjectsProjectRunsBodySelection]
    show: NotRequired[int]


class GetProjectsProjectStudiesAnswerItemsItem(TypedDict):
    id: str
    title: str
    version: float
    state: Literal["freezing", "frozen", "failed"]
    frozenAt: str | None
    sha256: str | None
    batches: float
    datasets: float
    judgements: float | None
    isPublic: bool


class GetProjectsProjectStudiesAnswer(TypedDict):
    items: list[GetProjectsProjectStudiesAnswerItemsItem]
    next: str | None


class PostProjectsProjectStudiesAnswer(TypedDict):
    id: str
    version: int


class PostProjectsProjectStudiesBody(TypedDict):
    title: str
    authors: NotRequired[str]
    notes: NotRequired[str]
    batches: NotRequired[list[str]]
    datasets: NotRequired[list[str]]


class GetProjectsProjectWebhooksAnswerItemsItem(TypedDict):
    id: str
    url: str
    events: list[Literal["batch.finished", "batch.closed", "subject.finished", "assignment.submitted", "run.finished", "run.stopped"]]
    state: Literal["on", "paused", "off"]
    secretLastFour: str
    failingSince: str | None
    createdAt: str


class GetProjectsProjectWebhooksAnswer(TypedDict):
    items: list[GetProjectsProjectWebhooksAnswerItemsItem]
    next: str | None


PostQuestionsQuestionAnswerAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class PostQuestionsQuestionAnswerBody(TypedDict):
    text: str


PostQuestionsQuestionPublishAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class PostQuestionsQuestionPublishBody(TypedDict):
    question: str
    answer: str


PostQuestionsQuestionSettleAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


PostQuestionsQuestionWithdrawAnswer: TypeAlias = "PostAssignmentsIdQuestionAnswer"


class GetReportsOfIdAnswer1AsOf(TypedDict):
    at: str
    subjects: int
    finished: int
    rate: float | None


class GetReportsOfIdAnswer1ReportStudy(TypedDict):
    name: str
    tasks: float
    responses: float
    drafts: float
    judgements: float
    decisions: float
    labellings: float
    labellingsSetAside: float
    adjudicated: float
    raters: dict[str, float]
    setAside: float
    skipped: float
    undated: float
    repeated: float


class GetReportsOfIdAnswer1ReportMadeMacroItem(TypedDict):
    name: str
    tags: list[str]


class GetReportsOfIdAnswer1ReportMade(TypedDict):
    replicates: float
    seed: float
    confidence: NotRequired[float]
    epsilon: NotRequired[float]
    compat: NotRequired[Literal["llmbar", "checklists"]]
    macro: NotRequired[list[GetReportsOfIdAnswer1ReportMadeMacroItem]]
    rules: float
    data: str | None
    wordsPerMinute: float


class GetReportsOfIdAnswer1ReportReliabilityItemItems(TypedDict):
    count: float
    without: float
    median: float | None
    lowest: float | None
    highest: float | None
    stratified: float | None
    stratifiedCi: list[float] | None
    stratifiedReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    exceedsEvery: bool


class GetReportsOfIdAnswer1ReportReliabilityItem(TypedDict):
    scope: str
    level: Literal["nominal", "ordinal", "interval", "ratio"]
    raters: Literal["human", "human+llm"]
    exposure: Literal["independent", "exposed", "unknown", "any"]
    value: float | None
    ci: list[float] | None
    items: GetReportsOfIdAnswer1ReportReliabilityItemItems | None
    units: float
    raterCount: float
    pairable: float
    percentAgreement: float | None
    percentCi: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    ac1: float | None
    ac1Ci: list[float] | None
    ac1Reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    weightedPercent: float | None
    weightedPercentCi: list[float] | None
    ac2: float | None
    ac2Ci: list[float] | None
    ac2Reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    clusters: float
    fewClusters: bool
    values: dict[str, float]
    na: float
    adjudicated: float


class GetReportsOfIdAnswer1ReportArmsItem(TypedDict):
    scope: str
    level: Literal["nominal", "ordinal", "interval", "ratio"]
    raters: Literal["human", "human+llm"]
    exposure: Literal["independent", "exposed", "unknown", "any"]
    value: float | None
    ci: list[float] | None
    items: GetReportsOfIdAnswer1ReportReliabilityItemItems | None
    units: float
    raterCount: float
    pairable: float
    percentAgreement: float | None
    percentCi: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    ac1: float | None
    ac1Ci: list[float] | None
    ac1Reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    weightedPercent: float | None
    weightedPercentCi: list[float] | None
    ac2: float | None
    ac2Ci: list[float] | None
    ac2Reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    clusters: float
    fewClusters: bool
    values: dict[str, float]
    na: float
    adjudicated: float
    arm: str


class GetReportsOfIdAnswer1ReportPositionsItem(TypedDict):
    scope: str
    level: Literal["nominal", "ordinal", "interval", "ratio"]
    raters: Literal["human", "human+llm"]
    exposure: Literal["independent", "exposed", "unknown", "any"]
    value: float | None
    ci: list[float] | None
    items: GetReportsOfIdAnswer1ReportReliabilityItemItems | None
    units: float
    raterCount: float
    pairable: float
    percentAgreement: float | None
    percentCi: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    ac1: float | None
    ac1Ci: list[float] | None
    ac1Reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    weightedPercent: float | None
    weightedPercentCi: list[float] | None
    ac2: float | None
    ac2Ci: list[float] | None
    ac2Reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    clusters: float
    fewClusters: bool
    values: dict[str, float]
    na: float
    adjudicated: float
    position: str
    expectedAgreement: float | None


class GetReportsOfIdAnswer1ReportPositionWorkItem(TypedDict):
    position: str
    judgements: float
    medianSeconds: float | None
    timed: float
    drafted: float
    accepted: float
    acceptedShare: float | None
    ci: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    tasks: float


class GetReportsOfIdAnswer1ReportSidesItem(TypedDict):
    rater: str | None
    preferences: float
    left: float
    right: float
    ties: float
    leftShare: float | None
    ci: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    tasks: float


class GetReportsOfIdAnswer1ReportHumanVsLlmItemConfusion(TypedDict):
    values: list[str]
    counts: list[list[float]]


class GetReportsOfIdAnswer1ReportHumanVsLlmItem(TypedDict):
    llm: str
    raterKind: NotRequired[Literal["rules"]]
    method: str | None
    condition: NotRequired[str]
    item: str
    exposure: Literal["independent", "exposed", "unknown", "any"]
    n: float
    pearson: float | None
    spearman: float | None
    kendall: float | None
    meanDifference: float | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    ci: dict[str, list[float] | None]
    draftSeen: float
    ties: float
    unread: float
    humanNa: float
    llmNa: float
    confusion: GetReportsOfIdAnswer1ReportHumanVsLlmItemConfusion | None


class GetReportsOfIdAnswer1ReportAccuracyItem(TypedDict):
    llm: str
    raterKind: NotRequired[Literal["rules"]]
    method: str | None
    condition: NotRequired[str]
    item: str
    exposure: Literal["independent", "exposed", "unknown", "any"]
    n: float
    correct: float
    undecided: float
    leftToRules: float
    draftSeen: float
    ties: float
    strict: float | None
    strictCi: list[float] | None
    strictReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    lenient: float | None
    lenientCi: list[float] | None
    lenientReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None


class GetReportsOfIdAnswer1ReportPreferencesItemMachine(TypedDict):
    llm: str
    raterKind: NotRequired[Literal["rules"]]
    method: str | None
    condition: NotRequired[str]


class GetReportsOfIdAnswer1ReportPreferencesItem(TypedDict):
    machine: GetReportsOfIdAnswer1ReportPreferencesItemMachine | None
    exposure: Literal["independent", "exposed", "unknown", "any"]
    n: float
    ties: float
    unread: float
    draftSeen: float
    fromPerson: float | None
    fromPersonCi: list[float] | None
    pld: list[float] | None
    wpld: float | None
    wpldCi: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None


class GetReportsOfIdAnswer1ReportPairingsItem(TypedDict):
    scope: str
    pairing: Literal["llm-human", "assisted-human", "human-human"]
    machine: GetReportsOfIdAnswer1ReportPreferencesItemMachine | None
    value: float | None
    ci: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    pairs: float
    undefinedPairs: float
    leftOut: float
    units: float


class GetReportsOfIdAnswer1ReportDistributionsItem(TypedDict):
    scope: str
    machine: GetReportsOfIdAnswer1ReportPreferencesItemMachine | None
    exposure: Literal["independent", "exposed", "unknown", "any"] | None
    responseModel: str
    values: dict[str, float]
    n: float
    mean: float | None
    sd: float | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None


class GetReportsOfIdAnswer1ReportAlternativeItem(TypedDict):
    llm: str
    raterKind: NotRequired[Literal["rules"]]
    method: str | None
    condition: NotRequired[str]
    scope: str
    people: float
    units: float
    advantage: float | None
    advantageCi: list[float] | None
    winningRate: float | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None


class GetReportsOfIdAnswer1ReportAgainstGoldItemClassesItem(TypedDict):
    value: str
    n: float
    precision: float | None
    recall: float | None
    f1: float | None


class GetReportsOfIdAnswer1ReportAgainstGoldItem(TypedDict):
    rater: str
    raterKind: Literal["human", "llm", "rules", "gold", "adjudicator"]
    method: str | None
    condition: str | None
    subset: str
    n: float
    exposed: float
    accuracy: float | None
    accuracyTiesHalf: float | None
    accuracyBoth: float | None
    positionalAgreement: float | None
    hedging: float | None
    unparsed: float | None
    precisionMacro: float | None
    recallMacro: float | None
    f1Macro: float | None
    kappa: float | None
    alpha: float | None
    mae: float | None
    rmse: float | None
    spread: float | None
    classes: list[GetReportsOfIdAnswer1ReportAgainstGoldItemClassesItem]
    ci: dict[str, list[float] | None]
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None


class GetReportsOfIdAnswer1ReportAgainstMajorityItem(TypedDict):
    rater: str
    raterKind: Literal["human", "llm", "rules", "gold", "adjudicator"]
    method: str | None
    condition: str | None
    subset: str
    n: float
    exposed: float
    accuracy: float | None
    accuracyTiesHalf: float | None
    accuracyBoth: float | None
    positionalAgreement: float | None
    hedging: float | None
    unparsed: float | None
    precisionMacro: float | None
    recallMacro: float | None
    f1Macro: float | None
    kappa: float | None
    alpha: float | None
    mae: float | None
    rmse: float | None
    spread: float | None
    classes: list[GetReportsOfIdAnswer1ReportAgainstGoldItemClassesItem]
    ci: dict[str, list[float] | None]
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    exposure: Literal["independent", "exposed", "unknown", "any"]


class GetReportsOfIdAnswer1ReportDecisionsLines(TypedDict):
    n: float
    accept: float | None
    revise: float | None
    remove: float | None
    add: float | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    counts: dict[str, float]
    bulk: float
    ci: dict[str, list[float] | None]


class GetReportsOfIdAnswer1ReportDecisionsGroupsItem(TypedDict):
    of: Literal["lines", "items"]
    by: Literal["family", "criterion", "method", "policy", "model", "writer", "group"]
    group: str
    shares: GetReportsOfIdAnswer1ReportDecisionsLines


class GetReportsOfIdAnswer1ReportDecisionsEditedItem(TypedDict):
    item: str
    of: Literal["lines", "items"]
    decided: float
    edited: float
    share: float
    examples: list[str]


class GetReportsOfIdAnswer1ReportDecisionsLengthsItem(TypedDict):
    model: str | None
    method: str | None
    rubrics: float
    items: float
    drafted: float
    sd: float | None
    sdReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    shortest: float
    longest: float
    reviews: float
    final: float | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None


class GetReportsOfIdAnswer1ReportDecisionsWordsItemCriteriaItem(TypedDict):
    name: str
    tasks: float


class GetReportsOfIdAnswer1ReportDecisionsWordsItem(TypedDict):
    kind: Literal["verb", "noun"]
    word: str
    tasks: float
    criteria: list[GetReportsOfIdAnswer1ReportDecisionsWordsItemCriteriaItem]


class GetReportsOfIdAnswer1ReportDecisionsReasonsItem(TypedDict):
    of: Literal["lines", "items", "values"]
    action: Literal["accept", "revise", "remove", "add"]
    code: str | None
    count: float
    share: float


class GetReportsOfIdAnswer1ReportDecisionsSurvivalItem(TypedDict):
    item: str
    exposure: Literal["independent", "exposed", "unknown", "any"]
    decided: float
    accepted: float
    revised: float
    removed: float
    kept: float | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None


class GetReportsOfIdAnswer1ReportDecisionsByItemValueValues(TypedDict):
    raised: float
    lowered: float
    unchanged: float


class GetReportsOfIdAnswer1ReportDecisionsByItemValue(TypedDict):
    lines: GetReportsOfIdAnswer1ReportDecisionsLines
    scoreLines: GetReportsOfIdAnswer1ReportDecisionsLines
    evidenceLines: GetReportsOfIdAnswer1ReportDecisionsLines
    values: GetReportsOfIdAnswer1ReportDecisionsByItemValueValues


class GetReportsOfIdAnswer1ReportDecisions(TypedDict):
    lines: GetReportsOfIdAnswer1ReportDecisionsLines
    scoreLines: GetReportsOfIdAnswer1ReportDecisionsLines
    evidenceLines: GetReportsOfIdAnswer1ReportDecisionsLines
    groups: list[GetReportsOfIdAnswer1ReportDecisionsGroupsItem]
    edited: list[GetReportsOfIdAnswer1ReportDecisionsEditedItem]
    lengths: list[GetReportsOfIdAnswer1ReportDecisionsLengthsItem]
    words: list[GetReportsOfIdAnswer1ReportDecisionsWordsItem]
    reasons: list[GetReportsOfIdAnswer1ReportDecisionsReasonsItem]
    survival: list[GetReportsOfIdAnswer1ReportDecisionsSurvivalItem]
    items: GetReportsOfIdAnswer1ReportDecisionsLines
    byItem: dict[str, GetReportsOfIdAnswer1ReportDecisionsByItemValue]
    valuesInBulk: float
    withoutLines: float
    agreement: list[GetReportsOfIdAnswer1ReportReliabilityItem]


class GetReportsOfIdAnswer1ReportExplanationsItem(TypedDict):
    scope: str
    values: float
    explained: float
    share: float | None
    ci: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    words: float | None
    wordsCi: list[float] | None
    wordsReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    tasks: float


class GetReportsOfIdAnswer1ReportRatersPairsItemFirst(TypedDict):
    rater: str
    kind: Literal["human", "llm", "rules", "gold", "adjudicator"]
    method: str | None
    condition: NotRequired[str]


class GetReportsOfIdAnswer1ReportRatersPairsItem(TypedDict):
    scope: str
    level: Literal["nominal", "ordinal", "interval", "ratio"]
    exposure: Literal["independent", "exposed", "unknown", "any"]
    first: GetReportsOfIdAnswer1ReportRatersPairsItemFirst
    second: GetReportsOfIdAnswer1ReportRatersPairsItemFirst
    value: float | None
    ci: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    percentAgreement: float | None
    units: float


class GetReportsOfIdAnswer1ReportRatersEachItem(TypedDict):
    scope: str
    level: Literal["nominal", "ordinal", "interval", "ratio"]
    exposure: Literal["independent", "exposed", "unknown", "any"]
    rater: GetReportsOfIdAnswer1ReportRatersPairsItemFirst | None
    units: float
    agreement: float | None
    correlation: float | None
    agreementCi: list[float] | None
    correlationCi: list[float] | None
    agreementReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    correlationReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    averaged: float
    leftOut: float
    draftSeen: float
    alpha: float | None
    alphaReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    alphaError: float | None
    alphaErrorReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    alphaRatersCi: list[float] | None
    alphaBothCi: list[float] | None


class GetReportsOfIdAnswer1ReportRaters(TypedDict):
    pairs: list[GetReportsOfIdAnswer1ReportRatersPairsItem]
    each: list[GetReportsOfIdAnswer1ReportRatersEachItem]


class GetReportsOfIdAnswer1ReportAnchoringReadingItem(TypedDict):
    scope: str
    origin: Literal["llm", "rules"] | None
    accepted: float
    faster: float
    share: float | None
    ci: list[float] | None
    medianSeconds: float | None
    medianWords: float | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    tasks: float


class GetReportsOfIdAnswer1ReportAnchoringContrastsItem(TypedDict):
    scope: str
    origin: Literal["llm", "rules"] | None
    by: Literal["arm", "exposure"]
    first: str
    second: str
    statistic: Literal["mean", "alpha", "draft"]
    level: Literal["nominal", "ordinal", "interval", "ratio"] | None
    firstValue: float | None
    firstReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    firstRatings: float
    secondValue: float | None
    secondReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    secondRatings: float
    difference: float | None
    ci: list[float] | None
    p: float | None
    pHolm: float | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    tasks: float


class GetReportsOfIdAnswer1ReportAnchoringOnDraftItem(TypedDict):
    scope: str
    origin: Literal["llm", "rules"] | None
    exposure: Literal["independent", "exposed", "unknown", "any"]
    values: float
    onDraft: float
    draftShare: float | None
    draftShareCi: list[float] | None
    pairs: float
    agreeing: float
    agreeingOnDraft: float
    agreeingShare: float | None
    agreeingShareCi: list[float] | None
    expectedShare: float | None
    valuesReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    pairsReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    tasks: float


class GetReportsOfIdAnswer1ReportAnchoringChangesItem(TypedDict):
    scope: str
    origin: Literal["llm", "rules"] | None
    differed: float
    switched: float
    changed: float
    switchRate: float | None
    switchRateCi: list[float] | None
    changeRate: float | None
    changeRateCi: list[float] | None
    differedReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    agreed: float
    left: float
    leaveRate: float | None
    leaveRateCi: list[float] | None
    agreedReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    weightOfAdvice: float | None
    weightOfAdviceCi: list[float] | None
    advised: float
    beyond: float
    adviceReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    tasks: float


class GetReportsOfIdAnswer1ReportAnchoringStancesItem(TypedDict):
    scope: str
    origin: Literal["llm", "rules"] | None
    stance: Literal["correction", "scrutiny", "subjectivity", "outlier"]
    qualified: float
    count: float
    share: float | None
    ci: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    tasks: float


class GetReportsOfIdAnswer1ReportAnchoringDetectionItem(TypedDict):
    kind: Literal["verdict", "item", "labels"]
    by: Literal["all", "arm", "rater"]
    group: str | None
    detection: float | None
    detectionCi: list[float] | None
    detectionReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    planted: float
    falseAlarm: float | None
    falseAlarmCi: list[float] | None
    falseAlarmReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    left: float
    tasks: float


class GetReportsOfIdAnswer1ReportAnchoring(TypedDict):
    reading: list[GetReportsOfIdAnswer1ReportAnchoringReadingItem]
    contrasts: list[GetReportsOfIdAnswer1ReportAnchoringContrastsItem]
    onDraft: list[GetReportsOfIdAnswer1ReportAnchoringOnDraftItem]
    changes: list[GetReportsOfIdAnswer1ReportAnchoringChangesItem]
    stances: list[GetReportsOfIdAnswer1ReportAnchoringStancesItem]
    detection: list[GetReportsOfIdAnswer1ReportAnchoringDetectionItem]


class GetReportsOfIdAnswer1ReportAnnotatorsItemLooksItem(TypedDict):
    look: Literal["fast", "same-value", "apart", "drift", "gold", "planted", "unread"]
    why: str


class GetReportsOfIdAnswer1ReportAnnotatorsItem(TypedDict):
    rater: str
    judgements: float
    decisions: float
    labellings: float
    activeHours: float | None
    activeReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    perHour: float | None
    medianSeconds: float | None
    timed: float
    timeReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    agreement: float | None
    compared: float
    agreementCi: list[float] | None
    agreementReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    drift: float | None
    driftCi: list[float] | None
    driftReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    golds: float
    goldShare: float | None
    goldCi: list[float] | None
    goldReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    goldDistance: float | None
    goldShared: float | None
    planted: float
    detection: float | None
    detectionCi: list[float] | None
    detectionReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    left: float
    falseAlarm: float | None
    falseAlarmCi: list[float] | None
    falseAlarmReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    judgementsOnScale: float
    topValue: str | None
    topShare: float | None
    othersShare: float | None
    topReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    longestRun: float | None
    longestRunReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    takenOver: float
    unreadShare: float | None
    unreadReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    looks: list[GetReportsOfIdAnswer1ReportAnnotatorsItemLooksItem]


class GetReportsOfIdAnswer1ReportChecklistByRaterItemCi(TypedDict):
    passRate: list[float] | None
    drfr: list[float] | None
    weightedPassRate: NotRequired[list[float] | None]


class GetReportsOfIdAnswer1ReportChecklistByRaterItem(TypedDict):
    rater: str
    raterKind: Literal["human", "llm", "rules", "gold", "adjudicator"]
    method: str | None
    condition: NotRequired[str]
    responseModel: str
    category: str | None
    answered: float
    passRate: float | None
    drfr: float | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    weightedPassRate: NotRequired[float | None]
    ci: GetReportsOfIdAnswer1ReportChecklistByRaterItemCi
    responses: float
    na: float
    exposures: dict[str, float]


class GetReportsOfIdAnswer1ReportChecklist(TypedDict):
    byRater: list[GetReportsOfIdAnswer1ReportChecklistByRaterItem]


class GetReportsOfIdAnswer1ReportLabelsItemSetAlpha(TypedDict):
    value: float | None
    ci: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None


class GetReportsOfIdAnswer1ReportLabelsItem(TypedDict):
    level: Literal["nominal", "ordinal", "interval", "ratio"]
    exposure: Literal["independent", "exposed", "unknown", "any"]
    value: float | None
    ci: list[float] | None
    items: GetReportsOfIdAnswer1ReportReliabilityItemItems | None
    units: float
    raterCount: float
    pairable: float
    percentAgreement: float | None
    percentCi: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    ac1: float | None
    ac1Ci: list[float] | None
    ac1Reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    weightedPercent: float | None
    weightedPercentCi: list[float] | None
    ac2: float | None
    ac2Ci: list[float] | None
    ac2Reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    clusters: float
    fewClusters: bool
    values: dict[str, float]
    na: float
    question: str
    label: str | None
    setAlpha: NotRequired[GetReportsOfIdAnswer1ReportLabelsItemSetAlpha]


class GetReportsOfIdAnswer1ReportLabelSharesItem(TypedDict):
    question: str
    text: str
    arm: str | None
    value: str
    label: str
    count: float
    answers: float
    share: float | None
    ci: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    tasks: float


class GetReportsOfIdAnswer1ReportOverlapItem(TypedDict):
    question: str
    first: str
    second: str
    rater: str | None
    both: float
    firstOnly: float
    secondOnly: float
    firstShare: float | None
    firstCi: list[float] | None
    secondShare: float | None
    secondCi: list[float] | None
    secondReason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    tasks: float


class GetReportsOfIdAnswer1ReportAnswerNumbersItem(TypedDict):
    question: str
    text: str
    arm: str | None
    mean: float | None
    ci: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    sd: float | None
    median: float | None
    min: float
    max: float
    answers: float
    raters: float
    tasks: float


class GetReportsOfIdAnswer1ReportAnswerTextsItem(TypedDict):
    question: str
    text: str
    arm: str | None
    answers: float
    raters: float
    tasks: float
    medianWords: float | None


class GetReportsOfIdAnswer1ReportAnswerAgreementItem(TypedDict):
    level: Literal["nominal", "ordinal", "interval", "ratio"]
    value: float | None
    ci: list[float] | None
    items: GetReportsOfIdAnswer1ReportReliabilityItemItems | None
    units: float
    raterCount: float
    pairable: float
    percentAgreement: float | None
    percentCi: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    ac1: float | None
    ac1Ci: list[float] | None
    ac1Reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    weightedPercent: float | None
    weightedPercentCi: list[float] | None
    ac2: float | None
    ac2Ci: list[float] | None
    ac2Reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None
    clusters: float
    fewClusters: bool
    values: dict[str, float]
    na: float
    question: str
    option: str | None
    setAlpha: NotRequired[GetReportsOfIdAnswer1ReportLabelsItemSetAlpha]


class GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage(TypedDict):
    value: float | None
    ci: list[float] | None
    n: float
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None


class GetReportsOfIdAnswer1ReportJudgeCardsItemConfidenceBinsItem(TypedDict):
    low: float
    high: float
    n: float
    confidence: float
    right: float


class GetReportsOfIdAnswer1ReportJudgeCardsItemConfidence(TypedDict):
    bins: list[GetReportsOfIdAnswer1ReportJudgeCardsItemConfidenceBinsItem]
    ece: float | None
    brier: float | None
    n: float
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None


class GetReportsOfIdAnswer1ReportJudgeCardsItemTagsItem(TypedDict):
    tag: str
    n: float
    accuracy: float | None
    ci: list[float] | None
    isReadable: bool


class GetReportsOfIdAnswer1ReportJudgeCardsItem(TypedDict):
    rater: str
    raterKind: Literal["human", "llm", "rules", "gold", "adjudicator"]
    method: str | None
    condition: str | None
    reference: Literal["gold", "people"]
    exposure: Literal["independent", "exposed", "unknown", "any"] | None
    heldOut: float
    units: float
    asked: float
    read: float
    coverage: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    abstention: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    accuracy: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    tpr: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    tnr: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    kappa: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    humanKappa: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    rmse: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    confidence: GetReportsOfIdAnswer1ReportJudgeCardsItemConfidence
    samples: GetReportsOfIdAnswer1ReportJudgeCardsItemConfidence
    flips: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    firstSide: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    lengthSlope: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    correlation: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    lengthAdjusted: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    ownFamily: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    family: str | None
    stability: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    dollarsPerValue: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    secondsPerValue: GetReportsOfIdAnswer1ReportJudgeCardsItemCoverage
    tags: list[GetReportsOfIdAnswer1ReportJudgeCardsItemTagsItem]
    fewestPerTag: float | None


GetReportsOfIdAnswer1ReportModelEstimatesItem = TypedDict(
    "GetReportsOfIdAnswer1ReportModelEstimatesItem",
    {
        "rater": "str",
        "raterKind": "Literal[\"human\", \"llm\", \"rules\", \"gold\", \"adjudicator\"]",
        "method": "str | None",
        "condition": "str | None",
        "measure": "Literal[\"mean\", \"drfr\", \"pass-rate\", \"win-rate\"]",
        "scope": "str",
        "responseModel": "str",
        "units": "float",
        "unread": "float",
        "labelled": "float",
        "human": "float | None",
        "humanCi": "list[float] | None",
        "judge": "float | None",
        "judgeCi": "list[float] | None",
        "powered": "float | None",
        "poweredCi": "list[float] | None",
        "reason": "Literal[\"no-ratings\", \"no-pairable-values\", \"no-common-units\", \"fewer-than-2-pairs\", \"no-variation\", \"expected-agreement-is-1\", \"constant-input\", \"single-category\", \"negative-values-ratio\", \"non-numeric-values\", \"incomplete-ratings\", \"zero-denominator\", \"judge-at-chance\", \"not-connected\", \"not-converged\", \"no-answered-requirements\", \"zero-total-weight\", \"mixed-scales\", \"open-scale\", \"nothing-decided\", \"none-qualify\", \"too-many-values\", \"drafts-in-view\", \"unequal-chances\", \"exposure-unknown\", \"fewer-than-2-values\", \"fewer-than-10-units\", \"fewer-than-3-raters\", \"fewer-than-30-units\", \"no-time\", \"not-measured\", \"no-lengths\", \"no-family\"] | None",
        "lambda": "float | None",
        "effective": "float | None",
        "corrected": "float | None",
        "correctedCi": "list[float] | None",
        "correctedReason": "Literal[\"no-ratings\", \"no-pairable-values\", \"no-common-units\", \"fewer-than-2-pairs\", \"no-variation\", \"expected-agreement-is-1\", \"constant-input\", \"single-category\", \"negative-values-ratio\", \"non-numeric-values\", \"incomplete-ratings\", \"zero-denominator\", \"judge-at-chance\", \"not-connected\", \"not-converged\", \"no-answered-requirements\", \"zero-total-weight\", \"mixed-scales\", \"open-scale\", \"nothing-decided\", \"none-qualify\", \"too-many-values\", \"drafts-in-view\", \"unequal-chances\", \"exposure-unknown\", \"fewer-than-2-values\", \"fewer-than-10-units\", \"fewer-than-3-raters\", \"fewer-than-30-units\", \"no-time\", \"not-measured\", \"no-lengths\", \"no-family\"] | None",
        "tpr": "float | None",
        "tnr": "float | None",
    },
)


class GetReportsOfIdAnswer1ReportModelDifferencesItem(TypedDict):
    rater: str
    raterKind: Literal["human", "llm", "rules", "gold", "adjudicator"]
    method: str | None
    condition: str | None
    measure: Literal["mean", "drfr", "pass-rate", "win-rate"]
    scope: str
    first: str
    second: str
    human: float | None
    humanCi: list[float] | None
    judge: float | None
    judgeCi: list[float] | None
    powered: float | None
    poweredCi: list[float] | None
    reason: Literal["no-ratings", "no-pairable-values", "no-common-units", "fewer-than-2-pairs", "no-variation", "expected-agreement-is-1", "constant-input", "single-category", "negative-values-ratio", "non-numeric-values", "incomplete-ratings", "zero-denominator", "judge-at-chance", "not-connected", "not-converged", "no-answered-requirements", "zero-total-weight", "mixed-scales", "open-scale", "nothing-decided", "none-qualify", "too-many-values", "drafts-in-view", "unequal-chances", "exposure-unknown", "fewer-than-2-values", "fewer-than-10-units", "fewer-than-3-raters", "fewer-than-30-units", "no-time", "not-measured", "no-lengths", "no-family"] | None


GetReportsOfIdAnswer1ReportRankingsItem = TypedDict(
    "GetReportsOfIdAnswer1ReportRankingsItem",
    {
        "source": "Literal[\"people\", \"judge\", \"corrected\"]",
        "rater": "str | None",
        "method": "str | None",
        "condition": "str | None",
        "exposure": "Literal[\"independent\", \"exposed\", \"unknown\", \"any\"]",
        "responseModel": "str",
        "rank": "float",
        "strength": "float | None",
        "ci": "list[float] | None",
        "ties": "float | None",
        "comparisons": "float",
        "labelled": "float",
        "lambda": "float | None",
        "effective": "float | None",
        "reason": "Literal[\"no-ratings\", \"no-pairable-values\", \"no-common-units\", \"fewer-than-2-pairs\", \"no-variation\", \"expected-agreement-is-1\", \"constant-input\", \"single-category\", \"negative-values-ratio\", \"non-numeric-values\", \"incomplete-ratings\", \"zero-denominator\", \"judge-at-chance\", \"not-connected\", \"not-converged\", \"no-answered-requirements\", \"zero-total-weight\", \"mixed-scales\", \"open-scale\", \"nothing-decided\", \"none-qualify\", \"too-many-values\", \"drafts-in-view\", \"unequal-chances\", \"exposure-unknown\", \"fewer-than-2-values\", \"fewer-than-10-units\", \"fewer-than-3-raters\", \"fewer-than-30-units\", \"no-time\", \"not-measured\", \"no-lengths\", \"no-family\"] | None",
    },
)


GetReportsOfIdAnswer1ReportWinRatesItem = TypedDict(
    "GetReportsOfIdAnswer1ReportWinRatesItem",
    {
        "source": "Literal[\"people\", \"judge\", \"corrected\"]",
        "rater": "str | None",
        "method": "str | None",
        "condition": "str | None",
        "exposure": "Literal[\"independent\", \"exposed\", \"unknown\", \"any\"]",
        "first": "str",
        "second": "str",
        "rate": "float",
        "ci": "list[float] | None",
        "comparisons": "float",
        "labelled": "float",
        "lambda": "float | None",
        "effective": "float | None",
    },
)


class GetReportsOfIdAnswer1ReportBoundedItem(TypedDict):
    dimension: str
    shown: float
    of: float


class GetReportsOfIdAnswer1Report(TypedDict):
    study: GetReportsOfIdAnswer1ReportStudy
    made: GetReportsOfIdAnswer1ReportMade
    reliability: list[GetReportsOfIdAnswer1ReportReliabilityItem]
    arms: list[GetReportsOfIdAnswer1ReportArmsItem]
    positions: list[GetReportsOfIdAnswer1ReportPositionsItem]
    positionWork: list[GetReportsOfIdAnswer1ReportPositionWorkItem]
    sides: list[GetReportsOfIdAnswer1ReportSidesItem]
    humanVsLlm: list[GetReportsOfIdAnswer1ReportHumanVsLlmItem]
    accuracy: list[GetReportsOfIdAnswer1ReportAccuracyItem]
    preferences: list[GetReportsOfIdAnswer1ReportPreferencesItem]
    pairings: list[GetReportsOfIdAnswer1ReportPairingsItem]
    distributions: list[GetReportsOfIdAnswer1ReportDistributionsItem]
    alternative: list[GetReportsOfIdAnswer1ReportAlternativeItem]
    againstGold: list[GetReportsOfIdAnswer1ReportAgainstGoldItem]
    againstMajority: list[GetReportsOfIdAnswer1ReportAgainstMajorityItem]
    decisions: GetReportsOfIdAnswer1ReportDecisions
    explanations: list[GetReportsOfIdAnswer1ReportExplanationsItem]
    raters: GetReportsOfIdAnswer1ReportRaters
    anchoring: GetReportsOfIdAnswer1ReportAnchoring
    annotators: list[GetReportsOfIdAnswer1ReportAnnotatorsItem]
    checklist: GetReportsOfIdAnswer1ReportChecklist
    labels: list[GetReportsOfIdAnswer1ReportLabelsItem]
    labelShares: list[GetReportsOfIdAnswer1ReportLabelSharesItem]
    overlap: list[GetReportsOfIdAnswer1ReportOverlapItem]
    answers: list[GetReportsOfIdAnswer1ReportLabelSharesItem]
    answerNumbers: list[GetReportsOfIdAnswer1ReportAnswerNumbersItem]
    answerTexts: list[GetReportsOfIdAnswer1ReportAnswerTextsItem]
    answerAgreement: list[GetReportsOfIdAnswer1ReportAnswerAgreementItem]
    judgeCards: list[GetReportsOfIdAnswer1ReportJudgeCardsItem]
    modelEstimates: list[GetReportsOfIdAnswer1ReportModelEstimatesItem]
    modelDifferences: list[GetReportsOfIdAnswer1ReportModelDifferencesItem]
    rankings: list[GetReportsOfIdAnswer1ReportRankingsItem]
    winRates: list[GetReportsOfIdAnswer1ReportWinRatesItem]
    choices: dict[str, list[str]]
    bounded: list[GetReportsOfIdAnswer1ReportBoundedItem]


class GetReportsOfIdAnswer1BeginningItemsItem(TypedDict):
    scope: str
    name: str | None
    text: str


class GetReportsOfIdAnswer1Beginning(TypedDict):
    study: GetReportsOfIdAnswer1ReportStudy
    made: GetReportsOfIdAnswer1ReportMade
    reliability: list[GetReportsOfIdAnswer1ReportReliabilityItem]
    items: list[GetReportsOfIdAnswer1BeginningItemsItem]


class GetReportsOfIdAnswer1(TypedDict):
    state: Literal["ready", "computing", "failed"]
    failure: str | None
    dataVersion: float | None
    dataAt: str | None
    begun: bool
    asOf: GetReportsOfIdAnswer1AsOf | None
    report: GetReportsOfIdAnswer1Report | None
    beginning: GetReportsOfIdAnswer1Beginning | None
    items: list[GetReportsOfIdAnswer1BeginningItemsItem]
    choices: dict[str, list[str]] | None


class GetReportsOfIdAnswer2(TypedDict):
    state: Literal["ready", "computing", "failed"]
    failure: str | None
    dataVersion: float | None
    dataAt: str | None
    begun: bool


GetReportsOfIdAnswer: TypeAlias = "GetReportsOfIdAnswer1 | GetReportsOfIdAnswer2"


PostReportsOfIdAnswer: TypeAlias = "GetReportsOfIdAnswer2"


class GetReportsOfIdJudgementsAnswerJudgementsItem(TypedDict):
    id: str
    assignment: str | None
    raterKind: Literal["human", "llm", "rules", "gold", "adjudicator"]
    method: str | None
    drafted: bool
    task: str
    instruction: str
    responses: list[str]
    model: str | None
    item: str
    itemText: str | None
    rater: str
    arm: str | None
    exposure: Literal["none", "draft-first", "judge-then-reveal", "on-request", "score-hidden"] | None
    value: Literal["yes", "no", "na", "A", "B", "tie"] | float
    draft: Literal["yes", "no", "na", "A", "B", "tie"] | float | None
    seconds: float | None
    submittedAt: str | None


class GetReportsOfIdJudgementsAnswer(TypedDict):
    judgements: list[GetReportsOfIdJudgementsAnswerJudgementsItem]
    next: str | None


class GetReportsOfIdOverviewAnswer1Overview(TypedDict):
    study: GetReportsOfIdAnswer1ReportStudy
    made: GetReportsOfIdAnswer1ReportMade
    reliability: list[GetReportsOfIdAnswer1ReportReliabilityItem]
    bounded: list[GetReportsOfIdAnswer1ReportBoundedItem]
    onlyTarget: Literal["overall", "preference"] | None
    models: float | None
    hasOthers: bool
    items: list[GetReportsOfIdAnswer1BeginningItemsItem]


class GetReportsOfIdOverviewAnswer1(TypedDict):
    state: Literal["ready", "computing", "failed"]
    failure: str | None
    dataVersion: float | None
    dataAt: str | None
    begun: bool
    asOf: GetReportsOfIdAnswer1AsOf | None
    overview: GetReportsOfIdOverviewAnswer1Overview | None
    choices: dict[str, list[str]] | None


GetReportsOfIdOverviewAnswer: TypeAlias = "GetReportsOfIdOverviewAnswer1 | GetReportsOfIdAnswer2"


class GetReportsOfIdPilotsAnswerAgreementUnitsItem(TypedDict):
    cluster: int
    values: list[int]


class GetReportsOfIdPilotsAnswerAgreement(TypedDict):
    scope: str
    exposure: Literal["independent", "exposed", "unknown"]
    level: Literal["nominal", "ordinal"]
    categories: list[Literal["yes", "no", "na", "A", "B", "tie"] | float]
    raters: int
    units: list[GetReportsOfIdPilotsAnswerAgreementUnitsItem]
    of: int


class GetReportsOfIdPilotsAnswerMeansItemUnitsItem(TypedDict):
    cluster: int
    judge: float
    human: float
    model: NotRequired[str]


class GetReportsOfIdPilotsAnswerMeansItem(TypedDict):
    scope: str
    judge: str | None
    isShare: bool
    units: list[GetReportsOfIdPilotsAnswerMeansItemUnitsItem]
    of: int


class GetReportsOfIdPilotsAnswer(TypedDict):
    scopes: list[str]
    scope: str | None
    secondsEach: float | None
    wage: float | None
    agreement: GetReportsOfIdPilotsAnswerAgreement | None
    means: list[GetReportsOfIdPilotsAnswerMeansItem]


class GetReportsOfIdSectionsSectionAnswerSectionParts(TypedDict):
    reliability: NotRequired[list[GetReportsOfIdAnswer1ReportReliabilityItem]]
    arms: NotRequired[list[GetReportsOfIdAnswer1ReportArmsItem]]
    positions: NotRequired[list[GetReportsOfIdAnswer1ReportPositionsItem]]
    positionWork: NotRequired[list[GetReportsOfIdAnswer1ReportPositionWorkItem]]
    sides: NotRequired[list[GetReportsOfIdAnswer1ReportSidesItem]]
    humanVsLlm: NotRequired[list[GetReportsOfIdAnswer1ReportHumanVsLlmItem]]
    accuracy: NotRequired[list[GetReportsOfIdAnswer1ReportAccuracyItem]]
    preferences: NotRequired[list[GetReportsOfIdAnswer1ReportPreferencesItem]]
    pairings: NotRequired[list[GetReportsOfIdAnswer1ReportPairingsItem]]
    distributions: NotRequired[list[GetReportsOfIdAnswer1ReportDistributionsItem]]
    alternative: NotRequired[list[GetReportsOfIdAnswer1ReportAlternativeItem]]
    againstGold: NotRequired[list[GetReportsOfIdAnswer1ReportAgainstGoldItem]]
    againstMajority: NotRequired[list[GetReportsOfIdAnswer1ReportAgainstMajorityItem]]
    decisions: NotRequired[GetReportsOfIdAnswer1ReportDecisions]
    explanations: NotRequired[list[GetReportsOfIdAnswer1ReportExplanationsItem]]
    raters: NotRequired[GetReportsOfIdAnswer1ReportRaters]
    anchoring: NotRequired[GetReportsOfIdAnswer1ReportAnchoring]
    annotators: NotRequired[list[GetReportsOfIdAnswer1ReportAnnotatorsItem]]
    checklist: NotRequired[GetReportsOfIdAnswer1ReportChecklist]
    labels: NotRequired[list[GetReportsOfIdAnswer1ReportLabelsItem]]
    labelShares: NotRequired[list[GetReportsOfIdAnswer1ReportLabelSharesItem]]
    overlap: NotRequired[list[GetReportsOfIdAnswer1ReportOverlapItem]]
    answers: NotRequired[list[GetReportsOfIdAnswer1ReportLabelSharesItem]]
    answerNumbers: NotRequired[list[GetReportsOfIdAnswer1ReportAnswerNumbersItem]]
    answerTexts: NotRequired[list[GetReportsOfIdAnswer1ReportAnswerTextsItem]]
    answerAgreement: NotRequired[list[GetReportsOfIdAnswer1ReportAnswerAgreementItem]]
    judgeCards: NotRequired[list[GetReportsOfIdAnswer1ReportJudgeCardsItem]]
    modelEstimates: NotRequired[list[GetReportsOfIdAnswer1ReportModelEstimatesItem]]
    modelDifferences: NotRequired[list[GetReportsOfIdAnswer1ReportModelDifferencesItem]]
    rankings: NotRequired[list[GetReportsOfIdAnswer1ReportRankingsItem]]
    winRates: NotRequired[list[GetReportsOfIdAnswer1ReportWinRatesItem]]


class GetReportsOfIdSectionsSectionAnswerSection(TypedDict):
    made: GetReportsOfIdAnswer1ReportMade
    parts: GetReportsOfIdSectionsSectionAnswerSectionParts
    items: list[GetReportsOfIdAnswer1BeginningItemsItem] | None
    bounded: list[GetReportsOfIdAnswer1ReportBoundedItem]


class GetReportsOfIdSectionsSectionAnswer(TypedDict):
    state: Literal["ready", "computing", "failed"]
    failure: str | None
    dataAt: str | None
    section: GetReportsOfIdSectionsSectionAnswerSection | None


GetResponsesResponseAnswer: TypeAlias = "GetDatasetsDatasetResponsesAnswerItemsItem"


class GetRubricVersionsVersionAnswer(TypedDict):
    dataset: str
    task: str | None
    response: str | None
    responseB: str | None
    key: str
    kind: Literal["checklist", "criteria"]
    version: int
    origin: str | None
    method: str | None
    model: str | None
    id: str
    rubric: str
    run: str | None
    batch: str | None
    createdAt: str
    items: list[GetBatchesIdRubricsAnswerItemsItemItemsItem]


GetRubricVersionsVersionProvenanceAnswer: TypeAlias = "GetDraftsDraftProvenanceAnswer"


GetRubricsRubricAnswer: TypeAlias = "GetDatasetsDatasetRubricsAnswerItemsItem"


class PostRubricsRubricRetireAnswer(TypedDict):
    id: str
    retired: bool


class PostRubricsRubricRetireBody(TypedDict):
    retired: bool


class GetRubricsRubricVersionsAnswer(TypedDict):
    items: list[GetRubricVersionsVersionAnswer]
    next: str | None


class GetRunsRunAnswerSelectionFilter(TypedDict):
    q: NotRequired[str]
    tag: NotRequired[list[str]]
    tags: NotRequired[Literal["any", "all"]]
    meta: NotRequired[list[str]]
    responseMeta: NotRequired[list[str]]
    model: NotRequired[list[str]]
    least: NotRequired[int]
    most: NotRequired[int]
    has: NotRequired[list[Literal["checklist", "criteria", "drafts"]]]
    status: NotRequired[Literal["untouched", "batch", "judged"]]


class GetRunsRunAnswerSelection(TypedDict):
    filter: GetRunsRunAnswerSelectionFilter
    tasks: NotRequired[list[str]]
    first: NotRequired[int]
    pair: NotRequired[list[str]]
    rubric: NotRequired[PostBatchesBodyArmsItemStepsItemRubricRubricRun | PostBatchesBodyArmsItemStepsItemRubricRubricMethod | PostBatchesBodyArmsItemStepsItemRubricRubricRules | PostBatchesBodyArmsItemStepsItemRubricRubricImported | PostBatchesBodyArmsItemStepsItemRubricRubricReviewed | PostBatchesBodyArmsItemStepsItemRubricRubricPeople]
    rubricMethod: NotRequired[str]
    demonstration: NotRequired[PostProjectsProjectRunsBodySelectionDemonstration]
    description: NotRequired[str]


class GetRunsRunAnswerUnits(TypedDict):
    all: float
    waiting: float
    working: float
    done: float
    failed: float


class GetRunsRunAnswerMade(TypedDict):
    drafts: float
    rubrics: float
    labels: float
    responses: float
    added: float


class GetRunsRunAnswerMeasuresItem(TypedDict):
    name: str
    value: float | None
    note: NotRequired[str]


class GetRunsRunAnswer(TypedDict):
    id: str
    name: str
    dataset: GetDraftsDraftProvenanceAnswerRun
    endpoint: GetDraftsDraftProvenanceAnswerRun
    method: str
    methodVersion: str
    profile: Literal["faithful", "structured"]
    params: dict[str, Any]
    selection: GetRunsRunAnswerSelection
    model: str
    uncached: bool
    cachePolicy: Literal["use", "refresh", "replay-only"]
    addResponses: Literal["none", "final", "all"]
    state: Literal["draft", "running", "paused", "paused_budget", "done", "cancelled"]
    pausedFor: str | None
    maxCalls: float | None
    maxCostMicros: float | None
    currency: str
    priced: bool
    spentMicros: float
    costMicros: float
    createdAt: str
    startedAt: str | None
    finishedAt: str | None
    published: bool
    withdrawnAt: str | None
    units: GetRunsRunAnswerUnits
    calls: float
    cached: float
    requests: float
    requestsPerMinute: float
    failed: dict[str, float]
    unread: dict[str, float]
    made: GetRunsRunAnswerMade
    left: float
    secondsLeft: float | None
    measures: list[GetRunsRunAnswerMeasuresItem]


class PostRunsRunCancelAnswer(TypedDict):
    id: str
    state: Literal["draft", "running", "paused", "paused_budget", "done", "cancelled"]


class GetRunsRunFailuresAnswerItemsItemTask(TypedDict):
    id: str
    key: str


class GetRunsRunFailuresAnswerItemsItem(TypedDict):
    unit: str
    position: float
    task: GetRunsRunFailuresAnswerItemsItemTask
    response: GetRunsRunFailuresAnswerItemsItemTask | None
    error: str
    status: float | None
    finishedAt: str | None


class GetRunsRunFailuresAnswer(TypedDict):
    items: list[GetRunsRunFailuresAnswerItemsItem]
    next: str | None


PostRunsRunPauseAnswer: TypeAlias = "PostRunsRunCancelAnswer"


class PostRunsRunPublishAnswer(TypedDict):
    id: str
    published: bool


class PostRunsRunPublishBody(TypedDict):
    published: bool


PostRunsRunRepeatAnswer: TypeAlias = "PostJudgeVersionsVersionRunsAnswer"


class GetRunsRunResponsesAnswerItemsItemTask(TypedDict):
    id: str
    key: str
    instruction: str


class GetRunsRunResponsesAnswerItemsItemResponsesItemPassed(TypedDict):
    yes: float
    answered: float
    asked: float


class GetRunsRunResponsesAnswerItemsItemResponsesItemTraceAnswersItem(TypedDict):
    question: str
    answer: Literal["yes", "no"] | None
    undecided: NotRequired[Literal["parse_failed", "refused", "truncated", "prompt_cut", "tie", "out_of_range", "verifier_borderline", "not_separated", "offline", "budget", "not_run"]]
    analysis: str


class GetRunsRunResponsesAnswerItemsItemResponsesItemTrace(TypedDict):
    plan: NotRequired[str]
    answers: NotRequired[list[GetRunsRunResponsesAnswerItemsItemResponsesItemTraceAnswersItem]]
    feedback: NotRequired[str]
    selfScore: NotRequired[float | None]


class GetRunsRunResponsesAnswerItemsItemResponsesItem(TypedDict):
    id: str
    key: str
    role: Literal["answer", "initial", "revised", "candidate", "greedy"]
    iteration: float
    sample: float
    temperature: float | None
    text: str
    isFinal: bool
    passed: GetRunsRunResponsesAnswerItemsItemResponsesItemPassed | None
    trace: GetRunsRunResponsesAnswerItemsItemResponsesItemTrace
    flags: list[str]
    scores: dict[str, float]
    responseId: str | None


class GetRunsRunResponsesAnswerItemsItem(TypedDict):
    unit: str
    position: float
    task: GetRunsRunResponsesAnswerItemsItemTask
    stopped: Literal["all_yes", "iterations", "nothing_to_improve", "not_evaluated", "revision_unreadable", "selected", "none_selected"] | None
    responses: list[GetRunsRunResponsesAnswerItemsItemResponsesItem]


class GetRunsRunResponsesAnswer(TypedDict):
    items: list[GetRunsRunResponsesAnswerItemsItem]
    next: str | None


PostRunsRunResponsesAnswer: TypeAlias = "PostBatchesIdAnnotatorsAnswer"


class PostRunsRunResponsesBody(TypedDict):
    which: Literal["final", "all"]


PostRunsRunResumeAnswer: TypeAlias = "PostRunsRunCancelAnswer"


class PostRunsRunResumeBody(TypedDict):
    maxCalls: NotRequired[int | None]
    maxCostMicros: NotRequired[int | None]


PostRunsRunRetryAnswer: TypeAlias = "PostRunsRunCancelAnswer"


class PostRunsRunRetryBody(TypedDict):
    error: NotRequired[str]


PostRunsRunStartAnswer: TypeAlias = "PostRunsRunCancelAnswer"


class GetRunsRunUnitsAnswerItemsItem(TypedDict):
    id: str
    run: str
    position: int
    task: str
    response: str | None
    responseB: str | None
    rubricVersion: str | None
    state: Literal["waiting", "working", "done", "failed"]
    error: str | None
    flags: list[str]
    result: dict[str, Any] | None
    finishedAt: str | None


class GetRunsRunUnitsAnswer(TypedDict):
    items: list[GetRunsRunUnitsAnswerItemsItem]
    next: str | None


GetRunsRunUnitsUnitProvenanceAnswer: TypeAlias = "GetDraftsDraftProvenanceAnswer"


class GetSessionsAnswerSessionsItem(TypedDict):
    id: str
    createdAt: str
    lastSeenAt: str
    isCurrent: bool


class GetSessionsAnswer(TypedDict):
    sessions: list[GetSessionsAnswerSessionsItem]


class GetStudiesStudyAnswerVersionsItemChangePeople(TypedDict):
    changed: float
    came: float
    went: float


class GetStudiesStudyAnswerVersionsItemChange(TypedDict):
    added: list[str]
    dropped: list[str]
    design: list[str]
    material: list[str]
    numbers: list[str]
    people: GetStudiesStudyAnswerVersionsItemChangePeople


class GetStudiesStudyAnswerVersionsItemCard(TypedDict):
    url: str
    texts: bool
    listed: bool
    publishedAt: str


class GetStudiesStudyAnswerVersionsItem(TypedDict):
    id: str
    version: float
    title: str
    authors: str
    notes: str
    state: Literal["freezing", "frozen", "failed"]
    requestedAt: str
    done: float
    records: float | None
    failure: str | None
    frozenAt: str | None
    sha256: str | None
    manifest: GetCardsCardManifestAnswer | None
    erasedAt: str | None
    change: GetStudiesStudyAnswerVersionsItemChange | None
    card: GetStudiesStudyAnswerVersionsItemCard | None


class GetStudiesStudyAnswerLiveItemNow(TypedDict):
    design: bool
    data: bool
    judgements: float
    decisions: float
    labellings: float
    people: float
    since: float


class GetStudiesStudyAnswerLiveItemFrozen(TypedDict):
    judgements: int
    decisions: int
    labellings: int
    people: int


class GetStudiesStudyAnswerLiveItem(TypedDict):
    id: str
    imported: bool
    name: str
    now: GetStudiesStudyAnswerLiveItemNow | None
    frozen: GetStudiesStudyAnswerLiveItemFrozen


class GetStudiesStudyAnswer(TypedDict):
    id: str
    projectId: str
    versions: list[GetStudiesStudyAnswerVersionsItem]
    live: list[GetStudiesStudyAnswerLiveItem]


PostStudiesStudyAnswer: TypeAlias = "PostProjectsProjectStudiesAnswer"


PostStudiesStudyBody: TypeAlias = "PostProjectsProjectStudiesBody"


class DeleteStudiesStudyVersionsVersionAnswer(TypedDict):
    id: str
    left: int


PostStudiesStudyVersionsVersionAnswer: TypeAlias = "PostProjectsProjectStudiesAnswer"


class DeleteStudiesStudyVersionsVersionCardAnswer(TypedDict):
    revoked: bool


GetTasksTaskAnswer: TypeAlias = "GetDatasetsDatasetTasksAnswerItemsItem"


class GetTokensAnswerTokensItem(TypedDict):
    id: str
    name: str
    lastFour: str
    scopes: list[Literal["read", "write", "export"]]
    project: GetDraftsDraftProvenanceAnswerRun | None
    createdAt: str
    lastUsedAt: str | None
    expiresAt: str


class GetTokensAnswer(TypedDict):
    tokens: list[GetTokensAnswerTokensItem]


class DeleteTokensTokenAnswer(TypedDict):
    revoked: Literal[True]


class GetUsersAnswerItemsItem(TypedDict):
    id: str
    email: str | None
    name: str
    siteAdmin: bool
    disabledAt: str | None
    createdAt: str
    pending: bool
    secondFactor: bool
    projects: float
    lastSeenAt: str | None


class GetUsersAnswer(TypedDict):
    items: list[GetUsersAnswerItemsItem]
    next: str | None


class PostUsersAnswerLink(TypedDict):
    url: str
    expiresAt: str
    mailed: bool


class PostUsersAnswer(TypedDict):
    id: str
    link: PostUsersAnswerLink | None


class PostUsersBody(TypedDict):
    email: str
    name: str
    siteAdmin: NotRequired[bool]
    project: NotRequired[str]
    role: NotRequired[Literal["annotator", "researcher", "admin"]]


GetWebhooksWebhookAnswer: TypeAlias = "GetProjectsProjectWebhooksAnswerItemsItem"


class GetWebhooksWebhookDeliveriesAnswerItemsItem(TypedDict):
    id: str
    type: Literal["batch.finished", "batch.closed", "subject.finished", "assignment.submitted", "run.finished", "run.stopped", "webhook.test"]
    subject: str | None
    state: Literal["waiting", "delivered", "failed"]
    attempts: int
    status: int | None
    error: Literal["refused-address", "redirect", "timeout", "network", "cancelled", "too-large", "secret-unreadable"] | None
    triedAt: str | None
    nextAt: str | None
    createdAt: str


class GetWebhooksWebhookDeliveriesAnswer(TypedDict):
    items: list[GetWebhooksWebhookDeliveriesAnswerItemsItem]
    next: str | None


PostWebhooksWebhookDeliveriesDeliveryRedeliverAnswer: TypeAlias = "GetWebhooksWebhookDeliveriesAnswerItemsItem"


PostWebhooksWebhookTestAnswer: TypeAlias = "GetWebhooksWebhookDeliveriesAnswerItemsItem"
