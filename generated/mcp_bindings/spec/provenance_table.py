"""The origin of the types of each revision."""

from __future__ import annotations

from .provenance import Decision, Erratum, Provenance

PROVENANCE: dict[str, Provenance] = {
    "2024-11-05": Provenance(
        path="schema/2024-11-05/schema.json",
        commit="b0f60ba5409db7a6582440a7b473cc0398890f15",
        official_sha256="61cea2392d4f284092d09bc84b9ac488c0d5618ac2b38a56942fc5b99fd960ce",
        structure_sha256="02995d43304bc4e88daa12312e32511ff1115989b106392085cd9d22a03dd598",
        errata=(),
        decisions=(
            Decision(
                defect="2024-11-05.error-null-id",
                reason="RequestId admits no null in either file, although JSON-RPC does, so the definition rejects it. The parser of messages accepts null in error responses alone: JSON-RPC 2.0 writes it for an id that could not be read, and this package does so too.",
                erratum="",
            ),
            Decision(
                defect="2024-11-05.notification-id",
                reason="Both files allow unknown members, so no valid message is refused. The parser of messages tells requests from notifications by the id.",
                erratum="",
            ),
            Decision(
                defect="2024-11-05.result-and-error",
                reason="Both files allow unknown members, so no valid message is refused. The parser of messages rejects the two members together.",
                erratum="",
            ),
            Decision(
                defect="2024-11-05.params-meta-shadowed",
                reason="The params allow unknown members, so _meta is accepted and kept. If the definition declared it, it would have a type, and messages that every official file accepts would be refused.",
                erratum="",
            ),
            Decision(
                defect="2024-11-05.embedded-mime",
                reason="The rule concerns prompts, yet the same definition serves tool results; requiring the member would refuse valid ones.",
                erratum="",
            ),
            Decision(
                defect="2024-11-05.disconnect-level",
                reason="The pages disagree on whether a client must or should disconnect, which is behaviour; the message is valid either way.",
                erratum="",
            ),
            Decision(
                defect="2024-11-05.unsubscribe-undocumented",
                reason="Both files define the request, although no page mentions it. The method table states its result.",
                erratum="",
            ),
            Decision(
                defect="2024-11-05.undeclared-capability",
                reason="The pages of the features say that a capability MUST be declared; the lifecycle page says that a side SHOULD use only declared capabilities. A session rejects its own message that needs an undeclared capability. Such a message of the peer passes with a finding, since its sender breaks a SHOULD only.",
                erratum="",
            ),
        ),
    ),
    "2025-03-26": Provenance(
        path="schema/2025-03-26/schema.json",
        commit="b0f60ba5409db7a6582440a7b473cc0398890f15",
        official_sha256="e720669548c8100a4282c49e580efd6ddf7f28899ea786fc8db251dbdb356131",
        structure_sha256="bc2c6e119f18506b068ce844c616a93e482b2f0983d0456fb5b417ca0718c9f1",
        errata=(),
        decisions=(
            Decision(
                defect="2025-03-26.error-without-id",
                reason="schema.ts and schema.json both require the id, so the generator made no mistake; 2025-11-25 made the id optional. The transport may tolerate a body without an id; this definition does not.",
                erratum="",
            ),
            Decision(
                defect="2025-03-26.error-null-id",
                reason="RequestId admits no null in either file, although JSON-RPC does, so the definition rejects it. The parser of messages accepts null in error responses alone: JSON-RPC 2.0 writes it for an id that could not be read, and this package does so too.",
                erratum="",
            ),
            Decision(
                defect="2025-03-26.notification-id",
                reason="Both files allow unknown members, so no valid message is refused. The parser of messages tells requests from notifications by the id.",
                erratum="",
            ),
            Decision(
                defect="2025-03-26.result-and-error",
                reason="Both files allow unknown members, so no valid message is refused. The parser of messages rejects the two members together.",
                erratum="",
            ),
            Decision(
                defect="2025-03-26.params-meta-shadowed",
                reason="The params allow unknown members, so _meta is accepted and kept. If the definition declared it, it would have a type, and messages that every official file accepts would be refused.",
                erratum="",
            ),
            Decision(
                defect="2025-03-26.embedded-mime",
                reason="The rule concerns prompts, yet the same definition serves tool results; requiring the member would refuse valid ones.",
                erratum="",
            ),
            Decision(
                defect="2025-03-26.disconnect-level",
                reason="The pages disagree on whether a client must or should disconnect, which is behaviour; the message is valid either way.",
                erratum="",
            ),
            Decision(
                defect="2025-03-26.stdio-batch-responses",
                reason="JSONRPCMessage admits both kinds of batch in both files; what a transport carries does not change the definition.",
                erratum="",
            ),
            Decision(
                defect="2025-03-26.unsubscribe-undocumented",
                reason="Both files define the request, although no page mentions it. The method table states its result.",
                erratum="",
            ),
            Decision(
                defect="2025-03-26.undeclared-capability",
                reason="The pages of the features say that a capability MUST be declared; the lifecycle page says that a side SHOULD use only declared capabilities. A session rejects its own message that needs an undeclared capability. Such a message of the peer passes with a finding, since its sender breaks a SHOULD only.",
                erratum="",
            ),
        ),
    ),
    "2025-06-18": Provenance(
        path="schema/2025-06-18/schema.json",
        commit="b0f60ba5409db7a6582440a7b473cc0398890f15",
        official_sha256="af845e7e5b9d27107d1690f0936022546177a1403e63ffb11470135b296a2e01",
        structure_sha256="23e7b24931be610f653e330e747672801fee4b2d3bf1441e739b87a8b3a152f8",
        errata=(
            Erratum(
                id="2025-06-18.elicit-result-content",
                pointer="/definitions/ElicitResult/properties/content/additionalProperties/type",
                old='["string", "integer", "boolean"]',
                new='["string", "number", "boolean"]',
                reason="schema.ts types a form answer as string, number or boolean, and a form may ask for a number. schema.json, whose generator turns every unmarked number into an integer, makes a receiver refuse an answer such as 3.5.",
                link="https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-06-18/schema.ts",
            ),
        ),
        decisions=(
            Decision(
                defect="2025-06-18.number-as-integer.10",
                reason="A form may ask for a number, so an answer such as 3.5 is valid; refusing it loses what the user typed.",
                erratum="2025-06-18.elicit-result-content",
            ),
            Decision(
                defect="2025-06-18.fixed-after-release.01",
                reason="The pinned file is that of main, where the member is a number already; an erratum would be stale from the first day.",
                erratum="",
            ),
            Decision(
                defect="2025-06-18.fixed-after-release.02",
                reason="The pinned file is that of main, where the member is a number already; an erratum would be stale from the first day.",
                erratum="",
            ),
            Decision(
                defect="2025-06-18.error-without-id",
                reason="schema.ts and schema.json both require the id, so the generator made no mistake; 2025-11-25 made the id optional. The transport may tolerate a body without an id; this definition does not.",
                erratum="",
            ),
            Decision(
                defect="2025-06-18.error-null-id",
                reason="RequestId admits no null in either file, although JSON-RPC does, so the definition rejects it. The parser of messages accepts null in error responses alone: JSON-RPC 2.0 writes it for an id that could not be read, and this package does so too.",
                erratum="",
            ),
            Decision(
                defect="2025-06-18.notification-id",
                reason="Both files allow unknown members, so no valid message is refused. The parser of messages tells requests from notifications by the id.",
                erratum="",
            ),
            Decision(
                defect="2025-06-18.result-and-error",
                reason="Both files allow unknown members, so no valid message is refused. The parser of messages rejects the two members together.",
                erratum="",
            ),
            Decision(
                defect="2025-06-18.params-meta-shadowed",
                reason="The params allow unknown members, so _meta is accepted and kept. If the definition declared it, it would have a type, and messages that every official file accepts would be refused.",
                erratum="",
            ),
            Decision(
                defect="2025-06-18.embedded-annotations-place",
                reason="Both files agree on the place. Resource contents allow unknown members, so annotations at the place of the example are accepted and kept.",
                erratum="",
            ),
            Decision(
                defect="2025-06-18.embedded-mime",
                reason="The rule concerns prompts, yet the same definition serves tool results; requiring the member would refuse valid ones.",
                erratum="",
            ),
            Decision(
                defect="2025-06-18.disconnect-level",
                reason="The pages disagree on whether a client must or should disconnect, which is behaviour; the message is valid either way.",
                erratum="",
            ),
            Decision(
                defect="2025-06-18.unsubscribe-undocumented",
                reason="Both files define the request, although no page mentions it. The method table states its result.",
                erratum="",
            ),
            Decision(
                defect="2025-06-18.reserved-prefix",
                reason="No file constrains the keys of _meta; who may use which prefix is a naming rule beyond the schema.",
                erratum="",
            ),
        ),
    ),
    "2025-11-25": Provenance(
        path="schema/2025-11-25/schema.json",
        commit="b0f60ba5409db7a6582440a7b473cc0398890f15",
        official_sha256="268a5f82ba70fd7e4b6dc4aa1e64f116f74b4d0edcb69dc046829c79dd4e97e7",
        structure_sha256="d3f68db1a8b73db1601aaf35df3462627fda5897122d34647557e69ce9fd964c",
        errata=(
            Erratum(
                id="2025-11-25.elicit-result-content",
                pointer="/$defs/ElicitResult/properties/content/additionalProperties/anyOf/1/type",
                old='["string", "integer", "boolean"]',
                new='["string", "number", "boolean"]',
                reason="schema.ts types a form answer as string, number, boolean or list of strings, and a form may ask for a number. schema.json, whose generator turns every unmarked number into an integer, makes a receiver refuse an answer such as 3.5.",
                link="https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-11-25/schema.ts",
            ),
        ),
        decisions=(
            Decision(
                defect="2025-11-25.number-as-integer.17",
                reason="A form may ask for a number, so an answer such as 3.5 is valid; refusing it loses what the user typed.",
                erratum="2025-11-25.elicit-result-content",
            ),
            Decision(
                defect="2025-11-25.number-as-integer.06",
                reason="The member is a count of milliseconds. The tasks page calls it a number, but schema.ts calls every integer a number, and each value shown is whole. So it is not certain that fractions were meant.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.number-as-integer.07",
                reason="Upstream generated this place again to admit null and kept integer, so a whole number of milliseconds is the better reading.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.number-as-integer.08",
                reason="The member is a count of milliseconds like ttl. Upstream kept integer here when it corrected ttl, and nothing shows that a fraction was meant.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.fixed-after-release.01",
                reason="The pinned file is that of main, where the member is a number already; an erratum would be stale from the first day.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.fixed-after-release.02",
                reason="The pinned file is that of main, where the member is a number already; an erratum would be stale from the first day.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.fixed-after-release.03",
                reason="The pinned file is that of main, where the member is a number already; an erratum would be stale from the first day.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.fixed-after-release.04",
                reason="The pinned file is that of main, where null is admitted already; an erratum would be stale from the first day.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.error-null-id",
                reason="RequestId admits no null in either file, although JSON-RPC does, so the definition rejects it. The parser of messages accepts null in error responses alone: JSON-RPC 2.0 writes it for an id that could not be read, and this package does so too.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.notification-id",
                reason="Both files allow unknown members, so no valid message is refused. The parser of messages tells requests from notifications by the id.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.result-and-error",
                reason="Both files allow unknown members, so no valid message is refused. The parser of messages rejects the two members together.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.params-meta-missing",
                reason="The params allow unknown members, so _meta is accepted and kept. If the definition declared it, it would have a type, and messages that every official file accepts would be refused.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.create-task-result-not-in-unions",
                reason="Both unions admit Result, which accepts every object, so nothing is refused. The method table states which result answers an augmented request.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.elicit-pattern",
                reason="Only an example shows the member, and the next revision dropped it. StringSchema allows unknown members, so the member is accepted and kept.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.embedded-annotations-place",
                reason="Both files agree on the place. Resource contents allow unknown members, so annotations at the place of the example are accepted and kept.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.embedded-mime",
                reason="The rule concerns prompts, yet the same definition serves tool results; requiring the member would refuse valid ones.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.cancel-request-id",
                reason="Whether the id is needed depends on what is being cancelled, which one message does not show; both files have it optional.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.elicit-mode-required",
                reason="The page contradicts its own heading, and its detail agrees with both files: form mode may leave the member out.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.disconnect-level",
                reason="The pages disagree on whether a client must or should disconnect, which is behaviour; the message is valid either way.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.task-capability-type",
                reason="Both files and the page's own examples use objects; one word of its introduction is wrong.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.tasks-list-pagination",
                reason="Both files and the tasks page paginate the method; the list on the other page is incomplete.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.url-error-level",
                reason="The pages disagree on whether a server must send this error, which is behaviour; they agree on its form.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.icon-http",
                reason="The schema takes any string, as the format only annotates. Which URL schemes to trust is a rule for the receiver.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.unsubscribe-undocumented",
                reason="Both files define the request, although no page mentions it. The method table states its result.",
                erratum="",
            ),
            Decision(
                defect="2025-11-25.icon-scheme",
                reason="The page names http among the schemes of an icon and then asks consumers to make sure that it is https or data. Lint follows the stricter sentence; the schema takes any string, and a codec accepts it.",
                erratum="",
            ),
        ),
    ),
    "2026-07-28": Provenance(
        path="schema/2026-07-28/schema.json",
        commit="b0f60ba5409db7a6582440a7b473cc0398890f15",
        official_sha256="ef70b61f99b6d2e5e3b46863822eab08dff6a45bedc7a08914e0e5b133f40203",
        structure_sha256="ce094c5faac159c41e7f0a6956cce978a19bc8941fc6690b9cd723e93d2900e6",
        errata=(
            Erratum(
                id="2026-07-28.elicit-result-content",
                pointer="/$defs/ElicitResult/properties/content/additionalProperties/anyOf/1/type",
                old='["string", "integer", "boolean"]',
                new='["string", "number", "boolean"]',
                reason="schema.ts types a form answer as string, number, boolean or list of strings, and a form may ask for a number. schema.json, whose generator turns every unmarked number into an integer, makes a receiver refuse an answer such as 3.5.",
                link="https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2026-07-28/schema.ts",
            ),
            Erratum(
                id="2026-07-28.json-value",
                pointer="/$defs/JSONValue/anyOf/2/type",
                old='["string", "integer", "boolean"]',
                new='["string", "number", "boolean", "null"]',
                reason="schema.ts declares JSONValue as any JSON at all, while the generator narrowed number to integer and dropped null. A peer would refuse capabilities, extension settings or sampling metadata that hold 0.5 or null.",
                link="https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2408",
            ),
        ),
        decisions=(
            Decision(
                defect="2026-07-28.number-as-integer.21",
                reason="A form may ask for a number, so an answer such as 3.5 is valid; refusing it loses what the user typed.",
                erratum="2026-07-28.elicit-result-content",
            ),
            Decision(
                defect="2026-07-28.number-as-integer.22",
                reason="The type stands for any JSON value; fractions belong to it, and sampling metadata could carry them one revision earlier.",
                erratum="2026-07-28.json-value",
            ),
            Decision(
                defect="2026-07-28.null-lost.01",
                reason="The type stands for any JSON value and schema.ts lists null; upstream names this very loss in the pull request that repaired Task.ttl.",
                erratum="2026-07-28.json-value",
            ),
            Decision(
                defect="2026-07-28.error-null-id",
                reason="RequestId admits no null in either file, although JSON-RPC does, so the definition rejects it. The parser of messages accepts null in error responses alone: JSON-RPC 2.0 writes it for an id that could not be read, and this package does so too.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.notification-id",
                reason="Both files allow unknown members, so no valid message is refused. The parser of messages tells requests from notifications by the id.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.result-and-error",
                reason="Both files allow unknown members, so no valid message is refused. The parser of messages rejects the two members together.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.jsonrpc-request-params",
                reason="In both files the envelope is a general definition that requires less. The definition of each client request requires its params, and a known method is decoded by that definition.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.embedded-annotations-place",
                reason="Both files agree on the place. Resource contents allow unknown members, so annotations at the place of the example are accepted and kept.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.input-responses-scope",
                reason="Both files give the members to the three requests that the prose names; elsewhere they are valid as unknown members, since params are open. No other request is ever a retry, though, so a session of a client writes them in no other request, and an observer finds them there.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.server-info-key",
                reason="Only a table of the prose is incomplete; the definition has the key.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.embedded-mime",
                reason="The rule concerns prompts, yet the same definition serves tool results; requiring the member would refuse valid ones.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.elicit-mode-required",
                reason="The page contradicts its own heading, and its detail agrees with both files: form mode may leave the member out.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.input-required-unpinned",
                reason="Both files accept any string and require no second member, so no valid message is refused. The session checks the rule.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.cursor-null",
                reason="Both files allow a string or no member at all. The page speaks of a present value only, and no page says that null may be sent.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.icon-http",
                reason="The schema takes any string, as the format only annotates. Which URL schemes to trust is a rule for the receiver.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.listen-teardown",
                reason="Both endings of a stream are valid messages; which one is sent is behaviour.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.invalid-tool-args",
                reason="Both answers are valid messages; which one is sent is behaviour.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.client-errors-impossible",
                reason="Only comments are out of date; no definition depends on them.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.error-range-wording",
                reason="The schema takes any integer as code; which range is free for new codes is a rule for those who allocate them.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.client-result-unused",
                reason="The definition is unused rather than wrong, and a generator of every definition has no reason to drop it.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.discover-cacheable",
                reason="Both files and the caching page agree; the changelog's list is incomplete.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.extensions-at-init",
                reason="The pages disagree only about the time at which extensions are negotiated; the member is the same.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.max-tokens",
                reason="The pages disagree on whether a client must keep the bound; the member is the same.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.argument-errors",
                reason="An example of schema.ts reports invalid arguments of a tool as -32602; the tools page puts errors of input validation into the result. This project follows the page: the row of the code has the level example, and the requirement has a row of its own.",
                erratum="",
            ),
            Decision(
                defect="2026-07-28.icon-scheme",
                reason="The page names http among the schemes of an icon and then asks consumers to make sure that it is https or data. Lint follows the stricter sentence; the schema takes any string, and a codec accepts it.",
                erratum="",
            ),
        ),
    ),
    "draft": Provenance(
        path="schema/draft/schema.json",
        commit="b0f60ba5409db7a6582440a7b473cc0398890f15",
        official_sha256="ef70b61f99b6d2e5e3b46863822eab08dff6a45bedc7a08914e0e5b133f40203",
        structure_sha256="ce094c5faac159c41e7f0a6956cce978a19bc8941fc6690b9cd723e93d2900e6",
        errata=(
            Erratum(
                id="draft.elicit-result-content",
                pointer="/$defs/ElicitResult/properties/content/additionalProperties/anyOf/1/type",
                old='["string", "integer", "boolean"]',
                new='["string", "number", "boolean"]',
                reason="schema.ts types a form answer as string, number, boolean or list of strings, and a form may ask for a number. schema.json, whose generator turns every unmarked number into an integer, makes a receiver refuse an answer such as 3.5.",
                link="https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/draft/schema.ts",
            ),
            Erratum(
                id="draft.json-value",
                pointer="/$defs/JSONValue/anyOf/2/type",
                old='["string", "integer", "boolean"]',
                new='["string", "number", "boolean", "null"]',
                reason="schema.ts declares JSONValue as any JSON at all, while the generator narrowed number to integer and dropped null. A peer would refuse capabilities, extension settings or sampling metadata that hold 0.5 or null.",
                link="https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2408",
            ),
        ),
        decisions=(),
    ),
}
"""The origins by revision id, including that of the draft."""
