// English texts of the refusals of `holonom/character`.
import { type AddedReason, type AddedTexts, type ReasonOf, reasoned } from '../errors.js';

export const characterTexts = {
  rules: {
    capsule: 'a capsule, whose height can change',
    height: 'from the diameter {low} to {high}',
  },
  sentences: {},
} as const satisfies AddedTexts;

/** A reason of this entry point, with its texts. */
export const characterReason = (reason: ReasonOf<typeof characterTexts>): AddedReason => ({
  ...reasoned(reason),
  texts: characterTexts,
});
