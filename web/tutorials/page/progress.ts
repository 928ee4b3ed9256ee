// Which exercises the reader has solved, kept in this browser only.
const key = 'holonom.course';

type Progress = Record<string, string[]>;

function read(): Progress {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return Object.fromEntries(
      Object.entries(Object(kept)).filter((entry): entry is [string, string[]] =>
        Array.isArray(entry[1]),
      ),
    );
  } catch {
    return {};
  }
}

/** Names of the exercises of a lesson that are solved. */
export const solvedOf = (lesson: string): readonly string[] => read()[lesson] ?? [];

/** Remembers a solved exercise. Storage may be switched off; then nothing is kept. */
export function keepSolved(lesson: string, exercise: string): void {
  const all = read();
  all[lesson] = [...new Set([...(all[lesson] ?? []), exercise])];
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {}
}
