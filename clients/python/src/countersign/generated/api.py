"""Every operation of the API that a token may call.

Written by `npm run python-client` from the OpenAPI document. Do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, cast

from .. import _transport
from . import models


class Api:
    """One method for each operation, named as it is in the OpenAPI document."""

    def __init__(self, transport: _transport.Transport) -> None:
        self._transport = transport

    def get_account(
        self,
    ) -> models.GetAccountAnswer:
        """Your account.

        All signed-in users. A token needs the scope “read”.
        """
        return cast("models.GetAccountAnswer", self._transport.read_json("GET", "/api/v1/account"))

    def get_account_inbox(
        self,
        *,
        unread: str | None = None,
        kind: Literal["sent-back", "new-work", "question-answered", "question-asked", "batch-finished", "annotator-stopped", "run-finished", "run-stopped", "release-ready"] | None = None,
        project: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetAccountInboxAnswer:
        """Your inbox: events in your projects that concern you, latest first.

        All signed-in users. A token needs the scope “read”.
        """
        return cast("models.GetAccountInboxAnswer", self._transport.read_json("GET", "/api/v1/account/inbox", query={"unread": unread, "kind": kind, "project": project, "limit": limit, "after": after}))

    def post_account_inbox_marks(
        self,
        body: models.PostAccountInboxMarksBody,
    ) -> models.PostAccountInboxMarksAnswer:
        """Mark notices in your inbox as read, or as unread again; all of them when none is named.

        All signed-in users. A token needs the scope “write”.
        """
        return cast("models.PostAccountInboxMarksAnswer", self._transport.read_json("POST", "/api/v1/account/inbox/marks", body=body))

    def get_account_inbox_unread(
        self,
    ) -> models.GetAccountInboxUnreadAnswer:
        """The number of unread notices in your inbox, counted up to 100.

        All signed-in users. A token needs the scope “read”.
        """
        return cast("models.GetAccountInboxUnreadAnswer", self._transport.read_json("GET", "/api/v1/account/inbox/unread"))

    def get_account_notices(
        self,
    ) -> models.GetAccountNoticesAnswer:
        """Your choices for mail about events: soon, in one mail a day, or never.

        All signed-in users. A token needs the scope “read”.
        """
        return cast("models.GetAccountNoticesAnswer", self._transport.read_json("GET", "/api/v1/account/notices"))

    def put_account_notices(
        self,
        body: models.PutAccountNoticesBody,
    ) -> models.PutAccountNoticesAnswer:
        """Choose how you are notified of each kind of event; kinds that are not named do not change.

        All signed-in users. A token needs the scope “write”.
        """
        return cast("models.PutAccountNoticesAnswer", self._transport.read_json("PUT", "/api/v1/account/notices", body=body))

    def get_account_passkeys(
        self,
    ) -> models.GetAccountPasskeysAnswer:
        """Your passkeys.

        All signed-in users. A token needs the scope “read”.
        """
        return cast("models.GetAccountPasskeysAnswer", self._transport.read_json("GET", "/api/v1/account/passkeys"))

    def get_ask_answers_answer(
        self,
        answer: str,
    ) -> models.GetAskAnswersAnswerAnswer:
        """An answer to a question of a protocol.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetAskAnswersAnswerAnswer", self._transport.read_json("GET", f"/api/v1/ask-answers/{_transport.quoted(answer)}"))

    def get_assignments(
        self,
        *,
        batch: str,
    ) -> models.GetAssignmentsAnswer:
        """List your own assignments in a batch.

        All members of the project, for their own work. A token needs the scope “read”.
        """
        return cast("models.GetAssignmentsAnswer", self._transport.read_json("GET", "/api/v1/assignments", query={"batch": batch}))

    def get_assignments_id(
        self,
        id: str,
    ) -> models.GetAssignmentsIdAnswer:
        """Read an assignment of yours, with its operations.

        All members of the project, for their own work. A token needs the scope “read”.
        """
        return cast("models.GetAssignmentsIdAnswer", self._transport.read_json("GET", f"/api/v1/assignments/{_transport.quoted(id)}"))

    def post_assignments_id_heartbeat(
        self,
        id: str,
        body: models.PostAssignmentsIdHeartbeatBody,
    ) -> models.PostAssignmentsIdHeartbeatAnswer:
        """Renew the lease of an assignment while the annotator reads it.

        All members of the project, for their own work. A token needs the scope “write”.
        """
        return cast("models.PostAssignmentsIdHeartbeatAnswer", self._transport.read_json("POST", f"/api/v1/assignments/{_transport.quoted(id)}/heartbeat", body=body))

    def post_assignments_id_ops(
        self,
        id: str,
        body: models.PostAssignmentsIdOpsBody,
    ) -> models.PostAssignmentsIdOpsAnswer:
        """Record operations on an assignment.

        All members of the project, for their own work. A token needs the scope “write”.
        """
        return cast("models.PostAssignmentsIdOpsAnswer", self._transport.read_json("POST", f"/api/v1/assignments/{_transport.quoted(id)}/ops", body=body))

    def post_assignments_id_question(
        self,
        id: str,
        body: models.PostAssignmentsIdQuestionBody,
    ) -> models.PostAssignmentsIdQuestionAnswer:
        """Ask a question about one of your assignments, or continue the conversation.

        All members of the project, for their own work. A token needs the scope “write”. At most 2 a minute, 10 at once.
        """
        return cast("models.PostAssignmentsIdQuestionAnswer", self._transport.read_json("POST", f"/api/v1/assignments/{_transport.quoted(id)}/question", body=body))

    def post_assignments_id_question_seen(
        self,
        id: str,
    ) -> models.PostAssignmentsIdQuestionSeenAnswer:
        """Mark the answers about an assignment as read.

        All members of the project, for their own work. A token needs the scope “write”.
        """
        return cast("models.PostAssignmentsIdQuestionSeenAnswer", self._transport.read_json("POST", f"/api/v1/assignments/{_transport.quoted(id)}/question/seen"))

    def post_assignments_id_release(
        self,
        id: str,
    ) -> models.PostAssignmentsIdReleaseAnswer:
        """Release an assignment in progress from its annotator.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostAssignmentsIdReleaseAnswer", self._transport.read_json("POST", f"/api/v1/assignments/{_transport.quoted(id)}/release"))

    def delete_assignments_id_reopen(
        self,
        id: str,
    ) -> models.DeleteAssignmentsIdReopenAnswer:
        """Withdraw the request to change a submission that was sent back: it stays as submitted.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.DeleteAssignmentsIdReopenAnswer", self._transport.read_json("DELETE", f"/api/v1/assignments/{_transport.quoted(id)}/reopen"))

    def post_assignments_id_reopen(
        self,
        id: str,
        body: models.PostAssignmentsIdReopenBody,
    ) -> models.PostAssignmentsIdReopenAnswer:
        """Send a submission back to its annotator with a note.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostAssignmentsIdReopenAnswer", self._transport.read_json("POST", f"/api/v1/assignments/{_transport.quoted(id)}/reopen", body=body))

    def post_assignments_id_skip(
        self,
        id: str,
        body: models.PostAssignmentsIdSkipBody,
    ) -> models.PostAssignmentsIdSkipAnswer:
        """Skip an assignment with a reason.

        All members of the project, for their own work. A token needs the scope “write”.
        """
        return cast("models.PostAssignmentsIdSkipAnswer", self._transport.read_json("POST", f"/api/v1/assignments/{_transport.quoted(id)}/skip", body=body))

    def post_assignments_id_submit(
        self,
        id: str,
        body: models.PostAssignmentsIdSubmitBody,
    ) -> models.PostAssignmentsIdSubmitAnswer:
        """Submit an assignment.

        All members of the project, for their own work. A token needs the scope “write”.
        """
        return cast("models.PostAssignmentsIdSubmitAnswer", self._transport.read_json("POST", f"/api/v1/assignments/{_transport.quoted(id)}/submit", body=body))

    def delete_assignments_id_undo_submit(
        self,
        id: str,
    ) -> models.DeleteAssignmentsIdUndoSubmitAnswer:
        """Withdraw the reopening of your own submission: it stays as submitted.

        All members of the project, for their own work. A token needs the scope “write”.
        """
        return cast("models.DeleteAssignmentsIdUndoSubmitAnswer", self._transport.read_json("DELETE", f"/api/v1/assignments/{_transport.quoted(id)}/undo-submit"))

    def post_assignments_id_undo_submit(
        self,
        id: str,
    ) -> models.PostAssignmentsIdUndoSubmitAnswer:
        """Undo a submission within ten seconds, reopen it as long as the batch allows, or undo a skip.

        All members of the project, for their own work. A token needs the scope “write”.
        """
        return cast("models.PostAssignmentsIdUndoSubmitAnswer", self._transport.read_json("POST", f"/api/v1/assignments/{_transport.quoted(id)}/undo-submit"))

    def get_audit(
        self,
        *,
        action: str | None = None,
        person: str | Literal["system"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        before: str | None = None,
    ) -> bytes:
        """The audit log of the installation, as CSV.

        Site admins of the installation. A token needs the scope “read”. Answers with text/csv.
        """
        return self._transport.read_bytes("GET", "/api/v1/audit", query={"action": action, "person": person, "from": from_, "to": to, "before": before})

    def post_batches(
        self,
        body: models.PostBatchesBody,
    ) -> models.PostBatchesAnswer:
        """Draft a batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesAnswer", self._transport.read_json("POST", "/api/v1/batches", body=body))

    def delete_batches_id(
        self,
        id: str,
    ) -> models.DeleteBatchesIdAnswer:
        """Delete a batch that was never opened.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.DeleteBatchesIdAnswer", self._transport.read_json("DELETE", f"/api/v1/batches/{_transport.quoted(id)}"))

    def get_batches_id(
        self,
        id: str,
    ) -> models.GetBatchesIdAnswer:
        """A batch with its design.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}"))

    def patch_batches_id(
        self,
        id: str,
        body: models.PatchBatchesIdBody,
    ) -> models.PatchBatchesIdAnswer:
        """Change a batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PatchBatchesIdAnswer", self._transport.read_json("PATCH", f"/api/v1/batches/{_transport.quoted(id)}", body=body))

    def get_batches_id_adjudication(
        self,
        id: str,
        *,
        below: Literal[""] | float,
        tolerance: float,
        tied: str,
        flagged: str,
    ) -> models.GetBatchesIdAdjudicationAnswer:
        """The number of cases that a rule would send to adjudication.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdAdjudicationAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/adjudication", query={"below": below, "tolerance": tolerance, "tied": tied, "flagged": flagged}))

    def post_batches_id_adjudication(
        self,
        id: str,
        body: models.PostBatchesIdAdjudicationBody,
    ) -> models.PostBatchesIdAdjudicationAnswer:
        """Begin an adjudication, which unblinds the votes, or bring it up to date.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdAdjudicationAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/adjudication", body=body))

    def post_batches_id_adjudication_case(
        self,
        id: str,
        case: str,
        body: models.PostBatchesIdAdjudicationCaseBody,
    ) -> models.PostBatchesIdAdjudicationCaseAnswer:
        """Decide a contested case, or withdraw the decision.

        All members of the project, for their own work. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdAdjudicationCaseAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/adjudication/{_transport.quoted(case)}", body=body))

    def post_batches_id_adjudication_case_comments(
        self,
        id: str,
        case: str,
        body: models.PostBatchesIdAdjudicationCaseCommentsBody,
    ) -> models.PostBatchesIdAdjudicationCaseCommentsAnswer:
        """Comment on a contested case.

        All members of the project, for their own work. A token needs the scope “write”. At most 6 a minute, 20 at once.
        """
        return cast("models.PostBatchesIdAdjudicationCaseCommentsAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/adjudication/{_transport.quoted(case)}/comments", body=body))

    def put_batches_id_adjudication_discussion(
        self,
        id: str,
        body: models.PutBatchesIdAdjudicationDiscussionBody,
    ) -> models.PutBatchesIdAdjudicationDiscussionAnswer:
        """Let the raters of undecided cases discuss them, or end the discussion.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PutBatchesIdAdjudicationDiscussionAnswer", self._transport.read_json("PUT", f"/api/v1/batches/{_transport.quoted(id)}/adjudication/discussion", body=body))

    def post_batches_id_adjudication_shares(
        self,
        id: str,
        body: models.PostBatchesIdAdjudicationSharesBody,
    ) -> models.PostBatchesIdAdjudicationSharesAnswer:
        """Assign undecided cases to adjudicators, or remove the assignment.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdAdjudicationSharesAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/adjudication/shares", body=body))

    def delete_batches_id_ahead(
        self,
        id: str,
        *,
        page: str,
    ) -> models.DeleteBatchesIdAheadAnswer:
        """Free the assignments that are reserved for you.

        All members of the project, for their own work. A token needs the scope “write”.
        """
        return cast("models.DeleteBatchesIdAheadAnswer", self._transport.read_json("DELETE", f"/api/v1/batches/{_transport.quoted(id)}/ahead", query={"page": page}))

    def post_batches_id_ahead(
        self,
        id: str,
        body: models.PostBatchesIdAheadBody,
    ) -> models.PostBatchesIdAheadAnswer:
        """Reserve your next assignments of a batch.

        All members of the project, for their own work. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdAheadAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/ahead", body=body))

    def post_batches_id_annotators(
        self,
        id: str,
        body: models.PostBatchesIdAnnotatorsBody,
    ) -> models.PostBatchesIdAnnotatorsAnswer:
        """Add annotators to a batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdAnnotatorsAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/annotators", body=body))

    def delete_batches_id_annotators_membership(
        self,
        id: str,
        membership: str,
    ) -> models.DeleteBatchesIdAnnotatorsMembershipAnswer:
        """Remove an annotator from a batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.DeleteBatchesIdAnnotatorsMembershipAnswer", self._transport.read_json("DELETE", f"/api/v1/batches/{_transport.quoted(id)}/annotators/{_transport.quoted(membership)}"))

    def post_batches_id_annotators_membership_qualification(
        self,
        id: str,
        membership: str,
        body: models.PostBatchesIdAnnotatorsMembershipQualificationBody,
    ) -> models.PostBatchesIdAnnotatorsMembershipQualificationAnswer:
        """Grant an annotator another attempt at a batch's exam, or the work without it.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdAnnotatorsMembershipQualificationAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/annotators/{_transport.quoted(membership)}/qualification", body=body))

    def get_batches_id_answers(
        self,
        id: str,
    ) -> models.GetBatchesIdAnswersAnswer:
        """Your own questions in a batch, and the answers published to all its annotators.

        All members of the project, for their own work. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdAnswersAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/answers"))

    def post_batches_id_archive(
        self,
        id: str,
    ) -> models.PostBatchesIdArchiveAnswer:
        """Archive a closed batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdArchiveAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/archive"))

    def get_batches_id_ask_answers(
        self,
        id: str,
        *,
        task: str | None = None,
        question: str | None = None,
        rater: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdAskAnswersAnswer:
        """Annotators' answers to the questions of a batch's protocol.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdAskAnswersAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/ask-answers", query={"task": task, "question": question, "rater": rater, "limit": limit, "after": after}))

    def get_batches_id_assignments(
        self,
        id: str,
        *,
        rater: str | None = None,
        state: Literal["reserved", "open", "submitted", "skipped", "expired", "returned", "reopened"] | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdAssignmentsAnswer:
        """The assignments of a batch, by pseudonym.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdAssignmentsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/assignments", query={"rater": rater, "state": state, "limit": limit, "after": after}))

    def get_batches_id_assignments_assignment(
        self,
        id: str,
        assignment: str,
    ) -> models.GetBatchesIdAssignmentsAssignmentAnswer:
        """An assignment of a batch, by pseudonym.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdAssignmentsAssignmentAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/assignments/{_transport.quoted(assignment)}"))

    def get_batches_id_assignments_assignment_operations(
        self,
        id: str,
        assignment: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdAssignmentsAssignmentOperationsAnswer:
        """The operations of an assignment, one by one.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdAssignmentsAssignmentOperationsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/assignments/{_transport.quoted(assignment)}/operations", query={"limit": limit, "after": after}))

    def post_batches_id_claim(
        self,
        id: str,
        *,
        again: list[str],
    ) -> models.PostBatchesIdClaimAnswer:
        """Get the next assignment of a batch.

        All members of the project, for their own work. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdClaimAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/claim", query={"again": again}))

    def post_batches_id_close(
        self,
        id: str,
    ) -> models.PostBatchesIdCloseAnswer:
        """Close a batch permanently.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdCloseAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/close"))

    def post_batches_id_consensus(
        self,
        id: str,
        body: models.PostBatchesIdConsensusBody,
    ) -> models.PostBatchesIdConsensusAnswer:
        """Make the next versions of rubrics from what a batch decided.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdConsensusAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/consensus", body=body))

    def get_batches_id_decisions(
        self,
        id: str,
        *,
        rubric: str | None = None,
        judgement: str | None = None,
        rater: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdDecisionsAnswer:
        """The decisions on drafted items and lines made in a batch.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdDecisionsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/decisions", query={"rubric": rubric, "judgement": judgement, "rater": rater, "limit": limit, "after": after}))

    def get_batches_id_flags(
        self,
        id: str,
        *,
        rater: str | None = None,
        code: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdFlagsAnswer:
        """Annotators' flags in a batch.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdFlagsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/flags", query={"rater": rater, "code": code, "limit": limit, "after": after}))

    def post_batches_id_followers(
        self,
        id: str,
        body: models.PostBatchesIdFollowersBody,
    ) -> models.PostBatchesIdFollowersAnswer:
        """Draft a batch that continues from this one.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdFollowersAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/followers", body=body))

    def get_batches_id_gold_answers(
        self,
        id: str,
        *,
        rater: str | None = None,
        assignment: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdGoldAnswersAnswer:
        """People's answers where gold is known, in training, exams and checks with feedback.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdGoldAnswersAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/gold-answers", query={"rater": rater, "assignment": assignment, "limit": limit, "after": after}))

    def get_batches_id_guidelines(
        self,
        id: str,
    ) -> models.GetBatchesIdGuidelinesAnswer:
        """The current guidelines of a batch.

        All members of the project, for their own work. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdGuidelinesAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/guidelines"))

    def post_batches_id_guidelines(
        self,
        id: str,
        body: models.PostBatchesIdGuidelinesBody,
    ) -> models.PostBatchesIdGuidelinesAnswer:
        """Confirm that you have read a version of the guidelines.

        All members of the project, for their own work. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdGuidelinesAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/guidelines", body=body))

    def get_batches_id_guidelines_versions(
        self,
        id: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdGuidelinesVersionsAnswer:
        """The versions of a batch's guidelines, and who read them.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdGuidelinesVersionsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/guidelines/versions", query={"limit": limit, "after": after}))

    def delete_batches_id_intake(
        self,
        id: str,
    ) -> models.DeleteBatchesIdIntakeAnswer:
        """End a batch's automatic intake; what it took stays.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.DeleteBatchesIdIntakeAnswer", self._transport.read_json("DELETE", f"/api/v1/batches/{_transport.quoted(id)}/intake"))

    def get_batches_id_intake(
        self,
        id: str,
    ) -> models.GetBatchesIdIntakeAnswer:
        """A batch's automatic intake of new tasks, responses or pairs.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdIntakeAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/intake"))

    def put_batches_id_intake(
        self,
        id: str,
        body: models.PutBatchesIdIntakeBody,
    ) -> models.PutBatchesIdIntakeAnswer:
        """Let a running batch automatically take what its dataset gets from now on, up to limits in total and per day, at a sampling rate.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PutBatchesIdIntakeAnswer", self._transport.read_json("PUT", f"/api/v1/batches/{_transport.quoted(id)}/intake", body=body))

    def get_batches_id_judgements(
        self,
        id: str,
        *,
        task: str | None = None,
        response: str | None = None,
        item: str | None = None,
        rater: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdJudgementsAnswer:
        """The judgements made in a batch.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdJudgementsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/judgements", query={"task": task, "response": response, "item": item, "rater": rater, "limit": limit, "after": after}))

    def get_batches_id_labellings(
        self,
        id: str,
        *,
        task: str | None = None,
        question: str | None = None,
        rater: str | None = None,
        item: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdLabellingsAnswer:
        """The labels given in a batch.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdLabellingsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/labellings", query={"task": task, "question": question, "rater": rater, "item": item, "limit": limit, "after": after}))

    def post_batches_id_open(
        self,
        id: str,
    ) -> models.PostBatchesIdOpenAnswer:
        """Open a drafted batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdOpenAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/open"))

    def get_batches_id_opening(
        self,
        id: str,
    ) -> models.GetBatchesIdOpeningAnswer:
        """The assignments that opening a drafted batch would create now.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdOpeningAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/opening"))

    def get_batches_id_participation(
        self,
        id: str,
    ) -> models.GetBatchesIdParticipationAnswer:
        """The participation links of a batch, and how often each was used.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdParticipationAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/participation"))

    def post_batches_id_participation(
        self,
        id: str,
        body: models.PostBatchesIdParticipationBody,
    ) -> models.PostBatchesIdParticipationAnswer:
        """Make a link through which people of a crowdsourcing platform work on a batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdParticipationAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/participation", body=body))

    def post_batches_id_pause(
        self,
        id: str,
    ) -> models.PostBatchesIdPauseAnswer:
        """Pause an open batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdPauseAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/pause"))

    def put_batches_id_pay(
        self,
        id: str,
        body: models.PutBatchesIdPayBody,
    ) -> models.PutBatchesIdPayAnswer:
        """Set the pay of a batch's annotators, used to compute its cost.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PutBatchesIdPayAnswer", self._transport.read_json("PUT", f"/api/v1/batches/{_transport.quoted(id)}/pay", body=body))

    def get_batches_id_planted_errors(
        self,
        id: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdPlantedErrorsAnswer:
        """The planted errors of a batch, and which annotators noticed them.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdPlantedErrorsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/planted-errors", query={"limit": limit, "after": after}))

    def get_batches_id_progress(
        self,
        id: str,
    ) -> models.GetBatchesIdProgressAnswer:
        """Progress of a batch, by annotator.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdProgressAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/progress"))

    def get_batches_id_published_answers(
        self,
        id: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdPublishedAnswersAnswer:
        """The answers that every annotator of a batch could read.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdPublishedAnswersAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/published-answers", query={"limit": limit, "after": after}))

    def get_batches_id_pulse(
        self,
        id: str,
    ) -> models.GetBatchesIdPulseAnswer:
        """A text that changes whenever the monitor of a batch would change.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdPulseAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/pulse"))

    def get_batches_id_qualifications(
        self,
        id: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdQualificationsAnswer:
        """People's progress in the training and exam of a batch.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdQualificationsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/qualifications", query={"limit": limit, "after": after}))

    def get_batches_id_questions(
        self,
        id: str,
        *,
        rater: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdQuestionsAnswer:
        """Annotators' questions about the work of a batch, with the answers.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdQuestionsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/questions", query={"rater": rater, "limit": limit, "after": after}))

    def get_batches_id_reopenings(
        self,
        id: str,
        *,
        rater: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdReopeningsAnswer:
        """The submissions of a batch that were sent back.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdReopeningsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/reopenings", query={"rater": rater, "limit": limit, "after": after}))

    def post_batches_id_replicates(
        self,
        id: str,
        body: models.PostBatchesIdReplicatesBody,
    ) -> models.PostBatchesIdReplicatesAnswer:
        """Require more people per task, response or pair in a running batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdReplicatesAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/replicates", body=body))

    def post_batches_id_resume(
        self,
        id: str,
    ) -> models.PostBatchesIdResumeAnswer:
        """Resume a paused batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdResumeAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/resume"))

    def get_batches_id_rubrics(
        self,
        id: str,
        *,
        task: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdRubricsAnswer:
        """The rubrics of a batch, in the versions it works with.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdRubricsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/rubrics", query={"task": task, "limit": limit, "after": after}))

    def post_batches_id_rubrics_rubric_comments(
        self,
        id: str,
        rubric: str,
        body: models.PostBatchesIdRubricsRubricCommentsBody,
    ) -> models.PostBatchesIdRubricsRubricCommentsAnswer:
        """Comment on a reviewed list of items.

        All members of the project, for their own work. A token needs the scope “write”. At most 6 a minute, 20 at once.
        """
        return cast("models.PostBatchesIdRubricsRubricCommentsAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/rubrics/{_transport.quoted(rubric)}/comments", body=body))

    def put_batches_id_rubrics_discussion(
        self,
        id: str,
        body: models.PutBatchesIdRubricsDiscussionBody,
    ) -> models.PutBatchesIdRubricsDiscussionAnswer:
        """Let annotators who reviewed lists of items discuss them once the batch is closed, or end the discussion.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PutBatchesIdRubricsDiscussionAnswer", self._transport.read_json("PUT", f"/api/v1/batches/{_transport.quoted(id)}/rubrics/discussion", body=body))

    def get_batches_id_slots(
        self,
        id: str,
        *,
        subject: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetBatchesIdSlotsAnswer:
        """The assignments of a batch, taken or free: what is judged in which arm, filled or not.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdSlotsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/slots", query={"subject": subject, "limit": limit, "after": after}))

    def get_batches_id_stakes(
        self,
        id: str,
        *,
        annotator: str | None = None,
    ) -> models.GetBatchesIdStakesAnswer:
        """Numbers of assignments of a batch or of one annotator in it, by state: what a change would affect.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdStakesAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/stakes", query={"annotator": annotator}))

    def get_batches_id_subjects(
        self,
        id: str,
        *,
        q: str | None = None,
        tag: list[str] | None = None,
        tags: Literal["any", "all"] | None = None,
        meta: list[str] | None = None,
        responseMeta: list[str] | None = None,
        model: list[str] | None = None,
        least: int | None = None,
        most: int | None = None,
        has: list[Literal["checklist", "criteria", "drafts"]] | None = None,
        status: Literal["untouched", "batch", "judged"] | None = None,
        after: int | None = None,
    ) -> models.GetBatchesIdSubjectsAnswer:
        """Tasks, responses or pairs of the dataset that could be added to a batch.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetBatchesIdSubjectsAnswer", self._transport.read_json("GET", f"/api/v1/batches/{_transport.quoted(id)}/subjects", query={"q": q, "tag": tag, "tags": tags, "meta": meta, "responseMeta": responseMeta, "model": model, "least": least, "most": most, "has": has, "status": status, "after": after}))

    def post_batches_id_subjects(
        self,
        id: str,
        body: models.PostBatchesIdSubjectsBody,
    ) -> models.PostBatchesIdSubjectsAnswer:
        """Add tasks, responses or pairs to a running batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdSubjectsAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/subjects", body=body))

    def post_batches_id_unarchive(
        self,
        id: str,
    ) -> models.PostBatchesIdUnarchiveAnswer:
        """Bring an archived batch back, closed.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdUnarchiveAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/unarchive"))

    def post_batches_id_versions(
        self,
        id: str,
    ) -> models.PostBatchesIdVersionsAnswer:
        """Make a new draft with the design of a batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdVersionsAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/versions"))

    def delete_batches_id_wait(
        self,
        id: str,
    ) -> models.DeleteBatchesIdWaitAnswer:
        """Cancel a drafted batch's wait for a run.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.DeleteBatchesIdWaitAnswer", self._transport.read_json("DELETE", f"/api/v1/batches/{_transport.quoted(id)}/wait"))

    def post_batches_id_wait(
        self,
        id: str,
        body: models.PostBatchesIdWaitBody,
    ) -> models.PostBatchesIdWaitAnswer:
        """Open a drafted batch automatically when a run over its dataset has drafted everything.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesIdWaitAnswer", self._transport.read_json("POST", f"/api/v1/batches/{_transport.quoted(id)}/wait", body=body))

    def post_batches_subjects(
        self,
        body: models.PostBatchesSubjectsBody,
    ) -> models.PostBatchesSubjectsAnswer:
        """A dataset's material for a design: counts of its tasks, responses or pairs by contents, the first of them, minutes of past work.

        Researchers and admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostBatchesSubjectsAnswer", self._transport.read_json("POST", "/api/v1/batches/subjects", body=body))

    def get_cards_card_labels(
        self,
        card: str,
        *,
        format: Literal["csv", "jsonl"] | None = None,
    ) -> bytes:
        """The labels of a public study, one per row, with the names on its card.

        All callers, without signing in. At most 30 a minute, 60 at once. Answers with text/csv, application/x-ndjson.
        """
        return self._transport.read_bytes("GET", f"/api/v1/cards/{_transport.quoted(card)}/labels", query={"format": format})

    def get_cards_card_manifest(
        self,
        card: str,
    ) -> models.GetCardsCardManifestAnswer:
        """The manifest of a public study, with exactly the bytes that were hashed.

        All callers, without signing in. At most 30 a minute, 60 at once.
        """
        return cast("models.GetCardsCardManifestAnswer", self._transport.read_json("GET", f"/api/v1/cards/{_transport.quoted(card)}/manifest"))

    def get_cards_card_material(
        self,
        card: str,
    ) -> bytes:
        """The tasks, responses and rubrics of a public study, if its card shows them.

        All callers, without signing in. At most 30 a minute, 60 at once. Answers with application/x-ndjson.
        """
        return self._transport.read_bytes("GET", f"/api/v1/cards/{_transport.quoted(card)}/material")

    def get_cards_card_tables_table(
        self,
        card: str,
        table: str,
        *,
        batch: int | None = None,
    ) -> bytes:
        """A table of a batch of a public study, as CSV.

        All callers, without signing in. At most 30 a minute, 60 at once. Answers with text/csv.
        """
        return self._transport.read_bytes("GET", f"/api/v1/cards/{_transport.quoted(card)}/tables/{_transport.quoted(table)}", query={"batch": batch})

    def delete_datasets_dataset(
        self,
        dataset: str,
    ) -> models.DeleteDatasetsDatasetAnswer:
        """Delete a dataset with its batches, drafts and judgements, permanently.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.DeleteDatasetsDatasetAnswer", self._transport.read_json("DELETE", f"/api/v1/datasets/{_transport.quoted(dataset)}"))

    def get_datasets_dataset(
        self,
        dataset: str,
    ) -> models.GetDatasetsDatasetAnswer:
        """A dataset with its size.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}"))

    def patch_datasets_dataset(
        self,
        dataset: str,
        body: models.PatchDatasetsDatasetBody,
    ) -> models.PatchDatasetsDatasetAnswer:
        """Rename, archive or restore a dataset; one that an unfinished batch uses cannot be archived.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PatchDatasetsDatasetAnswer", self._transport.read_json("PATCH", f"/api/v1/datasets/{_transport.quoted(dataset)}", body=body))

    def get_datasets_dataset_curation(
        self,
        dataset: str,
    ) -> models.GetDatasetsDatasetCurationAnswer:
        """The instances of a dataset, a panel's verdicts on them, and people's decisions on candidates.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetCurationAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/curation"))

    def post_datasets_dataset_curation(
        self,
        dataset: str,
        body: models.PostDatasetsDatasetCurationBody,
    ) -> models.PostDatasetsDatasetCurationAnswer:
        """Make a dataset of candidates for curation, or of the instances that people kept or modified: an import.

        Researchers and admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostDatasetsDatasetCurationAnswer", self._transport.read_json("POST", f"/api/v1/datasets/{_transport.quoted(dataset)}/curation", body=body))

    def get_datasets_dataset_curation_file(
        self,
        dataset: str,
        *,
        batch: str,
        form: Literal["llmbar", "study"],
    ) -> bytes:
        """The instances that people kept of a batch's candidates, in the JSON of LLMBar's data or as a study file.

        Researchers and admins of the project. A token needs the scope “export”. Answers with application/json, application/x-ndjson.
        """
        return self._transport.read_bytes("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/curation/file", query={"batch": batch, "form": form})

    def get_datasets_dataset_decisions(
        self,
        dataset: str,
        *,
        rubric: str | None = None,
        judgement: str | None = None,
        rater: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetDatasetsDatasetDecisionsAnswer:
        """The decisions on drafted items and lines that a dataset was imported with.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetDecisionsAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/decisions", query={"rubric": rubric, "judgement": judgement, "rater": rater, "limit": limit, "after": after}))

    def get_datasets_dataset_dependants(
        self,
        dataset: str,
    ) -> models.GetDatasetsDatasetDependantsAnswer:
        """Records that are deleted with a dataset, and those that stay.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetDependantsAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/dependants"))

    def get_datasets_dataset_drafts(
        self,
        dataset: str,
        *,
        task: str | None = None,
        response: str | None = None,
        item: str | None = None,
        rater: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetDatasetsDatasetDraftsAnswer:
        """Drafts of a dataset: values with their lines.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetDraftsAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/drafts", query={"task": task, "response": response, "item": item, "rater": rater, "limit": limit, "after": after}))

    def post_datasets_dataset_empty(
        self,
        dataset: str,
    ) -> models.PostDatasetsDatasetEmptyAnswer:
        """Empty a dataset: delete its batches and runs with their results; the records of its file stay.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostDatasetsDatasetEmptyAnswer", self._transport.read_json("POST", f"/api/v1/datasets/{_transport.quoted(dataset)}/empty"))

    def post_datasets_dataset_gold(
        self,
        dataset: str,
        body: models.PostDatasetsDatasetGoldBody,
    ) -> models.PostDatasetsDatasetGoldAnswer:
        """Mark the gold value of a unit, or remove the mark.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostDatasetsDatasetGoldAnswer", self._transport.read_json("POST", f"/api/v1/datasets/{_transport.quoted(dataset)}/gold", body=body))

    def get_datasets_dataset_gold_labels(
        self,
        dataset: str,
        *,
        task: str | None = None,
        question: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetDatasetsDatasetGoldLabelsAnswer:
        """The gold labels of a dataset's tasks and items.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetGoldLabelsAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/gold-labels", query={"task": task, "question": question, "limit": limit, "after": after}))

    def post_datasets_dataset_gold_check(
        self,
        dataset: str,
        body: models.PostDatasetsDatasetGoldCheckBody,
    ) -> models.PostDatasetsDatasetGoldCheckAnswer:
        """The effect of marking many gold values, row by row; nothing is written.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostDatasetsDatasetGoldCheckAnswer", self._transport.read_json("POST", f"/api/v1/datasets/{_transport.quoted(dataset)}/gold/check", body=body))

    def post_datasets_dataset_gold_from_batch(
        self,
        dataset: str,
        body: models.PostDatasetsDatasetGoldFromBatchBody,
    ) -> models.PostDatasetsDatasetGoldFromBatchAnswer:
        """Make gold of the values that were adjudicated or agreed in a closed batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostDatasetsDatasetGoldFromBatchAnswer", self._transport.read_json("POST", f"/api/v1/datasets/{_transport.quoted(dataset)}/gold/from-batch", body=body))

    def post_datasets_dataset_gold_many(
        self,
        dataset: str,
        body: models.PostDatasetsDatasetGoldManyBody,
    ) -> models.PostDatasetsDatasetGoldManyAnswer:
        """Mark many gold values at once, all or none, by ids or by the study file's names of responses and items.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostDatasetsDatasetGoldManyAnswer", self._transport.read_json("POST", f"/api/v1/datasets/{_transport.quoted(dataset)}/gold/many", body=body))

    def get_datasets_dataset_judgements(
        self,
        dataset: str,
        *,
        task: str | None = None,
        response: str | None = None,
        item: str | None = None,
        rater: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetDatasetsDatasetJudgementsAnswer:
        """The judgements that a dataset was imported with.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetJudgementsAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/judgements", query={"task": task, "response": response, "item": item, "rater": rater, "limit": limit, "after": after}))

    def get_datasets_dataset_label_split(
        self,
        dataset: str,
    ) -> models.GetDatasetsDatasetLabelSplitAnswer:
        """The split of a dataset's labels for developing judges.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetLabelSplitAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/label-split"))

    def post_datasets_dataset_label_split(
        self,
        dataset: str,
        body: models.PostDatasetsDatasetLabelSplitBody,
    ) -> models.PostDatasetsDatasetLabelSplitAnswer:
        """Split the labels of a dataset by task, once; later calls add new tasks to the split.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostDatasetsDatasetLabelSplitAnswer", self._transport.read_json("POST", f"/api/v1/datasets/{_transport.quoted(dataset)}/label-split", body=body))

    def get_datasets_dataset_label_split_tasks(
        self,
        dataset: str,
        *,
        part: Literal["examples", "development", "held-out"] | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetDatasetsDatasetLabelSplitTasksAnswer:
        """The part of each task of a split.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetLabelSplitTasksAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/label-split/tasks", query={"part": part, "limit": limit, "after": after}))

    def get_datasets_dataset_metadata(
        self,
        dataset: str,
    ) -> models.GetDatasetsDatasetMetadataAnswer:
        """The fields of the metadata of a dataset's tasks and responses, with their most frequent values.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetMetadataAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/metadata"))

    def patch_datasets_dataset_metadata(
        self,
        dataset: str,
        body: models.PatchDatasetsDatasetMetadataBody,
    ) -> models.PatchDatasetsDatasetMetadataAnswer:
        """Group a dataset's tasks or responses by a field of their metadata in reports, or stop; for tasks the field's values become tags.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PatchDatasetsDatasetMetadataAnswer", self._transport.read_json("PATCH", f"/api/v1/datasets/{_transport.quoted(dataset)}/metadata", body=body))

    def post_datasets_dataset_records(
        self,
        dataset: str,
        body: models.PostDatasetsDatasetRecordsBody,
    ) -> models.PostDatasetsDatasetRecordsAnswer:
        """Add tasks, responses and drafts to a dataset, all or none; identical records that it has already are skipped.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostDatasetsDatasetRecordsAnswer", self._transport.read_json("POST", f"/api/v1/datasets/{_transport.quoted(dataset)}/records", body=body))

    def post_datasets_dataset_records_lines(
        self,
        dataset: str,
        content: _transport.Content,
        *,
        onConflict: Literal["refuse", "skip", "replace"] | None = None,
    ) -> models.PostDatasetsDatasetRecordsLinesAnswer:
        """Add the tasks, responses and drafts on the lines of a body (application/x-ndjson) to a dataset, each line individually; the answer lists lines that do not fit.

        Admins of the project. A token needs the scope “write”. At most 60 a minute, 60 at once.
        """
        return cast("models.PostDatasetsDatasetRecordsLinesAnswer", self._transport.read_json("POST", f"/api/v1/datasets/{_transport.quoted(dataset)}/records/lines", query={"onConflict": onConflict}, content=content))

    def get_datasets_dataset_responses(
        self,
        dataset: str,
        *,
        task: str | None = None,
        model: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetDatasetsDatasetResponsesAnswer:
        """The responses of a dataset, by their keys.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetResponsesAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/responses", query={"task": task, "model": model, "limit": limit, "after": after}))

    def get_datasets_dataset_rubrics(
        self,
        dataset: str,
        *,
        task: str | None = None,
        kind: Literal["checklist", "criteria"] | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetDatasetsDatasetRubricsAnswer:
        """The checklists and criteria of a dataset with their items, each in its newest version.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetRubricsAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/rubrics", query={"task": task, "kind": kind, "limit": limit, "after": after}))

    def get_datasets_dataset_rules(
        self,
        dataset: str,
    ) -> models.GetDatasetsDatasetRulesAnswer:
        """The latest run of the rules on a dataset, and the tasks that it has not reached yet.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetRulesAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/rules"))

    def post_datasets_dataset_rules(
        self,
        dataset: str,
        body: models.PostDatasetsDatasetRulesBody,
    ) -> models.PostDatasetsDatasetRulesAnswer:
        """Draft checklists by rules, or check what a program can prove; no language model is used.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostDatasetsDatasetRulesAnswer", self._transport.read_json("POST", f"/api/v1/datasets/{_transport.quoted(dataset)}/rules", body=body))

    def post_datasets_dataset_scores(
        self,
        dataset: str,
        body: models.PostDatasetsDatasetScoresBody,
    ) -> models.PostDatasetsDatasetScoresAnswer:
        """Set external scores of responses, all or none, by the responses’ ids in files.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostDatasetsDatasetScoresAnswer", self._transport.read_json("POST", f"/api/v1/datasets/{_transport.quoted(dataset)}/scores", body=body))

    def get_datasets_dataset_tasks(
        self,
        dataset: str,
        *,
        q: str | None = None,
        tag: list[str] | None = None,
        tags: Literal["any", "all"] | None = None,
        meta: list[str] | None = None,
        responseMeta: list[str] | None = None,
        model: list[str] | None = None,
        least: int | None = None,
        most: int | None = None,
        has: list[Literal["checklist", "criteria", "drafts"]] | None = None,
        status: Literal["untouched", "batch", "judged"] | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetDatasetsDatasetTasksAnswer:
        """The tasks of a dataset that pass a filter, by their keys.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDatasetsDatasetTasksAnswer", self._transport.read_json("GET", f"/api/v1/datasets/{_transport.quoted(dataset)}/tasks", query={"q": q, "tag": tag, "tags": tags, "meta": meta, "responseMeta": responseMeta, "model": model, "least": least, "most": most, "has": has, "status": status, "limit": limit, "after": after}))

    def get_decisions_decision(
        self,
        decision: str,
    ) -> models.GetDecisionsDecisionAnswer:
        """A decision on a drafted item or line.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDecisionsDecisionAnswer", self._transport.read_json("GET", f"/api/v1/decisions/{_transport.quoted(decision)}"))

    def get_drafts_draft(
        self,
        draft: str,
    ) -> models.GetDraftsDraftAnswer:
        """A drafted value with its lines.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDraftsDraftAnswer", self._transport.read_json("GET", f"/api/v1/drafts/{_transport.quoted(draft)}"))

    def get_drafts_draft_provenance(
        self,
        draft: str,
    ) -> models.GetDraftsDraftProvenanceAnswer:
        """Provenance of a draft: prompts, answers, settings, cost.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetDraftsDraftProvenanceAnswer", self._transport.read_json("GET", f"/api/v1/drafts/{_transport.quoted(draft)}/provenance"))

    def get_endpoints_endpoint(
        self,
        endpoint: str,
    ) -> models.GetEndpointsEndpointAnswer:
        """An endpoint, without its key.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetEndpointsEndpointAnswer", self._transport.read_json("GET", f"/api/v1/endpoints/{_transport.quoted(endpoint)}"))

    def post_endpoints_endpoint_prices(
        self,
        endpoint: str,
        body: models.PostEndpointsEndpointPricesBody,
    ) -> models.PostEndpointsEndpointPricesAnswer:
        """Set a model's prices from a given day on.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostEndpointsEndpointPricesAnswer", self._transport.read_json("POST", f"/api/v1/endpoints/{_transport.quoted(endpoint)}/prices", body=body))

    def post_endpoints_endpoint_test(
        self,
        endpoint: str,
    ) -> models.PostEndpointsEndpointTestAnswer:
        """Have the connection tested: text, JSON schema, temperature, seed, embedding.

        Admins of the project. A token needs the scope “write”. At most 5 a minute, 10 at once.
        """
        return cast("models.PostEndpointsEndpointTestAnswer", self._transport.read_json("POST", f"/api/v1/endpoints/{_transport.quoted(endpoint)}/test"))

    def get_exports_study(
        self,
        study: str,
        *,
        format: Literal["bundle", "csv", "jsonl", "parquet", "xlsx", "huggingface", "otel", "study", "agreement", "label-studio", "argilla", "preferences", "training"],
        scale: str | None = None,
        margin: float | None = None,
        ties: Literal["skip", "first-by-hash"] | None = None,
        verified: Literal["only", "all"] | None = None,
        equal: bool | str | None = None,
        test: float | None = None,
        holdOut: list[str] | None = None,
        seed: int | None = None,
        form: Literal["conversational", "standard"] | None = None,
        source: list[str] | None = None,
        licence: str | None = None,
    ) -> bytes:
        """Export a dataset or a batch: its ratings (csv, jsonl, parquet, xlsx), its study file, its agreement.

        Researchers and admins of the project. A token needs the scope “export”. Answers with application/zip, text/csv, application/x-ndjson, application/json, application/vnd.apache.parquet, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.
        """
        return self._transport.read_bytes("GET", f"/api/v1/exports/{_transport.quoted(study)}", query={"format": format, "scale": scale, "margin": margin, "ties": ties, "verified": verified, "equal": equal, "test": test, "holdOut": holdOut, "seed": seed, "form": form, "source": source, "licence": licence})

    def get_exports_study_training(
        self,
        study: str,
        *,
        scale: str | None = None,
        margin: float | None = None,
        ties: Literal["skip", "first-by-hash"] | None = None,
        verified: Literal["only", "all"] | None = None,
        equal: bool | str | None = None,
        test: float | None = None,
        holdOut: list[str] | None = None,
        seed: int | None = None,
        form: Literal["conversational", "standard"] | None = None,
        source: list[str] | None = None,
        licence: str | None = None,
    ) -> models.GetExportsStudyTrainingAnswer:
        """The number of rows that training data would have with these options, by source, and the reasons why others are left out.

        Researchers and admins of the project. A token needs the scope “export”.
        """
        return cast("models.GetExportsStudyTrainingAnswer", self._transport.read_json("GET", f"/api/v1/exports/{_transport.quoted(study)}/training", query={"scale": scale, "margin": margin, "ties": ties, "verified": verified, "equal": equal, "test": test, "holdOut": holdOut, "seed": seed, "form": form, "source": source, "licence": licence}))

    def post_flags_flag_resolve(
        self,
        flag: str,
        body: models.PostFlagsFlagResolveBody,
    ) -> models.PostFlagsFlagResolveAnswer:
        """Resolve a flag with a note.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostFlagsFlagResolveAnswer", self._transport.read_json("POST", f"/api/v1/flags/{_transport.quoted(flag)}/resolve", body=body))

    def get_health(
        self,
    ) -> models.GetHealthAnswer:
        """State of the server: whether it works and its database saves, what is missing, and when a worker last reported.

        All callers, without signing in.
        """
        return cast("models.GetHealthAnswer", self._transport.read_json("GET", "/api/v1/health"))

    def get_health_live(
        self,
    ) -> models.GetHealthLiveAnswer:
        """Answers as long as the server runs.

        All callers, without signing in.
        """
        return cast("models.GetHealthLiveAnswer", self._transport.read_json("GET", "/api/v1/health/live"))

    def delete_imports_import(
        self,
        import_: str,
    ) -> models.DeleteImportsImportAnswer:
        """Cancel a running import.

        Researchers and admins of the project. A token needs the scope “write”.
        """
        return cast("models.DeleteImportsImportAnswer", self._transport.read_json("DELETE", f"/api/v1/imports/{_transport.quoted(import_)}"))

    def get_imports_import(
        self,
        import_: str,
    ) -> models.GetImportsImportAnswer:
        """Progress of an import.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetImportsImportAnswer", self._transport.read_json("GET", f"/api/v1/imports/{_transport.quoted(import_)}"))

    def patch_imports_import(
        self,
        import_: str,
        body: models.PatchImportsImportBody,
    ) -> models.PatchImportsImportAnswer:
        """Continue a failed import without the rows that do not fit, or dismiss it.

        Researchers and admins of the project. A token needs the scope “write”.
        """
        return cast("models.PatchImportsImportAnswer", self._transport.read_json("PATCH", f"/api/v1/imports/{_transport.quoted(import_)}", body=body))

    def get_imports_import_problems(
        self,
        import_: str,
        *,
        from_: int | None = None,
        format: Literal["csv"] | None = None,
    ) -> models.GetImportsImportProblemsAnswer | bytes:
        """Problems of a file, line by line; format=csv gives all of them as a file.

        Researchers and admins of the project. A token needs the scope “read”. Answers with text/csv, application/json.
        """
        return cast("models.GetImportsImportProblemsAnswer | bytes", self._transport.read_either("GET", f"/api/v1/imports/{_transport.quoted(import_)}/problems", query={"from": from_, "format": format}))

    def post_join(
        self,
        body: models.PostJoinBody,
    ) -> models.PostJoinAnswer:
        """Start or continue a study through a participation link.

        All callers, without signing in. At most 60 a minute, 120 at once.
        """
        return cast("models.PostJoinAnswer", self._transport.read_json("POST", "/api/v1/join", body=body))

    def post_judge_instructions_instruction_decisions(
        self,
        instruction: str,
        body: models.PostJudgeInstructionsInstructionDecisionsBody,
    ) -> models.PostJudgeInstructionsInstructionDecisionsAnswer:
        """Accept, revise or remove a proposed instruction for a judge.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostJudgeInstructionsInstructionDecisionsAnswer", self._transport.read_json("POST", f"/api/v1/judge-instructions/{_transport.quoted(instruction)}/decisions", body=body))

    def get_judge_versions_version_card(
        self,
        version: str,
        *,
        dataset: str,
        format: Literal["json", "markdown"] | None = None,
    ) -> bytes:
        """The card of a judge's version on a dataset: its prompt, the data it was tuned on, and its agreement with people.

        Researchers and admins of the project. A token needs the scope “read”. Answers with application/json, text/markdown.
        """
        return self._transport.read_bytes("GET", f"/api/v1/judge-versions/{_transport.quoted(version)}/card", query={"dataset": dataset, "format": format})

    def post_judge_versions_version_held_out_looks(
        self,
        version: str,
        body: models.PostJudgeVersionsVersionHeldOutLooksBody,
    ) -> models.PostJudgeVersionsVersionHeldOutLooksAnswer:
        """Compare a version of a judge with the held-out labels; counted and recorded.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostJudgeVersionsVersionHeldOutLooksAnswer", self._transport.read_json("POST", f"/api/v1/judge-versions/{_transport.quoted(version)}/held-out-looks", body=body))

    def post_judge_versions_version_proposals(
        self,
        version: str,
        body: models.PostJudgeVersionsVersionProposalsBody,
    ) -> models.PostJudgeVersionsVersionProposalsAnswer:
        """Have a version's model propose instructions, from its disagreements on the development part.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostJudgeVersionsVersionProposalsAnswer", self._transport.read_json("POST", f"/api/v1/judge-versions/{_transport.quoted(version)}/proposals", body=body))

    def post_judge_versions_version_runs(
        self,
        version: str,
        body: models.PostJudgeVersionsVersionRunsBody,
    ) -> models.PostJudgeVersionsVersionRunsAnswer:
        """Start a run by a version of a judge: on three tasks, a part of the split, or all tasks.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostJudgeVersionsVersionRunsAnswer", self._transport.read_json("POST", f"/api/v1/judge-versions/{_transport.quoted(version)}/runs", body=body))

    def get_judge_versions_version_values(
        self,
        version: str,
        *,
        dataset: str,
    ) -> bytes:
        """All values that a judge's version gave on a dataset, with samples and reasons.

        Researchers and admins of the project. A token needs the scope “read”. Answers with text/csv.
        """
        return self._transport.read_bytes("GET", f"/api/v1/judge-versions/{_transport.quoted(version)}/values", query={"dataset": dataset})

    def get_judgements_judgement(
        self,
        judgement: str,
    ) -> models.GetJudgementsJudgementAnswer:
        """A judgement.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetJudgementsJudgementAnswer", self._transport.read_json("GET", f"/api/v1/judgements/{_transport.quoted(judgement)}"))

    def get_judges_judge(
        self,
        judge: str,
    ) -> models.GetJudgesJudgeAnswer:
        """A judge with its versions.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetJudgesJudgeAnswer", self._transport.read_json("GET", f"/api/v1/judges/{_transport.quoted(judge)}"))

    def patch_judges_judge(
        self,
        judge: str,
        body: models.PatchJudgesJudgeBody,
    ) -> models.PatchJudgesJudgeAnswer:
        """Archive a judge, or bring it back.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PatchJudgesJudgeAnswer", self._transport.read_json("PATCH", f"/api/v1/judges/{_transport.quoted(judge)}", body=body))

    def get_judges_judge_held_out_looks(
        self,
        judge: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetJudgesJudgeHeldOutLooksAnswer:
        """Comparisons of a judge's versions with held-out labels, with their results.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetJudgesJudgeHeldOutLooksAnswer", self._transport.read_json("GET", f"/api/v1/judges/{_transport.quoted(judge)}/held-out-looks", query={"limit": limit, "after": after}))

    def post_judges_judge_panel_versions(
        self,
        judge: str,
        body: models.PostJudgesJudgePanelVersionsBody,
    ) -> models.PostJudgesJudgePanelVersionsAnswer:
        """Make a version of a panel with other members or another rule.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostJudgesJudgePanelVersionsAnswer", self._transport.read_json("POST", f"/api/v1/judges/{_transport.quoted(judge)}/panel-versions", body=body))

    def get_judges_judge_proposals(
        self,
        judge: str,
        *,
        dataset: str | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetJudgesJudgeProposalsAnswer:
        """Instructions that a model proposed for a judge, with the decisions on them.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetJudgesJudgeProposalsAnswer", self._transport.read_json("GET", f"/api/v1/judges/{_transport.quoted(judge)}/proposals", query={"dataset": dataset, "limit": limit, "after": after}))

    def get_judges_judge_versions(
        self,
        judge: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetJudgesJudgeVersionsAnswer:
        """The versions of a judge, with all that each sends to its model.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetJudgesJudgeVersionsAnswer", self._transport.read_json("GET", f"/api/v1/judges/{_transport.quoted(judge)}/versions", query={"limit": limit, "after": after}))

    def post_judges_judge_versions(
        self,
        judge: str,
        body: models.PostJudgesJudgeVersionsBody,
    ) -> models.PostJudgesJudgeVersionsAnswer:
        """Make a version of a judge from an earlier one.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostJudgesJudgeVersionsAnswer", self._transport.read_json("POST", f"/api/v1/judges/{_transport.quoted(judge)}/versions", body=body))

    def get_judges_judge_workshop(
        self,
        judge: str,
        *,
        dataset: str,
        version: int | None = None,
        part: Literal["development", "examples"] | None = None,
        label: str | None = None,
        tag: str | None = None,
    ) -> models.GetJudgesJudgeWorkshopAnswer:
        """A judge's versions beside independent human labels, without held-out ones, and their disagreements.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetJudgesJudgeWorkshopAnswer", self._transport.read_json("GET", f"/api/v1/judges/{_transport.quoted(judge)}/workshop", query={"dataset": dataset, "version": version, "part": part, "label": label, "tag": tag}))

    def get_labellings_labelling(
        self,
        labelling: str,
    ) -> models.GetLabellingsLabellingAnswer:
        """The labels that one rater gave an item or a task.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetLabellingsLabellingAnswer", self._transport.read_json("GET", f"/api/v1/labellings/{_transport.quoted(labelling)}"))

    def post_links_first_admin(
        self,
        body: models.PostLinksFirstAdminBody,
    ) -> models.PostLinksFirstAdminAnswer:
        """Create the first account of an installation, with its one-time link.

        All callers, without signing in. At most 10 a minute, 30 at once.
        """
        return cast("models.PostLinksFirstAdminAnswer", self._transport.read_json("POST", "/api/v1/links/first-admin", body=body))

    def post_links_forgotten_password(
        self,
        body: models.PostLinksForgottenPasswordBody,
    ) -> models.PostLinksForgottenPasswordAnswer:
        """Request a mail with a link to choose a password; the answer never says whether the account exists.

        All callers, without signing in. At most 10 a minute, 30 at once.
        """
        return cast("models.PostLinksForgottenPasswordAnswer", self._transport.read_json("POST", "/api/v1/links/forgotten-password", body=body))

    def post_links_invitation(
        self,
        body: models.PostLinksInvitationBody,
    ) -> models.PostLinksInvitationAnswer:
        """Accept an invitation with a new account.

        All callers, without signing in. At most 10 a minute, 30 at once.
        """
        return cast("models.PostLinksInvitationAnswer", self._transport.read_json("POST", "/api/v1/links/invitation", body=body))

    def post_links_set_password(
        self,
        body: models.PostLinksSetPasswordBody,
    ) -> models.PostLinksSetPasswordAnswer:
        """Choose a password with a one-time link.

        All callers, without signing in. At most 10 a minute, 30 at once.
        """
        return cast("models.PostLinksSetPasswordAnswer", self._transport.read_json("POST", "/api/v1/links/set-password", body=body))

    def get_openapi_json(
        self,
    ) -> models.GetOpenapiJsonAnswer:
        """This description, as OpenAPI 3.1.

        All callers, without signing in.
        """
        return cast("models.GetOpenapiJsonAnswer", self._transport.read_json("GET", "/api/v1/openapi.json"))

    def patch_participation_link(
        self,
        link: str,
        body: models.PatchParticipationLinkBody,
    ) -> models.PatchParticipationLinkAnswer:
        """Rename or close a participation link, change its quota or its end.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PatchParticipationLinkAnswer", self._transport.read_json("PATCH", f"/api/v1/participation/{_transport.quoted(link)}", body=body))

    def get_participation_link_mapping(
        self,
        link: str,
    ) -> bytes:
        """The pseudonym of each platform id, with completion and minutes, as CSV.

        Admins of the project. A token needs the scope “export”. Answers with text/csv.
        """
        return self._transport.read_bytes("GET", f"/api/v1/participation/{_transport.quoted(link)}/mapping")

    def get_participation_link_prolific(
        self,
        link: str,
    ) -> models.GetParticipationLinkProlificAnswer:
        """A participation link's study on Prolific, with its submissions and the requests to Prolific.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetParticipationLinkProlificAnswer", self._transport.read_json("GET", f"/api/v1/participation/{_transport.quoted(link)}/prolific"))

    def post_participation_link_prolific_fetch(
        self,
        link: str,
    ) -> models.PostParticipationLinkProlificFetchAnswer:
        """Have the submissions of a study fetched from Prolific.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostParticipationLinkProlificFetchAnswer", self._transport.read_json("POST", f"/api/v1/participation/{_transport.quoted(link)}/prolific/fetch"))

    def get_projects(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetProjectsAnswer:
        """The projects you may open.

        All signed-in users. A token needs the scope “read”.
        """
        return cast("models.GetProjectsAnswer", self._transport.read_json("GET", "/api/v1/projects", query={"limit": limit, "after": after}))

    def post_projects(
        self,
        body: models.PostProjectsBody,
    ) -> models.PostProjectsAnswer:
        """Create a project and become its first admin.

        Site admins of the installation. A token needs the scope “write”.
        """
        return cast("models.PostProjectsAnswer", self._transport.read_json("POST", "/api/v1/projects", body=body))

    def delete_projects_project(
        self,
        project: str,
    ) -> models.DeleteProjectsProjectAnswer:
        """Delete a project with everything in it, permanently.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.DeleteProjectsProjectAnswer", self._transport.read_json("DELETE", f"/api/v1/projects/{_transport.quoted(project)}"))

    def get_projects_project(
        self,
        project: str,
    ) -> models.GetProjectsProjectAnswer:
        """A project, and your role in it.

        All members of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}"))

    def patch_projects_project(
        self,
        project: str,
        body: models.PatchProjectsProjectBody,
    ) -> models.PatchProjectsProjectAnswer:
        """Rename, describe, archive or restore a project.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PatchProjectsProjectAnswer", self._transport.read_json("PATCH", f"/api/v1/projects/{_transport.quoted(project)}", body=body))

    def get_projects_project_audit(
        self,
        project: str,
        *,
        action: str | None = None,
        person: str | Literal["system"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        before: str | None = None,
    ) -> bytes:
        """The audit log of a project, as CSV.

        Admins of the project. A token needs the scope “read”. Answers with text/csv.
        """
        return self._transport.read_bytes("GET", f"/api/v1/projects/{_transport.quoted(project)}/audit", query={"action": action, "person": person, "from": from_, "to": to, "before": before})

    def get_projects_project_batches(
        self,
        project: str,
        *,
        dataset: str | None = None,
        state: Literal["draft", "open", "paused", "closed", "archived"] | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetProjectsProjectBatchesAnswer:
        """The batches of a project, each with its progress.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectBatchesAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}/batches", query={"dataset": dataset, "state": state, "limit": limit, "after": after}))

    def get_projects_project_datasets(
        self,
        project: str,
        *,
        state: Literal["ready", "archived"] | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetProjectsProjectDatasetsAnswer:
        """The datasets of a project.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectDatasetsAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}/datasets", query={"state": state, "limit": limit, "after": after}))

    def get_projects_project_dependants(
        self,
        project: str,
    ) -> models.GetProjectsProjectDependantsAnswer:
        """Records that are deleted with a project, and those that stay.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectDependantsAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}/dependants"))

    def post_projects_project_empty(
        self,
        project: str,
    ) -> models.PostProjectsProjectEmptyAnswer:
        """Empty a project: delete its data and batches; its people, models, settings and frozen studies stay.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostProjectsProjectEmptyAnswer", self._transport.read_json("POST", f"/api/v1/projects/{_transport.quoted(project)}/empty"))

    def get_projects_project_endpoints(
        self,
        project: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetProjectsProjectEndpointsAnswer:
        """Endpoints of language models, without their keys.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectEndpointsAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}/endpoints", query={"limit": limit, "after": after}))

    def get_projects_project_exports(
        self,
        project: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetProjectsProjectExportsAnswer:
        """Past exports: who, what and when.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectExportsAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}/exports", query={"limit": limit, "after": after}))

    def get_projects_project_imports(
        self,
        project: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetProjectsProjectImportsAnswer:
        """The imports of a project: running, ready, and failed.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectImportsAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}/imports", query={"limit": limit, "after": after}))

    def post_projects_project_imports(
        self,
        project: str,
        content: _transport.Content,
        *,
        file: str,
        name: str | None = None,
        format: Literal["study", "csv", "json", "jsonl", "label-studio", "argilla", "preferences", "pairs", "openai-batch", "lm-eval", "openai-evals", "inspect", "langfuse"] | None = None,
        mapping: str | None = None,
        leaveOut: Literal["true", "false"] | None = None,
    ) -> models.PostProjectsProjectImportsAnswer:
        """Upload a study file, table or export of another tool; the import begins when the upload is complete.

        Researchers and admins of the project. A token needs the scope “write”. At most 10 a minute, 30 at once.
        """
        return cast("models.PostProjectsProjectImportsAnswer", self._transport.read_json("POST", f"/api/v1/projects/{_transport.quoted(project)}/imports", query={"file": file, "name": name, "format": format, "mapping": mapping, "leaveOut": leaveOut}, content=content))

    def get_projects_project_invitations(
        self,
        project: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetProjectsProjectInvitationsAnswer:
        """The invitations of a project that have not been accepted.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectInvitationsAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}/invitations", query={"limit": limit, "after": after}))

    def delete_projects_project_invitations_invitation(
        self,
        project: str,
        invitation: str,
    ) -> models.DeleteProjectsProjectInvitationsInvitationAnswer:
        """Withdraw an invitation.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.DeleteProjectsProjectInvitationsInvitationAnswer", self._transport.read_json("DELETE", f"/api/v1/projects/{_transport.quoted(project)}/invitations/{_transport.quoted(invitation)}"))

    def get_projects_project_judges(
        self,
        project: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetProjectsProjectJudgesAnswer:
        """The judges of a project with their versions.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectJudgesAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}/judges", query={"limit": limit, "after": after}))

    def post_projects_project_judges(
        self,
        project: str,
        body: models.PostProjectsProjectJudgesBody,
    ) -> models.PostProjectsProjectJudgesAnswer:
        """Create a judge, from a published method or with your own prompt.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostProjectsProjectJudgesAnswer", self._transport.read_json("POST", f"/api/v1/projects/{_transport.quoted(project)}/judges", body=body))

    def post_projects_project_judges_panels(
        self,
        project: str,
        body: models.PostProjectsProjectJudgesPanelsBody,
    ) -> models.PostProjectsProjectJudgesPanelsAnswer:
        """Make a panel: versions of several judges as one rater.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostProjectsProjectJudgesPanelsAnswer", self._transport.read_json("POST", f"/api/v1/projects/{_transport.quoted(project)}/judges/panels", body=body))

    def post_projects_project_judges_preview(
        self,
        project: str,
        body: models.PostProjectsProjectJudgesPreviewBody,
    ) -> models.PostProjectsProjectJudgesPreviewAnswer:
        """Problems, exact prompts and cost of a judge that is not saved.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostProjectsProjectJudgesPreviewAnswer", self._transport.read_json("POST", f"/api/v1/projects/{_transport.quoted(project)}/judges/preview", body=body))

    def get_projects_project_people(
        self,
        project: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetProjectsProjectPeopleAnswer:
        """The people of a project, and their pseudonyms.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectPeopleAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}/people", query={"limit": limit, "after": after}))

    def post_projects_project_people(
        self,
        project: str,
        body: models.PostProjectsProjectPeopleBody,
    ) -> models.PostProjectsProjectPeopleAnswer:
        """Add a person who has an account to a project.

        Admins of the project. A token needs the scope “write”. At most 10 a minute, 100 at once.
        """
        return cast("models.PostProjectsProjectPeopleAnswer", self._transport.read_json("POST", f"/api/v1/projects/{_transport.quoted(project)}/people", body=body))

    def patch_projects_project_people_membership(
        self,
        project: str,
        membership: str,
        body: models.PatchProjectsProjectPeopleMembershipBody,
    ) -> models.PatchProjectsProjectPeopleMembershipAnswer:
        """Change a member's role in a project, disable or enable the member.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PatchProjectsProjectPeopleMembershipAnswer", self._transport.read_json("PATCH", f"/api/v1/projects/{_transport.quoted(project)}/people/{_transport.quoted(membership)}", body=body))

    def get_projects_project_prolific(
        self,
        project: str,
    ) -> models.GetProjectsProjectProlificAnswer:
        """A project's connection to Prolific, without the token.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectProlificAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}/prolific"))

    def get_projects_project_runs(
        self,
        project: str,
        *,
        dataset: str | None = None,
        state: Literal["draft", "running", "paused", "paused_budget", "done", "cancelled"] | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetProjectsProjectRunsAnswer:
        """The drafting runs of a project.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectRunsAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}/runs", query={"dataset": dataset, "state": state, "limit": limit, "after": after}))

    def post_projects_project_runs(
        self,
        project: str,
        body: models.PostProjectsProjectRunsBody,
    ) -> models.PostProjectsProjectRunsAnswer:
        """Make a drafting run, as a draft or started.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostProjectsProjectRunsAnswer", self._transport.read_json("POST", f"/api/v1/projects/{_transport.quoted(project)}/runs", body=body))

    def post_projects_project_runs_preview(
        self,
        project: str,
        body: models.PostProjectsProjectRunsPreviewBody,
    ) -> models.PostProjectsProjectRunsPreviewAnswer:
        """The largest number of calls, tokens and cost of a run, and its first prompts.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostProjectsProjectRunsPreviewAnswer", self._transport.read_json("POST", f"/api/v1/projects/{_transport.quoted(project)}/runs/preview", body=body))

    def get_projects_project_studies(
        self,
        project: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetProjectsProjectStudiesAnswer:
        """The frozen studies of a project.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectStudiesAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}/studies", query={"limit": limit, "after": after}))

    def post_projects_project_studies(
        self,
        project: str,
        body: models.PostProjectsProjectStudiesBody,
    ) -> models.PostProjectsProjectStudiesAnswer:
        """Freeze closed batches under a title; the worker makes the version.

        Researchers and admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostProjectsProjectStudiesAnswer", self._transport.read_json("POST", f"/api/v1/projects/{_transport.quoted(project)}/studies", body=body))

    def get_projects_project_webhooks(
        self,
        project: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetProjectsProjectWebhooksAnswer:
        """The webhooks of a project, without their secrets.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetProjectsProjectWebhooksAnswer", self._transport.read_json("GET", f"/api/v1/projects/{_transport.quoted(project)}/webhooks", query={"limit": limit, "after": after}))

    def post_questions_question_answer(
        self,
        question: str,
        body: models.PostQuestionsQuestionAnswerBody,
    ) -> models.PostQuestionsQuestionAnswerAnswer:
        """Answer an annotator's question.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostQuestionsQuestionAnswerAnswer", self._transport.read_json("POST", f"/api/v1/questions/{_transport.quoted(question)}/answer", body=body))

    def post_questions_question_publish(
        self,
        question: str,
        body: models.PostQuestionsQuestionPublishBody,
    ) -> models.PostQuestionsQuestionPublishAnswer:
        """Publish an answer to every annotator of the batch.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostQuestionsQuestionPublishAnswer", self._transport.read_json("POST", f"/api/v1/questions/{_transport.quoted(question)}/publish", body=body))

    def post_questions_question_settle(
        self,
        question: str,
    ) -> models.PostQuestionsQuestionSettleAnswer:
        """Settle a question without an answer.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostQuestionsQuestionSettleAnswer", self._transport.read_json("POST", f"/api/v1/questions/{_transport.quoted(question)}/settle"))

    def post_questions_question_withdraw(
        self,
        question: str,
    ) -> models.PostQuestionsQuestionWithdrawAnswer:
        """Withdraw a published answer.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostQuestionsQuestionWithdrawAnswer", self._transport.read_json("POST", f"/api/v1/questions/{_transport.quoted(question)}/withdraw"))

    def get_reports_of_id(
        self,
        of: str,
        id: str,
        *,
        item: str | None = None,
        arm: str | None = None,
        rater: str | None = None,
        model: str | None = None,
        family: str | None = None,
        group: str | None = None,
        replicates: Literal["5000", "10000"] | None = None,
        confidence: Literal["0.9", "0.99"] | None = None,
        epsilon: Literal["0.05", "0.1", "0.2"] | None = None,
        only: Literal["status"] | None = None,
    ) -> models.GetReportsOfIdAnswer:
        """The report on a batch or a dataset, or a part of it; it is computed when it is first requested.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetReportsOfIdAnswer", self._transport.read_json("GET", f"/api/v1/reports/{_transport.quoted(of)}/{_transport.quoted(id)}", query={"item": item, "arm": arm, "rater": rater, "model": model, "family": family, "group": group, "replicates": replicates, "confidence": confidence, "epsilon": epsilon, "only": only}))

    def post_reports_of_id(
        self,
        of: str,
        id: str,
        *,
        item: str | None = None,
        arm: str | None = None,
        rater: str | None = None,
        model: str | None = None,
        family: str | None = None,
        group: str | None = None,
        replicates: Literal["5000", "10000"] | None = None,
        confidence: Literal["0.9", "0.99"] | None = None,
        epsilon: Literal["0.05", "0.1", "0.2"] | None = None,
    ) -> models.PostReportsOfIdAnswer:
        """Try again to compute a report that failed.

        Researchers and admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostReportsOfIdAnswer", self._transport.read_json("POST", f"/api/v1/reports/{_transport.quoted(of)}/{_transport.quoted(id)}", query={"item": item, "arm": arm, "rater": rater, "model": model, "family": family, "group": group, "replicates": replicates, "confidence": confidence, "epsilon": epsilon}))

    def get_reports_of_id_judgements(
        self,
        of: str,
        id: str,
        *,
        item: str | None = None,
        arm: str | None = None,
        rater: str | None = None,
        model: str | None = None,
        family: str | None = None,
        group: str | None = None,
        replicates: Literal["5000", "10000"] | None = None,
        confidence: Literal["0.9", "0.99"] | None = None,
        epsilon: Literal["0.05", "0.1", "0.2"] | None = None,
        by: Literal["machines"] | None = None,
        method: str | None = None,
        condition: str | None = None,
        exposure: Literal["independent", "exposed", "unknown", "any"] | None = None,
        after: str | None = None,
    ) -> models.GetReportsOfIdJudgementsAnswer:
        """The judgements behind a number of a report, fifty at a time.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetReportsOfIdJudgementsAnswer", self._transport.read_json("GET", f"/api/v1/reports/{_transport.quoted(of)}/{_transport.quoted(id)}/judgements", query={"item": item, "arm": arm, "rater": rater, "model": model, "family": family, "group": group, "replicates": replicates, "confidence": confidence, "epsilon": epsilon, "by": by, "method": method, "condition": condition, "exposure": exposure, "after": after}))

    def get_reports_of_id_overview(
        self,
        of: str,
        id: str,
        *,
        item: str | None = None,
        arm: str | None = None,
        rater: str | None = None,
        model: str | None = None,
        family: str | None = None,
        group: str | None = None,
        replicates: Literal["5000", "10000"] | None = None,
        confidence: Literal["0.9", "0.99"] | None = None,
        epsilon: Literal["0.05", "0.1", "0.2"] | None = None,
        only: Literal["status"] | None = None,
    ) -> models.GetReportsOfIdOverviewAnswer:
        """The part of a report that is computed first: its data and agreement on everything together.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetReportsOfIdOverviewAnswer", self._transport.read_json("GET", f"/api/v1/reports/{_transport.quoted(of)}/{_transport.quoted(id)}/overview", query={"item": item, "arm": arm, "rater": rater, "model": model, "family": family, "group": group, "replicates": replicates, "confidence": confidence, "epsilon": epsilon, "only": only}))

    def get_reports_of_id_papers_paper_table(
        self,
        of: str,
        id: str,
        paper: str,
        table: str,
        *,
        format: Literal["csv", "json", "latex", "markdown"] | None = None,
        published: str | None = None,
        intervals: str | None = None,
        runs: str | None = None,
    ) -> bytes:
        """One table of a paper, computed from a batch or a dataset, as CSV, JSON, LaTeX or Markdown, with the runs behind it; CSV has them with runs=true.

        Researchers and admins of the project. A token needs the scope “export”. Answers with text/csv, application/json, application/x-tex, text/markdown.
        """
        return self._transport.read_bytes("GET", f"/api/v1/reports/{_transport.quoted(of)}/{_transport.quoted(id)}/papers/{_transport.quoted(paper)}/{_transport.quoted(table)}", query={"format": format, "published": published, "intervals": intervals, "runs": runs})

    def get_reports_of_id_pilots(
        self,
        of: str,
        id: str,
        *,
        item: str | None = None,
        arm: str | None = None,
        rater: str | None = None,
        model: str | None = None,
        family: str | None = None,
        group: str | None = None,
        replicates: Literal["5000", "10000"] | None = None,
        confidence: Literal["0.9", "0.99"] | None = None,
        epsilon: Literal["0.05", "0.1", "0.2"] | None = None,
        scope: str | None = None,
    ) -> models.GetReportsOfIdPilotsAnswer:
        """Values of some of a study's units, from which a larger one can be planned.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetReportsOfIdPilotsAnswer", self._transport.read_json("GET", f"/api/v1/reports/{_transport.quoted(of)}/{_transport.quoted(id)}/pilots", query={"item": item, "arm": arm, "rater": rater, "model": model, "family": family, "group": group, "replicates": replicates, "confidence": confidence, "epsilon": epsilon, "scope": scope}))

    def get_reports_of_id_sections_section(
        self,
        of: str,
        id: str,
        section: str,
        *,
        item: str | None = None,
        arm: str | None = None,
        rater: str | None = None,
        model: str | None = None,
        family: str | None = None,
        group: str | None = None,
        replicates: Literal["5000", "10000"] | None = None,
        confidence: Literal["0.9", "0.99"] | None = None,
        epsilon: Literal["0.05", "0.1", "0.2"] | None = None,
    ) -> models.GetReportsOfIdSectionsSectionAnswer:
        """One section of a report; it is computed when it is first requested, which takes a moment.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetReportsOfIdSectionsSectionAnswer", self._transport.read_json("GET", f"/api/v1/reports/{_transport.quoted(of)}/{_transport.quoted(id)}/sections/{_transport.quoted(section)}", query={"item": item, "arm": arm, "rater": rater, "model": model, "family": family, "group": group, "replicates": replicates, "confidence": confidence, "epsilon": epsilon}))

    def get_reports_of_id_tables_table(
        self,
        of: str,
        id: str,
        table: str,
        *,
        format: Literal["csv", "json", "latex", "markdown"] | None = None,
    ) -> bytes:
        """One table of a report, as CSV, JSON, LaTeX or Markdown.

        Researchers and admins of the project. A token needs the scope “export”. Answers with text/csv, application/json, application/x-tex, text/markdown.
        """
        return self._transport.read_bytes("GET", f"/api/v1/reports/{_transport.quoted(of)}/{_transport.quoted(id)}/tables/{_transport.quoted(table)}", query={"format": format})

    def get_responses_response(
        self,
        response: str,
    ) -> models.GetResponsesResponseAnswer:
        """A response.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetResponsesResponseAnswer", self._transport.read_json("GET", f"/api/v1/responses/{_transport.quoted(response)}"))

    def get_rubric_versions_version(
        self,
        version: str,
    ) -> models.GetRubricVersionsVersionAnswer:
        """One version of a checklist or list of criteria, as it was used.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetRubricVersionsVersionAnswer", self._transport.read_json("GET", f"/api/v1/rubric-versions/{_transport.quoted(version)}"))

    def get_rubric_versions_version_provenance(
        self,
        version: str,
    ) -> models.GetRubricVersionsVersionProvenanceAnswer:
        """Provenance of a drafted rubric: prompts, answers, settings, cost.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetRubricVersionsVersionProvenanceAnswer", self._transport.read_json("GET", f"/api/v1/rubric-versions/{_transport.quoted(version)}/provenance"))

    def get_rubrics_rubric(
        self,
        rubric: str,
    ) -> models.GetRubricsRubricAnswer:
        """A checklist or a list of criteria with its items, in its newest version.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetRubricsRubricAnswer", self._transport.read_json("GET", f"/api/v1/rubrics/{_transport.quoted(rubric)}"))

    def post_rubrics_rubric_retire(
        self,
        rubric: str,
        body: models.PostRubricsRubricRetireBody,
    ) -> models.PostRubricsRubricRetireAnswer:
        """Retire a rubric, so that no new batch or run uses it, or bring it back.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostRubricsRubricRetireAnswer", self._transport.read_json("POST", f"/api/v1/rubrics/{_transport.quoted(rubric)}/retire", body=body))

    def get_rubrics_rubric_versions(
        self,
        rubric: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetRubricsRubricVersionsAnswer:
        """The versions of a checklist or list of criteria.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetRubricsRubricVersionsAnswer", self._transport.read_json("GET", f"/api/v1/rubrics/{_transport.quoted(rubric)}/versions", query={"limit": limit, "after": after}))

    def get_runs_run(
        self,
        run: str,
    ) -> models.GetRunsRunAnswer:
        """A drafting run and its progress.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetRunsRunAnswer", self._transport.read_json("GET", f"/api/v1/runs/{_transport.quoted(run)}"))

    def post_runs_run_cancel(
        self,
        run: str,
    ) -> models.PostRunsRunCancelAnswer:
        """Cancel a run permanently; its drafts stay.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostRunsRunCancelAnswer", self._transport.read_json("POST", f"/api/v1/runs/{_transport.quoted(run)}/cancel"))

    def get_runs_run_cassette(
        self,
        run: str,
    ) -> bytes:
        """The calls of a run as a recording that countersign draft replays without a model.

        Researchers and admins of the project. A token needs the scope “export”. Answers with application/x-ndjson.
        """
        return self._transport.read_bytes("GET", f"/api/v1/runs/{_transport.quoted(run)}/cassette")

    def get_runs_run_failures(
        self,
        run: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetRunsRunFailuresAnswer:
        """Failures of a run, with their reasons.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetRunsRunFailuresAnswer", self._transport.read_json("GET", f"/api/v1/runs/{_transport.quoted(run)}/failures", query={"limit": limit, "after": after}))

    def post_runs_run_pause(
        self,
        run: str,
    ) -> models.PostRunsRunPauseAnswer:
        """Pause a run: it starts no further requests.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostRunsRunPauseAnswer", self._transport.read_json("POST", f"/api/v1/runs/{_transport.quoted(run)}/pause"))

    def post_runs_run_publish(
        self,
        run: str,
        body: models.PostRunsRunPublishBody,
    ) -> models.PostRunsRunPublishAnswer:
        """Publish a run's drafts, or withdraw them from annotators who have not seen them.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostRunsRunPublishAnswer", self._transport.read_json("POST", f"/api/v1/runs/{_transport.quoted(run)}/publish", body=body))

    def post_runs_run_repeat(
        self,
        run: str,
    ) -> models.PostRunsRunRepeatAnswer:
        """Make the same run again, as a draft, without reusing any answers.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostRunsRunRepeatAnswer", self._transport.read_json("POST", f"/api/v1/runs/{_transport.quoted(run)}/repeat"))

    def get_runs_run_responses(
        self,
        run: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetRunsRunResponsesAnswer:
        """The responses that a run generated, by task, each with how it was judged and revised.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetRunsRunResponsesAnswer", self._transport.read_json("GET", f"/api/v1/runs/{_transport.quoted(run)}/responses", query={"limit": limit, "after": after}))

    def post_runs_run_responses(
        self,
        run: str,
        body: models.PostRunsRunResponsesBody,
    ) -> models.PostRunsRunResponsesAnswer:
        """Add the responses that a run generated to its dataset: the final ones, or all.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostRunsRunResponsesAnswer", self._transport.read_json("POST", f"/api/v1/runs/{_transport.quoted(run)}/responses", body=body))

    def get_runs_run_responses_file(
        self,
        run: str,
        *,
        format: Literal["jsonl", "study", "csv", "text"] | None = None,
    ) -> bytes:
        """The responses that a run generated, as a file: JSON lines, study records, CSV, or traces as text.

        Researchers and admins of the project. A token needs the scope “export”. Answers with application/x-ndjson, text/csv, text/plain.
        """
        return self._transport.read_bytes("GET", f"/api/v1/runs/{_transport.quoted(run)}/responses/file", query={"format": format})

    def post_runs_run_resume(
        self,
        run: str,
        body: models.PostRunsRunResumeBody,
    ) -> models.PostRunsRunResumeAnswer:
        """Resume a paused run, optionally with other limits.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostRunsRunResumeAnswer", self._transport.read_json("POST", f"/api/v1/runs/{_transport.quoted(run)}/resume", body=body))

    def post_runs_run_retry(
        self,
        run: str,
        body: models.PostRunsRunRetryBody,
    ) -> models.PostRunsRunRetryAnswer:
        """Retry the failures of a run, all or of one kind.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostRunsRunRetryAnswer", self._transport.read_json("POST", f"/api/v1/runs/{_transport.quoted(run)}/retry", body=body))

    def post_runs_run_start(
        self,
        run: str,
    ) -> models.PostRunsRunStartAnswer:
        """Start a drafted run.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostRunsRunStartAnswer", self._transport.read_json("POST", f"/api/v1/runs/{_transport.quoted(run)}/start"))

    def get_runs_run_units(
        self,
        run: str,
        *,
        state: Literal["waiting", "working", "done", "failed"] | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetRunsRunUnitsAnswer:
        """The tasks, responses or pairs of a drafting run, and the result of each.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetRunsRunUnitsAnswer", self._transport.read_json("GET", f"/api/v1/runs/{_transport.quoted(run)}/units", query={"state": state, "limit": limit, "after": after}))

    def get_runs_run_units_unit_provenance(
        self,
        run: str,
        unit: str,
    ) -> models.GetRunsRunUnitsUnitProvenanceAnswer:
        """Prompts and answers for one task, response or pair of a run, also when it failed.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetRunsRunUnitsUnitProvenanceAnswer", self._transport.read_json("GET", f"/api/v1/runs/{_transport.quoted(run)}/units/{_transport.quoted(unit)}/provenance"))

    def get_sessions(
        self,
    ) -> models.GetSessionsAnswer:
        """Your sessions: the browsers where you are signed in.

        All signed-in users. A token needs the scope “read”.
        """
        return cast("models.GetSessionsAnswer", self._transport.read_json("GET", "/api/v1/sessions"))

    def get_studies_study(
        self,
        study: str,
    ) -> models.GetStudiesStudyAnswer:
        """A frozen study with its versions, and how the data have changed since.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetStudiesStudyAnswer", self._transport.read_json("GET", f"/api/v1/studies/{_transport.quoted(study)}"))

    def post_studies_study(
        self,
        study: str,
        body: models.PostStudiesStudyBody,
    ) -> models.PostStudiesStudyAnswer:
        """Freeze the next version of a study.

        Researchers and admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostStudiesStudyAnswer", self._transport.read_json("POST", f"/api/v1/studies/{_transport.quoted(study)}", body=body))

    def delete_studies_study_versions_version(
        self,
        study: str,
        version: str,
    ) -> models.DeleteStudiesStudyVersionsVersionAnswer:
        """Discard a version that is not frozen.

        Researchers and admins of the project. A token needs the scope “write”.
        """
        return cast("models.DeleteStudiesStudyVersionsVersionAnswer", self._transport.read_json("DELETE", f"/api/v1/studies/{_transport.quoted(study)}/versions/{_transport.quoted(version)}"))

    def post_studies_study_versions_version(
        self,
        study: str,
        version: str,
    ) -> models.PostStudiesStudyVersionsVersionAnswer:
        """Try again to make a version that failed.

        Researchers and admins of the project. A token needs the scope “write”.
        """
        return cast("models.PostStudiesStudyVersionsVersionAnswer", self._transport.read_json("POST", f"/api/v1/studies/{_transport.quoted(study)}/versions/{_transport.quoted(version)}"))

    def get_studies_study_versions_version_bundle(
        self,
        study: str,
        version: str,
    ) -> bytes:
        """Download a frozen version: its records, tables and manifest, as a zip archive.

        Researchers and admins of the project. A token needs the scope “export”. Answers with application/zip.
        """
        return self._transport.read_bytes("GET", f"/api/v1/studies/{_transport.quoted(study)}/versions/{_transport.quoted(version)}/bundle")

    def delete_studies_study_versions_version_card(
        self,
        study: str,
        version: str,
    ) -> models.DeleteStudiesStudyVersionsVersionCardAnswer:
        """Withdraw a public version.

        Admins of the project. A token needs the scope “write”.
        """
        return cast("models.DeleteStudiesStudyVersionsVersionCardAnswer", self._transport.read_json("DELETE", f"/api/v1/studies/{_transport.quoted(study)}/versions/{_transport.quoted(version)}/card"))

    def get_tasks_task(
        self,
        task: str,
    ) -> models.GetTasksTaskAnswer:
        """A task.

        Researchers and admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetTasksTaskAnswer", self._transport.read_json("GET", f"/api/v1/tasks/{_transport.quoted(task)}"))

    def get_tokens(
        self,
    ) -> models.GetTokensAnswer:
        """Your API tokens, without their secrets.

        All signed-in users. A token needs the scope “read”.
        """
        return cast("models.GetTokensAnswer", self._transport.read_json("GET", "/api/v1/tokens"))

    def delete_tokens_token(
        self,
        token: str,
    ) -> models.DeleteTokensTokenAnswer:
        """Revoke one of your API tokens.

        All signed-in users. A token needs the scope “write”.
        """
        return cast("models.DeleteTokensTokenAnswer", self._transport.read_json("DELETE", f"/api/v1/tokens/{_transport.quoted(token)}"))

    def get_users(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetUsersAnswer:
        """Every account.

        Site admins of the installation. A token needs the scope “read”.
        """
        return cast("models.GetUsersAnswer", self._transport.read_json("GET", "/api/v1/users", query={"limit": limit, "after": after}))

    def post_users(
        self,
        body: models.PostUsersBody,
    ) -> models.PostUsersAnswer:
        """Create an account; the answer contains the link to choose its password, unless passwords are off.

        Site admins of the installation. A token needs the scope “write”.
        """
        return cast("models.PostUsersAnswer", self._transport.read_json("POST", "/api/v1/users", body=body))

    def get_webhooks_webhook(
        self,
        webhook: str,
    ) -> models.GetWebhooksWebhookAnswer:
        """A webhook, without its secret.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetWebhooksWebhookAnswer", self._transport.read_json("GET", f"/api/v1/webhooks/{_transport.quoted(webhook)}"))

    def get_webhooks_webhook_deliveries(
        self,
        webhook: str,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> models.GetWebhooksWebhookDeliveriesAnswer:
        """The deliveries of a webhook, newest first.

        Admins of the project. A token needs the scope “read”.
        """
        return cast("models.GetWebhooksWebhookDeliveriesAnswer", self._transport.read_json("GET", f"/api/v1/webhooks/{_transport.quoted(webhook)}/deliveries", query={"limit": limit, "after": after}))

    def post_webhooks_webhook_deliveries_delivery_redeliver(
        self,
        webhook: str,
        delivery: str,
    ) -> models.PostWebhooksWebhookDeliveriesDeliveryRedeliverAnswer:
        """Send a delivery again, with the same id.

        Admins of the project. A token needs the scope “write”. At most 10 a minute, 20 at once.
        """
        return cast("models.PostWebhooksWebhookDeliveriesDeliveryRedeliverAnswer", self._transport.read_json("POST", f"/api/v1/webhooks/{_transport.quoted(webhook)}/deliveries/{_transport.quoted(delivery)}/redeliver"))

    def post_webhooks_webhook_test(
        self,
        webhook: str,
    ) -> models.PostWebhooksWebhookTestAnswer:
        """Send a test event to a webhook; its deliveries list the result.

        Admins of the project. A token needs the scope “write”. At most 10 a minute, 20 at once.
        """
        return cast("models.PostWebhooksWebhookTestAnswer", self._transport.read_json("POST", f"/api/v1/webhooks/{_transport.quoted(webhook)}/test"))
