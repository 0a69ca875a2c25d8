/**
 * One broken rule: which field, which rule. The words shown for a code are the contract's (error-messages.ts);
 * rules stay free of text so that form, API and use case say the same thing.
 */
export type Issue<Code extends string = string> = { readonly field: string; readonly code: Code };
