// What the reader made in this tab survives a reload: edited code, the file opened last, and what the language button carries over.

/** State of the page that is restored after it is loaded in another language. */
export interface Carried {
  /** Key of the place that was open, as in `Place`. */
  readonly key: string;
  readonly values: Readonly<Record<string, number | boolean | string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly view: {
    readonly position: readonly [number, number, number];
    readonly target: readonly [number, number, number];
  };
  readonly paused: boolean;
  readonly tab: string;
}

const codeKey = 'holonom.code.';
const fileKey = 'holonom.file';
const carriedKey = 'holonom.carried';
/** Larger files do not fit into the storage of a tab with what else is there. Unit: bytes. */
const largestFile = 3_000_000;

// Storage may be switched off or full; then everything lasts as long as the page.
const codes = new Map<string, string>();
const files = new Map<string, File>();

function read(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, text: string | undefined): void {
  try {
    // First, so that an older text does not stay where the new one has no room.
    sessionStorage.removeItem(key);
    if (text !== undefined) sessionStorage.setItem(key, text);
  } catch {}
}

/** The edited code of a place; undefined if it was not edited. */
export const keptCode = (place: string): string | undefined =>
  codes.get(place) ?? read(codeKey + place);

/** Keeps edited code; undefined forgets it. */
export function keepCode(place: string, code: string | undefined): void {
  if (code === undefined) codes.delete(place);
  else codes.set(place, code);
  write(codeKey + place, code);
}

/** A file that was opened in this tab; undefined if it is gone. */
export async function keptFile(name: string): Promise<File | undefined> {
  const file = files.get(name);
  if (file) return file;
  const text = read(fileKey);
  if (text === undefined) return undefined;
  try {
    const kept = JSON.parse(text) as { name: string; url: string };
    if (kept.name !== name) return undefined;
    return new File([await (await fetch(kept.url)).blob()], name);
  } catch {
    return undefined;
  }
}

/** Keeps a file for this page, and for a reload if it is small. */
export async function keepFile(file: File): Promise<void> {
  files.set(file.name, file);
  write(fileKey, undefined);
  if (file.size > largestFile) return;
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  write(fileKey, JSON.stringify({ name: file.name, url }));
}

/** Keeps the state of the page for the next load. */
export const carry = (state: Carried): void => write(carriedKey, JSON.stringify(state));

/** The state that was carried over, once. */
export function takeCarried(): Carried | undefined {
  const text = read(carriedKey);
  write(carriedKey, undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Carried);
}
