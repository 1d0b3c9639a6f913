/** What a person gave to a command cannot be used; the message is the one line they are told. */
export class BadInput extends Error {}
