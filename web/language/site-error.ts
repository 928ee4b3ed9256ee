// Refusals of the site itself, by names and values: each page puts them into its language. No document is needed here, so
// workers throw them too, and send them on as plain data.
import {
  errorTexts,
  HolonomError,
  type HolonomErrorData,
  type HolonomErrorParameter,
} from 'holonom';

/** Their English. */
export const siteErrors = {
  'file-ending': "files ending in .obj, .glb and .json can be opened, not '{name}'",
  'file-empty': 'the file holds no triangles',
  'mesh-vertex': 'vertex {vertex} is not three finite numbers',
  'mesh-size': 'the mesh has {count} vertices; the playground takes up to {most}',
  'mesh-unknown': "there is no mesh '{name}'",
  'link-size': 'the link unfolds to more than {most} bytes',
  'link-damaged': 'the link is damaged',
  'link-scene': 'the link carries no scene',
  'link-view': 'the link carries no place to look from',
  'control-number': "{label}: got '{given}', expected a number from {low} to {high}",
  'code-other': '{message}',
  'code-ended': 'the code has ended',
  'code-timeout': 'The code took longer than {seconds} s and was stopped.',
  'code-unasked': 'The code sent messages that nobody asked for and was stopped.',
  'code-size': 'The code sent more than the page can show and was stopped.',
  'code-state': 'The code sent a state that makes no sense and was stopped.',
  'code-part': '{address} answered {status}',
  'code-import':
    "'{name}' can't be imported here; there are 'holonom', 'holonom/character', './scene.js' and './parts/…'",
  'code-export': 'the code exports no scene: it should say export default, with a build function',
  'code-offered': 'the code asks for something that is not offered: {what}',
  'code-time': 'the calls in one step take more than {longest} ms',
  'code-calls': '{count} calls in one {during}; at most {most} are followed',
  'code-numbers': 'the code makes {size} numbers at once; at most {most} are shown',
  'code-page': "world.{name} is the playground's business; use beforeStep",
  'code-function': "a function can't be given here",
  'code-text': '{path}: expected a text of at most {most} letters',
  'code-point': '{path}: expected three numbers',
  'code-controls': 'controls: at most {most}',
  'code-number': '{path}: a number needs value, min, max and step',
  'code-choice': '{path}: a choice needs options',
  'code-value': '{path}: expected a number, a text or true or false',
} as const;

export type SiteErrorName = keyof typeof siteErrors;
export type SiteErrorValues = Readonly<Record<string, string | number>>;

/** What an error says, for any language: one of the library, or one of the site. */
export type Told =
  | { readonly library: HolonomErrorData }
  | { readonly site: SiteErrorName; readonly values: SiteErrorValues };

/** An error on its way from a worker. */
export interface SentError {
  readonly message: string;
  readonly told?: Told | undefined;
}

/** A text with its values. */
export const filled = (text: string, values: SiteErrorValues): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));

export class SiteError extends Error {
  told: Told | undefined;

  constructor(site: SiteErrorName, values: SiteErrorValues = {}, cause?: unknown) {
    super(filled(siteErrors[site], values), cause === undefined ? undefined : { cause });
    this.told = { site, values };
  }
}

/** What an error says; nothing of those of the browser and of the reader's code. */
export function toldOf(error: unknown): Told | undefined {
  if (error instanceof HolonomError) return { library: error.toJSON() };
  const { told } = Object(error) as Partial<SentError>;
  return told;
}

/** An error that can be sent. */
export const sentError = (error: unknown): SentError => ({
  message: error instanceof Error ? error.message : String(error),
  told: toldOf(error),
});

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 2000;
const isParameter = (value: unknown): value is HolonomErrorParameter =>
  typeof value === 'number' ||
  isText(value) ||
  (Array.isArray(value) && value.length <= 200 && value.every(isText));
const isRecordOf = (value: unknown, holds: (value: unknown) => boolean): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every(holds);
const isPlain = (value: unknown): boolean => typeof value === 'number' || isText(value);

/** What an error from a worker says that runs a reader's code, which may have sent anything. */
export function checkedTold(said: unknown): Told | undefined {
  const { library, site, values } = Object(said) as Record<string, unknown>;
  if (isText(site) && Object.hasOwn(siteErrors, site) && isRecordOf(values, isPlain))
    return { site: site as SiteErrorName, values: values as SiteErrorValues };
  const { code, path, rule, parameters, value } = Object(library) as Record<string, unknown>;
  const { kind, parameters: inside } = Object(value) as Record<string, unknown>;
  if (!isText(code) || !isText(path) || !isText(rule) || !isText(kind)) return undefined;
  const isKnown =
    Object.hasOwn(errorTexts.rules, rule) &&
    (kind === 'literal' || Object.hasOwn(errorTexts.pictures, kind));
  if (!isKnown || !isRecordOf(parameters, isParameter) || !isRecordOf(inside, isPlain))
    return undefined;
  return {
    library: {
      code,
      path,
      rule,
      parameters,
      value: { kind, parameters: inside },
    } as HolonomErrorData,
  };
}
